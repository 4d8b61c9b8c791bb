"""Playing through the services, as the pages do."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from games.decisions.session import open_session, play_automatic
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Game, Seat, StoredEvent, User
from games.table.submit import Submitted, submit_command, take_back_decision
from stoneage_core import autopilot, awaited, notation
from stoneage_core.components.places import Place
from stoneage_core.events.staff import GameFrozen, StaffActed
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import Terms

#: So many decisions of a whole game are stored at once.
AT_ONCE = 20


def submit(
    game: Game,
    player: int,
    text: str,
    *,
    now: datetime,
    expected_version: int | None = None,
    request_id: UUID | None = None,
) -> Submitted:
    """Give a player's command as text, by default on the present version."""
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    return submit_command(
        seat=game.seats.select_related("game").get(number=player),
        command=notation.from_text(text),
        expected_version=version if expected_version is None else expected_version,
        request_id=request_id,
        now=now,
    )


def move_after_taking_back(
    game: Game, taken_back: str, text: str, *, now: datetime
) -> None:
    """Let the first player decide, take it back a minute later, and decide again."""
    first = game.version + 1
    submit(game, 0, taken_back, now=now)
    take_back_decision(
        seat=game.seats.select_related("game", "user").get(number=0),
        sequence=first,
        now=now + timedelta(minutes=1),
    )
    submit(game, 0, text, now=now + timedelta(minutes=6))


@transaction.atomic
def freeze(game: Game, now: datetime) -> None:
    """Freeze a game, as the staff can."""
    table = open_session(game.pk, now=now)
    table.record_act(StaffActed("freeze", None, "0" * 64))
    table.decide(GameFrozen(), None, Source.STAFF)
    table.save()


def play_on(game: Game, *, now: datetime, decisions: int) -> Game:
    """Play like autopilot, one minute a decision, up to a limit or the end."""
    game = Game.objects.get(pk=game.pk)
    seats = list(game.seats.select_related("game").order_by("number"))
    for number in range(decisions):
        state = positions.state_of(game)
        waiting = sorted(awaited(state))
        if not waiting:
            break
        game = submit_command(
            seat=seats[waiting[0]],
            command=autopilot.choose(state, waiting[0]),
            expected_version=game.version,
            request_id=None,
            now=now + timedelta(minutes=number),
        ).game
    return game


def play_to_the_end(game: Game, *, now: datetime) -> Game:
    """
    Play like autopilot until the game is over, one minute a decision.

    Several decisions are stored in one transaction, because that is much faster.
    """
    is_over, decisions = False, 0
    while not is_over:
        with transaction.atomic():
            session = open_session(game.pk, now=now + timedelta(minutes=decisions))
            for _ in range(AT_ONCE):
                if not (waiting := awaited(session.state)):
                    break
                player = min(waiting)
                move = PlayMove(autopilot.choose(session.state, player))
                session.decide(move, player, Source.PAGE)
                play_automatic(session)
                decisions += 1
            session.save()
        is_over = session.is_over
    return Game.objects.get(pk=game.pk)


def play_to_hunger(game: Game, *, now: datetime) -> Game:
    """Play until both of two players are awaited because their tribes are hungry."""
    places = ("forest 5", "clay pit 5")
    while len(waiting := awaited(positions.state_of(game))) < 2:
        (player,) = waiting
        game = submit(game, player, places[player], now=now).game
    return game


def everything(game: Game) -> tuple[object, ...]:
    """Return all rows of a game, to check that nothing changed."""
    return (
        list(Game.objects.filter(pk=game.pk).values()),
        list(Seat.objects.filter(game=game).order_by("number").values()),
        StoredEvent.objects.filter(game=game).count(),
    )


def event_types(game: Game) -> list[str]:
    """Return the type of each event of a game."""
    rows = StoredEvent.objects.filter(game=game).order_by("sequence")
    return list(rows.values_list("type", flat=True))


def timed_out_games() -> list[int]:
    """Return the game of every time-out."""
    rows = StoredEvent.objects.filter(type="TurnTimedOut").order_by("game_id")
    return list(rows.values_list("game_id", flat=True))


def people_on(game: Game, player: int, place: Place) -> int:
    """Return how many people of a player are on a place now."""
    state = positions.state_of(Game.objects.get(pk=game.pk))
    return state.players[player].on(place)


def against_automatic(host: User, *, now: datetime, has_clock: bool = False) -> Seat:
    """
    Start a game of the host against one bot; return the host's seat.

    It is a practice game unless it has a clock; then it is rated.
    """
    game = create_game(
        host=host,
        players=[host, DEFAULT_OPPONENT],
        terms=Terms(2, first_player=0, rated=has_clock),
        now=now,
    )
    return Seat.objects.get(game=game, number=0)
