"""What happened at a table, in a few sentences that an open page announces."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.log.positions import steps_of
from games.log.stream import load_records
from games.log.table_rows import read_seats
from games.models import Game
from games.presentation.replay import UNTOLD
from games.presentation.text import names_of, say
from stoneage_core.events.actions import DiceRolled, GoodsGathered
from stoneage_core.events.base import Event
from stoneage_core.events.rounds import PhaseStarted, TurnStarted
from stoneage_core.wording.sentences import describe_to

#: A screen reader gets at most this many sentences at once, the latest ones.
MOST_SENTENCES = 6
#: At most this many events are read. They make more sentences than are announced.
MOST_EVENTS = 60


def news_since(game: Game, version: int, reader: int | None) -> str:
    """
    Return what happened after a version of a game, or '' if there is nothing to say.

    ``reader`` is the number of the reader's seat, None for a spectator. Their own
    decisions are left out, because they know them. Takes two queries.
    """
    if version >= game.version:
        return ""
    after = max(version, game.version - MOST_EVENTS)
    records = load_records(game, after=after, limit=game.version - after)
    events = []
    for step in steps_of(record for record, _hash in records):
        is_own = step.by.player == reader and step.by.source.is_by_hand
        for event in step.events:
            if not (is_own and getattr(event, "player", None) == reader):
                events.append(event)
    names = names_of(read_seats(game))
    return news_of(events, names, reader, is_all=after == version)


def news_of(
    events: Sequence[Event],
    names: Sequence[str],
    reader: int | None,
    *,
    is_all: bool = True,
) -> str:
    """
    Return events in sentences, with 'you' for the reader, if they sit at the table.

    ``is_all`` says whether these are all events. A shortened account begins with the
    sentence that the game has moved on.
    """
    sentences = [
        say(describe_to(event, reader), names)
        for number, event in enumerate(events)
        if _is_news(event, events[number + 1 :], reader)
    ]
    latest = sentences[-MOST_SENTENCES:]
    if latest and not (is_all and latest == sentences):
        latest.insert(0, _("The game has moved on."))
    return " ".join(latest)


def _is_news(event: Event, later: Sequence[Event], reader: int | None) -> bool:
    match event:
        case TurnStarted(player=player):
            return player == reader
        case DiceRolled(player=player):  # the result of the roll is enough
            return not any(
                isinstance(each, GoodsGathered) and each.player == player
                for each in later
            )
    return not isinstance(event, (*UNTOLD, PhaseStarted))
