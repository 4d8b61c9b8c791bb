"""Games with an absent player, played through the services."""

from datetime import datetime

from games.deadlines import expire_turn
from games.log import positions
from games.models import Game, Seat, SeatOffer, User
from games.seats.offers import offer_to_play
from games.table.votes import cast_vote
from stoneage_core import autopilot, notation
from tests.support.play import submit
from tests.support.proposals import propose_substitute


def seat_at(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def advised(game: Game, player: int, now: datetime) -> None:
    """Play a player's decision like autopilot."""
    state = positions.state_of(fresh(game))
    submit(game, player, notation.to_text(autopilot.choose(state, player)), now=now)


def until_asked(game: Game, player: int, now: datetime) -> None:
    """Let the others play until it is a player's turn."""
    while seat_at(game, player).awaited_at is None:
        asked = game.seats.filter(awaited_at__isnull=False).first()
        assert asked is not None
        advised(game, asked.number, now)


def miss(game: Game, player: int, now: datetime) -> datetime:
    """Let a player miss a decision; return when."""
    until_asked(game, player, now)
    late = seat_at(game, player).deadline_at
    assert late is not None
    assert expire_turn(seat_id=seat_at(game, player).pk, now=late)
    return late


def leave(game: Game, player: int, now: datetime) -> datetime:
    """Let a player miss decisions until autopilot plays; return since when."""
    while not seat_at(game, player).is_on_autopilot:
        now = miss(game, player, now)
    return now


def offer(game: Game, absent: int, user: User, now: datetime) -> SeatOffer:
    return offer_to_play(seat=seat_at(game, absent), user=user, now=now)


def vote(game: Game, player: int, agrees: bool, now: datetime) -> None:
    (proposal,) = fresh(game).table_state.proposals
    cast_vote(
        seat=seat_at(game, player), proposal=proposal.number, agrees=agrees, now=now
    )


def replace(game: Game, absent: int, user: User, now: datetime) -> None:
    """Seat a substitute for an absent player; all active players agree."""
    made = offer(game, absent, user, now)
    proposer, *others = [
        seat.number
        for seat in game.seats.filter(is_on_autopilot=False).order_by("number")
    ]
    propose_substitute(seat=seat_at(game, proposer), offer=made, now=now)
    while fresh(game).table_state.proposals:
        vote(game, others.pop(0), True, now)
