"""What a case or an act of the staff is about, in words for one person in it.

They read only what they wrote themselves: the reported person must not learn who
reported what, and whoever was insulted need not read it again.
"""

from django.db.models import QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.log.table_rows import read_seats
from games.models import Game, League, ModerationAction, TalkMessage, User
from games.models.moderation import Case
from games.presentation.text import game_name

#: How many letters of somebody's words are repeated.
LONGEST_WORDS = 300


def matter_of_case(case: Case, reader: User, *, quotes: bool = True) -> list[str]:
    """
    Return sentences about the game, and about what the reader said there. An appeal is
    about its act. Without ``quotes`` what people wrote is left out.
    """
    if case.act is not None:
        return matter_of_act(case.act, reader, quotes=quotes)
    reported = TalkMessage.objects.filter(reports__case=case, user=reader)
    return [*_where(case.game, None, reader), *(_said(reported) if quotes else ())]


def reports_in_words(case: Case, reader: User) -> list[str]:
    """Return what the reader reported in a case, or with what words they appealed."""
    own = case.reports.filter(reporter=reader).exclude(reason="").order_by("pk")
    return [
        _("You wrote to us: “%(text)s”") % {"text": _short(reason)}
        for reason in own.values_list("reason", flat=True)
    ]


def matter_of_act(
    act: ModerationAction, reader: User, *, quotes: bool = True
) -> list[str]:
    """The same for an act. Its case, if there is one, says what led to it."""
    lines = _where(act.game, act.league, reader)
    if not lines and act.case is not None:
        return matter_of_case(act.case, reader, quotes=quotes)
    if quotes and act.game is not None:
        hidden = TalkMessage.objects.filter(game=act.game, hidden_at=act.acted_at)
        lines += _said(hidden.filter(user=reader))
    return lines


def _where(game: Game | None, league: League | None, reader: User) -> list[str]:
    if game is not None:
        seats = read_seats(game)
        own = next((seat for seat in seats if seat.user_id == reader.pk), None)
        return [_("It’s about the game “%(name)s”.") % {"name": game_name(seats, own)}]
    if league is not None:
        return [_("It’s about the league “%(name)s”.") % {"name": league.name}]
    return []


def _said(messages: QuerySet[TalkMessage]) -> list[str]:
    found = messages.exclude(text="").distinct().order_by("pk")
    return [
        _("You wrote there: “%(text)s”") % {"text": _short(message.text)}
        for message in found
    ]


def _short(text: str) -> str:
    return Truncator(" ".join(text.split())).chars(LONGEST_WORDS)
