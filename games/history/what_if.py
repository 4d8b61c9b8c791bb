"""What-if games: play on from a position of a finished game, against bots."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.accounts.users import create_guest
from games.errors import Refused
from games.lobby.new_games import Wanted, create_game_from
from games.log.lookups import hash_at
from games.log.positions import state_after
from games.models import Game, Seat, User
from games.presentation.timeline import Timeline
from stoneage_core import GameState, awaited
from stoneage_core.events.setup import Origin, PositionSetUp
from stoneage_core.opponents.ladder import Opponent
from stoneage_core.state import Phase
from stoneage_core.terms import rules_of

NOT_FINAL = _("You can play on from a game once it is over for good.")
NOTHING_ASKED = _("No one has a choice there, so there’s nothing to play on from.")


def playable_event(timeline: Timeline, sequence: int) -> int | None:
    """
    Return the event from which one can play on when looking at another event. It is the
    last event of the same decision, or None if nobody has to decide then.
    """
    last = timeline.decision_of(sequence).last
    return last if _is_played(timeline.state_after(last)) else None


def seats_to_play(state: GameState, reader: int | None) -> Sequence[int]:
    """Return the seats that can be played, the reader's or an awaited one first."""
    first = min(awaited(state)) if reader is None else reader
    return state.clockwise(first)


@transaction.atomic
def create_what_if(
    *,
    source: Game,
    sequence: int,
    number: int | None,
    opponent: Opponent,
    now: datetime,
    player: User | None,
    language: str = "en",
) -> Seat:
    """
    Start a game of one person on seat ``number`` at the position after an event.

    ``opponent`` plays all other seats. Without a ``player`` a guest is made. The source
    is only read. Raise Refused: (not_over) while the source can continue, (invalid) for
    an impossible seat or event.
    """
    if not source.is_final:
        raise Refused("not_over", NOT_FINAL)
    digest = hash_at(source, sequence)
    if digest is None:
        raise Refused("invalid")
    state = state_after(source, sequence, digest)
    if not _is_played(state):
        raise Refused("invalid", NOTHING_ASKED)
    if number is None or number not in range(state.player_count):
        raise Refused("invalid")
    origin = Origin(source.slug, sequence, digest)
    player = player or create_guest(
        name="", language=language, time_zone="UTC", now=now
    )
    players: list[Wanted] = [opponent] * state.player_count
    players[number] = player
    game = create_game_from(
        host=player,
        players=players,
        terms=rules_of(source.terms),
        start=PositionSetUp(origin, state.position),
        now=now,
    )
    return game.seats.select_related("game", "user").get(number=number)


def _is_played(state: GameState) -> bool:
    is_on = state.phase not in {Phase.INVITATION, Phase.ENDED}
    return is_on and bool(awaited(state))
