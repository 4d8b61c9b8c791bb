"""Sentences about absent players, on pages and in emails."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client

from games.absences import declare_absence
from games.decisions.session import open_session
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Unreachable, User
from games.now import database_now
from games.people.reachability import mark_unreachable
from games.presentation.attendance import attendance_of, standstill_of, turn_notice
from games.presentation.dates import short_day
from games.table.table_page import turn_of
from notifications.models import Topic
from notifications.preferences.services import Change, save_preferences
from stoneage_core.events.staff import GamePaused, StaffActed
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.state import Source
from tests.support.pages import page, play_path, seat_of, signed_in, text_of
from tests.support.play import freeze, submit

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def lines_of(game: Game, reader: int | None, now: datetime) -> list[str]:
    game = fresh(game)
    seats = list(game.seats.select_related("user").order_by("number"))
    return attendance_of(game, seats, now, None if reader is None else seats[reader])


def pause(game: Game, now: datetime) -> None:
    with transaction.atomic():
        session = open_session(game.pk, now=now)
        session.record_act(StaffActed("pause", None, "0" * 64))
        until = write_moment(now + WEEK)
        session.decide(GamePaused(until), None, Source.STAFF)
        session.save()


@pytest.fixture
def away(two_player_game: Game) -> Game:
    """Alice, whose turn it is, is away for a week."""
    now = database_now()
    declare_absence(seat=seat_of(two_player_game, 0), ends=now + WEEK, now=now)
    return fresh(two_player_game)


def end_of(game: Game) -> str:
    """Return the day on which Alice's absence ends, as pages write it."""
    (span,) = game.table_state.seats[0].away
    return short_day(span.ends)


def test_those_who_wait_read_who_is_away(away: Game, bob: User) -> None:
    client = signed_in(bob)
    for path in (f"/games/{away.slug}/play/", "/games/"):
        text = text_of(page(client, path))
        assert "away until" in text, path
        assert end_of(away) in text, path


def test_list_of_games_says_what_an_absence_does(away: Game, bob: User) -> None:
    (line,) = lines_of(away, 1, database_now())
    assert line in text_of(page(signed_in(bob), "/games/"))


def test_spectators_read_who_is_away(client: Client, away: Game) -> None:
    Game.objects.filter(pk=away.pk).update(audience="everyone")
    assert end_of(away) in text_of(page(client, f"/games/{away.slug}/"))


def test_table_also_says_who_is_away_and_not_awaited(
    two_player_game: Game, alice: User, bob: User
) -> None:
    now = database_now()
    submit(two_player_game, 0, "forest 3", now=now)
    declare_absence(seat=seat_of(two_player_game, 0), ends=now + WEEK, now=now)
    (line,) = lines_of(two_player_game, 0, now)
    path = f"/games/{two_player_game.slug}/play/"
    assert line in text_of(page(signed_in(alice), path))


def test_absent_player_reads_of_themselves(away: Game) -> None:
    own, others = (lines_of(away, reader, database_now()) for reader in (0, 1))
    assert own != others


def test_nothing_is_said_after_the_end_of_an_absence(away: Game) -> None:
    assert lines_of(away, 1, database_now() + WEEK + WEEK) == []


@pytest.mark.parametrize("stop", [freeze, pause])
def test_frozen_and_paused_games_say_so_on_the_table(
    two_player_game: Game,
    alice: User,
    bob: User,
    stop: Callable[[Game, datetime], None],
) -> None:
    now = database_now()
    assert standstill_of(fresh(two_player_game), now) == []
    stop(two_player_game, now)
    (line,) = standstill_of(fresh(two_player_game), now)
    for player in (alice, bob):
        path = f"/games/{two_player_game.slug}/play/"
        assert line in text_of(page(signed_in(player), path))


def test_player_without_turn_emails_is_promised_none(
    client: Client, two_player_game: Game, alice: User
) -> None:
    now = database_now()
    submit(two_player_game, 0, "forest 3", now=now)
    path = play_path(two_player_game, 0)
    promise = turn_notice(alice, two_player_game)
    assert promise in text_of(page(client, path))
    off = Change(Topic.TURNS, False, two_player_game)
    save_preferences(user=alice, changes=[off], now=now)
    notice = turn_notice(alice, two_player_game)
    html = text_of(page(client, path))
    assert notice in html
    assert promise not in html


def test_bounced_player_and_guest_are_promised_no_email(
    two_player_game: Game, alice: User
) -> None:
    promise = turn_notice(alice, two_player_game)
    mark_unreachable(user=alice, why=Unreachable.BOUNCED, now=database_now())
    notices = {promise, turn_notice(alice, two_player_game)}
    notices.add(turn_notice(User(), two_player_game))
    assert len(notices) == 3


def test_others_read_that_an_awaited_player_gets_no_email(
    two_player_game: Game, alice: User, bob: User
) -> None:
    def is_silent() -> bool:
        seats = read_seats(fresh(two_player_game))
        state = positions.state_of(fresh(two_player_game))
        turn = turn_of(seats[1], seats, state, action="", now=database_now())
        return turn.awaited[0].is_silent

    assert not is_silent()
    off = Change(Topic.TURNS, False)
    save_preferences(user=alice, changes=[off], now=database_now())
    assert is_silent()
