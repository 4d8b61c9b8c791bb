"""Vacations: visible, limited, and never late enough to save a missed deadline."""

from datetime import datetime, timedelta

from games.absences import declare_absence, declare_absences, end_absence
from games.clocks import PRESETS
from games.lobby.new_games import create_game
from games.models import Game, Seat, StoredEvent, User
from games.seats.invitations import accept_seat
from stoneage_core.match.calendar import Span
from stoneage_core.terms import Terms
from stoneage_core.time_control import PerMove, TimeControl
from tests.support.play import submit
from tests.support.refusals import refuses

DAY = timedelta(days=1)
THREE_DAYS = 3 * DAY


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def away(game: Game, number: int) -> tuple[Span, ...]:
    return Game.objects.get(pk=game.pk).table_state.seats[number].away


def declare(
    game: Game, now: datetime, days: float, begins: datetime | None = None
) -> None:
    declare_absence(
        seat=seat_of(game, 0),
        begins=begins,
        ends=(begins or now) + days * DAY,
        now=now,
    )


def test_absence_stops_the_clock(two_player_game: Game, now: datetime) -> None:
    declare(two_player_game, now, 10)
    assert seat_of(two_player_game, 0).deadline_at == now + 13 * DAY
    assert away(two_player_game, 0) == (Span(now, now + 10 * DAY),)
    assert StoredEvent.objects.filter(type="AbsenceDeclared").count() == 1


def test_absence_can_begin_later(two_player_game: Game, now: datetime) -> None:
    declare(two_player_game, now, 2, begins=now + DAY)
    assert seat_of(two_player_game, 0).deadline_at == now + 5 * DAY


def test_early_return_keeps_the_remaining_days(
    two_player_game: Game, now: datetime
) -> None:
    declare(two_player_game, now, 10)
    end_absence(seat=seat_of(two_player_game, 0), now=now + 2 * DAY)
    end_absence(seat=seat_of(two_player_game, 0), now=now + 2 * DAY)
    assert seat_of(two_player_game, 0).deadline_at == now + 5 * DAY
    assert away(two_player_game, 0) == (Span(now, now + 2 * DAY),)
    assert StoredEvent.objects.filter(type="AbsenceEnded").count() == 1


def test_cancelled_absence_uses_no_days(two_player_game: Game, now: datetime) -> None:
    declare(two_player_game, now, 2, begins=now + DAY)
    end_absence(seat=seat_of(two_player_game, 0), now=now)
    assert seat_of(two_player_game, 0).deadline_at == now + THREE_DAYS
    assert away(two_player_game, 0) == ()


def test_days_per_year_are_limited(two_player_game: Game, now: datetime) -> None:
    declare(two_player_game, now, 20)
    with refuses("invalid", match=r"\b1\b"):
        declare(two_player_game, now, 2, begins=now + 30 * DAY)
    declare(two_player_game, now, 1, begins=now + 30 * DAY)
    with refuses("invalid"):
        declare(two_player_game, now, 0.5, begins=now + 40 * DAY)


def test_refusal_counts_the_days_left_when_the_absence_begins(
    two_player_game: Game, now: datetime
) -> None:
    declare(two_player_game, now, 10)
    much_later = now + 400 * DAY
    with refuses("invalid", match="only 21 vacation days"):
        declare(two_player_game, now, 22, begins=much_later)
    declare(two_player_game, now, 21, begins=much_later)


def test_absences_cannot_overlap(two_player_game: Game, now: datetime) -> None:
    declare(two_player_game, now, 5)
    with refuses("invalid", match="already"):
        declare(two_player_game, now, 2, begins=now + 4 * DAY)


def test_vacation_must_end_after_it_begins(
    two_player_game: Game, now: datetime
) -> None:
    with refuses("invalid"):
        declare(two_player_game, now, 0)
    with refuses("invalid"):
        declare_absence(
            seat=seat_of(two_player_game, 0),
            begins=now - 5 * DAY,
            ends=now - DAY,
            now=now,
        )


def test_absence_cannot_save_a_missed_deadline(
    two_player_game: Game, now: datetime
) -> None:
    """This holds even before the sweep has run."""
    late = now + THREE_DAYS
    with refuses("too_late"):
        declare(two_player_game, late, 2)
    declare(two_player_game, late - timedelta(seconds=1), 2)


def test_clock_without_vacation_refuses_absences(
    alice: User, bob: User, now: datetime
) -> None:
    game = create_game(
        host=alice,
        players=[alice, bob],
        terms=Terms(2, TimeControl(PerMove(86400))),
        now=now,
    )
    with refuses("not_started"):
        declare(game, now, 1)
    accept_seat(seat=game.seats.get(number=1), now=now)
    with refuses("invalid", match="no vacation"):
        declare(game, now, 1)


def test_absence_is_declared_in_all_games_at_once(
    alice: User, bob: User, now: datetime
) -> None:
    clocks = [PRESETS["relaxed"], PRESETS["live"], PRESETS["unhurried"]]
    for control in clocks:
        game = create_game(
            host=alice,
            players=[alice, bob],
            terms=Terms(2, control, first_player=0),
            now=now,
        )
        accept_seat(seat=game.seats.get(number=1), now=now)
    held, refused = declare_absences(user=alice, ends=now + 5 * DAY, now=now)
    paces = [seat.game.time_control for seat in held]
    assert paces == [
        PRESETS["unhurried"],
        PRESETS["relaxed"],
    ]  # the most urgent one first
    ((seat, why),) = refused
    assert seat.game.time_control == PRESETS["live"]
    assert why.code == "invalid"


def test_other_players_can_go_on(two_player_game: Game, now: datetime) -> None:
    declare_absence(seat=seat_of(two_player_game, 1), ends=now + 10 * DAY, now=now)
    submit(two_player_game, 0, "hut", now=now)
    assert seat_of(two_player_game, 1).deadline_at == now + 13 * DAY
