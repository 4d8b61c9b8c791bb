"""The moderation log: what the staff did and why. Who did it is only for the staff."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise

from games.errors import Refused
from games.models import Game, League, ModerationAction, Seat
from games.models.moderation import LONGEST_REASON
from games.signals import ActionLogged, Survey, collect, publish
from stoneage_core.match.acts import ACTS, commit_reason

#: Matches what looks like an email address.
ADDRESS = re.compile(r"\S@\S")


class CollectHeadlines(Survey[Mapping[str, str | Promise]], frozen=True):
    """Asks for the headlines of acts by kind: 'The moderators paused the game'."""


@dataclass(frozen=True)
class LogEntry:
    """One action. ``sequence`` is the event that records it in a game's stream."""

    kind: str
    headline: str
    why: str
    seat: int | None
    sequence: int | None
    at: datetime
    nonce: str


def act_headlines() -> dict[str, str | Promise]:
    """Return the headline of each kind of action: a sentence without a full stop."""
    collected = collect(CollectHeadlines())
    return {kind: text for some in collected for kind, text in some.items()}


def public_log_of(game: Game) -> tuple[LogEntry, ...]:
    """
    Return what the staff did to a game, latest first (one query). Answers to reports
    are left out, because only the reporters may know of them.
    """
    rows = ModerationAction.objects.filter(game=game, kind__in=ACTS)
    return tuple(_entries(rows.order_by("-pk").iterator()))


def public_log_of_league(league: League) -> tuple[LogEntry, ...]:
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
    """Return the commitment to an action's reason that the game's log contains."""
    return commit_reason(bytes.fromhex(row.nonce), game.slug, row.reason)


def log_action(row: ModerationAction, seats: Sequence[Seat] = ()) -> None:
    """``seats`` are the seats of the game whose players are informed."""
    row.save()
    publish(ActionLogged(row, tuple(seats), now=row.acted_at))


def clean_reason(reason: str) -> str:
    """
    Raise Refused (invalid) if it is not fit to be shown. Reasons are never removed, so
    they must not contain personal data.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise Refused("invalid", "Please give a reason. Everybody concerned reads it.")
    if len(reason) > LONGEST_REASON:
        raise Refused("invalid", "A reason has at most five hundred characters.")
    if ADDRESS.search(reason):
        raise Refused(
            "invalid",
            "Please leave out the address: what is written here is kept for good.",
        )
    return reason
