"""The preview of an action: execute it, describe the result, and roll back.

Dice and cards that it would draw are not shown, because a moderator could choose an
action by them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.log.positions import past_events
from games.log.table_rows import read_seats
from games.models import Game, League, ModerationAction, User
from games.models.cases import Case
from games.moderation.action import Action, Preview, execute
from games.moderation.context import ActionContext
from games.presentation.dates import moment_in_words
from games.presentation.event_text import SourceMask, event_text
from games.presentation.text import join_list, name_of, names_of
from stoneage_core.events.rounds import GameEnded
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.state import Source

#: The deadline of each seat of a game, by number.
_Deadlines = dict[int, datetime | None]


def dry_run(action: Action, context: ActionContext) -> Preview:
    """
    Execute an action and roll it back. Return what it did. Nobody is informed. Raises
    the same refusals as executing it.
    """
    with transaction.atomic():
        context = replace(context)  # executing it sets the row of the context
        before = [(game, _deadlines_of(game)) for game in _games_of(context)]
        row = execute(action, context)
        row = ModerationAction.objects.select_related("game", "user").get(pk=row.pk)
        preview = action.notes(context)
        preview.sentences = [
            *(line for one in before for line in _changes_since(*one, context)),
            *preview.sentences,
            *_mails(action, context, row),
        ]
        transaction.set_rollback(True)
    return preview


def _games_of(context: ActionContext) -> QuerySet[Game]:
    """Return the games that the action may change, as they are before it."""
    if isinstance(context.subject, Game):
        return Game.objects.filter(pk=context.subject.pk)
    if not isinstance(context.subject, User):
        return Game.objects.none()
    theirs = Game.objects.filter(seats__user=context.person)
    return theirs.distinct().order_by("pk")


def _deadlines_of(game: Game) -> _Deadlines:
    return dict(game.seats.values_list("number", "deadline_at"))


def _changes_since(
    before: Game, deadlines: _Deadlines, context: ActionContext
) -> Iterator[str]:
    """Yield sentences about what happened in a game, and about changed deadlines."""
    names = names_of(read_seats(before))
    is_only_one = isinstance(context.subject, Game)
    where = "" if is_only_one else f"{join_list([*names])} ({before.slug}): "
    for sentence in _events_since(before, names):
        yield where + sentence
    for number, deadline in sorted(_deadlines_of(before).items()):
        former = deadlines[number]
        if deadline is None or deadline == former:
            continue
        instead = f" Until now it was {moment_in_words(former)}." if former else ""
        until = moment_in_words(deadline)
        yield f"{where}{names[number]} decides until {until}.{instead}"


def _events_since(before: Game, names: Sequence[str]) -> Iterator[str]:
    """Yield the act's consequences in words, up to the first event of chance."""
    happened = past_events(before, after=before.version)
    if not happened or happened[0].source != Source.STAFF:
        return
    for one in happened:
        if one.event.is_revealing and not isinstance(one.event, GameEnded):
            yield "Dice and cards are shown only after it is done."
            return
        if not isinstance(one.event, StaffActed):
            yield event_text(one, names, SourceMask(before)).text


def _mails(
    action: Action, context: ActionContext, row: ModerationAction
) -> Iterator[str]:
    """Yield sentences that say who gets an email, and what else is in it."""
    if isinstance(context.subject, User) and context.subject.email is None:
        yield "They have no address, so they get no email."
        return
    if isinstance(context.subject, League) and row.user is None:
        yield "The page of the league shows it with your reason. It does not name you."
        return
    yield f"{_who_gets(context)} an email with your reason. It does not name you."
    if meaning := action.meaning_of(row, moment_in_words):
        yield f"It also says: “{meaning}”"
    if action.leads_to_data:
        yield "It has a link with which only they can download their data."
    if action.may_be_appealed:
        yield "The person who gets it can appeal once."


def _who_gets(context: ActionContext) -> str:
    """Return who gets an email: the reporters, the players, or the person."""
    match context.subject:
        case Case() as case:
            reports = case.reports.exclude(reporter=None)
            told = sorted({str(report.reporter) for report in reports})
        case Game() as game:
            seats = read_seats(game)
            told = [name_of(seat) for seat in seats if seat.user_id is not None]
        case _:
            return "They get"
    return f"{join_list(told) or 'Nobody'} {'get' if len(told) > 1 else 'gets'}"
