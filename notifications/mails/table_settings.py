"""The players and settings of a table, for the mails at its beginning."""

from collections.abc import Iterator
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.utils.translation import gettext as _

from games.log.stream import load_stream
from games.models import Game, User
from games.presentation import labels, time_control_text
from games.presentation.option_text import option_rows
from games.presentation.text import name_of
from notifications.mails.context import Context, MailContext
from stoneage_core.events.setup import GameStarted, PositionSetUp


def list_players(case: MailContext) -> Iterator[str]:
    """Yield each seat's player, in words, by number of seat."""
    for seat in case.seats:
        name = name_of(seat)
        if seat.pk == case.seat.pk:
            yield _("%(name)s (you)") % {"name": name}
        else:
            is_host = seat.user_id is not None and seat.user_id == case.game.host_id
            role = _("host") if is_host else labels.answer_of(seat)
            yield _("%(name)s (%(role)s)") % {"name": name, "role": role}


def describe_settings(case: MailContext) -> Context:
    """Return the clock, the options and the sealing of the dice."""
    game = case.game
    return {
        "clock_name": time_control_text.preset_name_of(game.time_control),
        "clock_terms": time_control_text.terms_of(game.time_control),
        "options": option_rows(game.terms, case.names),
        "commitment": case.state.commitment,
    }


def inviter_of(game: Game) -> str:
    """Return the host's name, or ''; never show an address."""
    host: User | None = game.host
    return host.name if host else ""


def sender_for(name: str) -> str | None:
    """Return our address under a person's name and ours, or None without a name."""
    shown = "".join(each for each in " ".join(name.split()) if each.isprintable())
    if not shown:
        return None
    ours, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    values = {"name": shown, "service": ours or "Stone Age by Mail"}
    return formataddr((_("%(name)s via %(service)s") % values, address))


def first_start_player(game: Game) -> int:
    """Return the first start player of a game. Takes queries."""
    for event in load_stream(game):
        if isinstance(event, GameStarted):
            return event.start_player
        if isinstance(event, PositionSetUp):
            return event.position.start_player
    raise LookupError("the game hasn’t started")
