"""The moderation log: what the staff did and why; who did it is for the staff alone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.errors import Refused
from games.models import Game, League, ModerationAction, Seat
from games.models.moderation import LONGEST_REASON
from games.presentation.labels import Text
from games.signals.bus import Survey, collect, publish
from games.signals.games import ActionLogged
from stoneage_core.match.acts import ACTS, commit_reason

#: What looks like the address of a mailbox.
ADDRESS = re.compile(r"\S@\S")


class CollectHeadlines(Survey[Mapping[str, Text]], frozen=True):
    """Asks for headlines of acts by their kinds: 'The moderators paused the game'."""


@dataclass(frozen=True)
class LogEntry:
    """One action on a game; ``sequence`` is the event that says so in its stream."""

    kind: str
    headline: str
    why: str
    seat: int | None
    sequence: int | None
    at: datetime
    nonce: str


def act_headlines() -> dict[str, Text]:
    """Return what was done, by the kind of the action: a sentence, no full stop."""
    collected = collect(CollectHeadlines())
    return {kind: text for some in collected for kind, text in some.items()}


def public_log_of(game: Game) -> tuple[LogEntry, ...]:
    """
    Return what the staff did to a game, the latest first. One query.

    What they answered to a report is between them and who made it.
    """
    rows = ModerationAction.objects.filter(game=game, kind__in=ACTS)
    return tuple(_entries(rows.order_by("-pk").iterator()))


def public_log_of_league(league: League) -> tuple[LogEntry, ...]:
    """Return what the staff did to a league, the latest first. One query."""
    rows = ModerationAction.objects.filter(league=league)
    return tuple(_entries(rows.order_by("-pk").iterator()))


def _entries(rows: Iterator[ModerationAction]) -> Iterator[LogEntry]:
    headlines = act_headlines()
    for row in rows:
        about = (row.seat_number, row.sequence, row.acted_at)
        yield LogEntry(
            row.kind, str(headlines[row.kind]), row.reason, *about, row.nonce
        )


def commitment_of(row: ModerationAction, game: Game) -> str:
    """Return what binds the staff, in the log of a game, to the reason of an action."""
    return commit_reason(bytes.fromhex(row.nonce), game.slug, row.reason)


def log_action(row: ModerationAction, seats: Sequence[Seat] = ()) -> None:
    """
    Save the row of an action and publish it, in the transaction of what was done.

    ``seats`` are those of the game whose players are told.
    """
    row.save()
    publish(ActionLogged(row, tuple(seats), now=row.acted_at))


def clean_reason(reason: str) -> str:
    """
    Return a reason fit to be shown; raise Refused (invalid) where none is given.

    It is never removed, so it must not hold what somebody may want to be forgotten.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise Refused("invalid", "Say why, please: everybody concerned will read it.")
    if len(reason) > LONGEST_REASON:
        raise Refused("invalid", "A reason has at most five hundred characters.")
    if ADDRESS.search(reason):
        raise Refused(
            "invalid",
            "Leave out the address, please: what is written here stays for good.",
        )
    return reason
