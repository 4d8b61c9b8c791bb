"""Rated games: recorded when final, rated in order, and computed again."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.accounts.profiles import show_profile
from games.lobby.new_games import Wanted, create_game, create_practice_game
from games.lobby.rematch import agree_to_rematch
from games.log import positions
from games.models import Game, PlayerRating, RatedGame, User
from games.presentation.option_text import sentence_of
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.ratings import rating
from games.ratings.rating import latest_ratings, rate_games, record_result
from games.ratings.rows import rating_changes, rating_rows
from games.ratings.scale import NEWCOMER, rate_table
from games.seats.invitations import accept_seat
from games.table.hints import is_practice
from notifications.mails.match import RATED_WITHIN
from notifications.models import Kind, OutgoingMail
from notifications.sending.render import message_for
from stoneage_core import GameState
from stoneage_core.match.state import Match
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import OPTION_OF, Terms
from tests.support.pages import page, seat_of, signed_in, text_of
from tests.support.play import play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def rated_game(*players: Wanted, coached: bool = False) -> Game:
    """Return a rated game of these people that has started. The first one hosts."""
    host = players[0]
    assert isinstance(host, User)
    terms = Terms(len(players), rated=True, coached=coached)
    game = create_game(host=host, players=players, terms=terms, now=NOW)
    for seat in game.seats.filter(invitation="invited").order_by("number"):
        game = accept_seat(seat=seat, now=NOW)
    return game


def note(game: Game, *ranks: int, minutes: int = 0, **columns: object) -> RatedGame:
    """Record a result without playing. The game ended ``minutes`` after now."""
    row, _made = RatedGame.objects.update_or_create(
        game=game,
        defaults={
            "player_count": game.seat_count,
            "ended_at": NOW + timedelta(minutes=minutes),
            "ranks": ranks,
            "is_waiting": True,
            **columns,
        },
    )
    return row


def numbers() -> list[tuple[object, ...]]:
    rows = PlayerRating.objects.order_by("rated_game", "user")
    return list(rows.values_list("rated_game", "user", "mean", "deviation", "change"))


def test_later_result_replaces_the_earlier_one(
    two_player_game: Game,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, match = two_player_game, Match(GameState(), two_player_game.table_state)
    for ranks in ([1, 2], [2, 1]):
        result = {"player_count": 2, "ended_at": NOW, "ranks": ranks}
        monkeypatch.setattr(rating, "result_of", lambda _match, found=result: found)
        record_result(game, match)
        rated = RatedGame.objects.get()
        assert (rated.pk, rated.ranks, rated.is_waiting) == (game.pk, ranks, True)
        RatedGame.objects.update(is_waiting=False)


def test_result_page_shows_changes_to_permitted_readers(
    alice: User, bob: User, client: Client
) -> None:
    game = play_to_the_end(rated_game(alice, bob), now=NOW)
    result = f"/games/{game.slug}/result/"
    assert rating_changes(game, alice) == ()  # not rated yet
    rate_games()
    (mine,) = rating_changes(game, alice)
    row = PlayerRating.objects.get(user=alice)
    assert (mine.name, mine.points, mine.is_reader) == ("Alice", round(row.mean), True)
    assert mine.change[0] in "+\N{MINUS SIGN}0"
    told = f"Alice {mine.points} ({mine.change})"
    assert told in text_of(page(signed_in(alice), result))
    assert "Ratings: " not in text_of(page(client, result))
    show_profile(user=bob, now=NOW, shows_ratings=True)
    assert "Ratings: Bob " in text_of(page(client, result))
    mail = OutgoingMail.objects.get(kind=Kind.GAME_OVER, user=alice)
    assert mail.due_at - mail.created_at == RATED_WITHIN
    text = " ".join(str(message_for(mail, now=NOW).body).split())
    assert f"Your rating is now {mine.points} ({mine.change})." in text


def test_finished_game_changes_ratings(alice: User, bob: User) -> None:
    game = play_to_the_end(rated_game(alice, bob), now=NOW)
    ranks = positions.state_of(game).ranks
    assert RatedGame.objects.get(game=game).ranks == list(ranks)
    assert rate_games() == 1
    assert rate_games() == 0
    expected = rate_table([NEWCOMER] * 2, ranks)
    found = latest_ratings([alice.pk, bob.pk], 2)
    assert [found[alice.pk], found[bob.pk]] == [pytest.approx(one) for one in expected]
    (row,) = rating_rows(alice)
    assert (row.player_count, row.games, row.is_settled) == (2, 1, False)
    before = numbers()
    PlayerRating.objects.all().delete()
    RatedGame.objects.all().delete()
    call_command("rebuild_projections", stdout=StringIO())
    assert numbers() == before
    assert collect_own_data(alice, NOW)["ratings"][0]["mean"] == before[0][2]


def test_unrated_game_does_not_count(
    finished_game: Game,
) -> None:
    record_result(
        finished_game,
        Match(positions.state_of(finished_game), finished_game.table_state),
    )
    assert not RatedGame.objects.exists()
    assert rate_games() == 0


def test_ratings_do_not_depend_on_the_order_of_results(
    alice: User, bob: User, carol: User
) -> None:
    """The second game to end is recorded last, so the game after it is rated again."""
    games = [rated_game(alice, bob), rated_game(bob, carol), rated_game(alice, carol)]
    for minutes, game in enumerate(games):
        note(game, 1, 2, minutes=minutes)
    rate_games()
    in_order = {row[:2]: row[2:] for row in numbers()}
    RatedGame.objects.all().delete()
    for minutes in (0, 2, 1):
        note(games[minutes], 1, 2, minutes=minutes)
        rate_games()
    assert {row[:2]: row[2:] for row in numbers()} == in_order


def test_numbers_of_players_are_rated_separately(
    alice: User, bob: User, carol: User
) -> None:
    note(rated_game(alice, bob), 1, 2)
    note(rated_game(alice, bob, carol), 3, 2, 1)
    assert rate_games() == 2
    two, three = rating_rows(alice)
    assert (two.player_count, three.player_count) == (2, 3)
    assert two.points > 1500 > three.points


def test_ratings_of_bots_are_fixed_and_count(alice: User) -> None:
    game = rated_game(alice, DEFAULT_OPPONENT)
    assert not is_practice(seat_of(game, 0))
    note(game, 2, 1)
    rate_games()
    (rating,) = PlayerRating.objects.all()
    assert (rating.user, rating.change < 0) == (alice, True)


def test_player_is_rated_for_a_seat_that_a_substitute_plays(
    alice: User, bob: User, carol: User
) -> None:
    game = rated_game(alice, bob)
    game.seats.filter(number=1).update(user=carol, absent_user=bob)
    note(game, 1, 2, substituted=[1])
    rate_games()
    assert latest_ratings([carol.pk], 2) == {}
    assert latest_ratings([bob.pk], 2)[bob.pk].mean < 1500
    Game.objects.filter(pk=game.pk).update(status="finished")
    forget_user(user=bob, now=NOW)
    before = numbers()
    RatedGame.objects.update(is_waiting=True)
    rate_games()
    assert [row[1:] for row in numbers()] == [row[1:] for row in before]


def test_player_who_left_and_was_erased_is_not_rated(
    alice: User, bob: User, carol: User
) -> None:
    game = rated_game(alice, bob)
    game.seats.filter(number=1).update(user=carol)
    note(game, 1, 2, substituted=[1])
    rate_games()
    assert [row.user for row in PlayerRating.objects.all()] == [alice]


def test_rated_game_has_no_coach_and_no_guests(alice: User, bob: User) -> None:
    with refuses("invalid", match="no coach"):
        rated_game(alice, bob, coached=True)
    assert not Game.objects.exists()
    guest = create_practice_game(now=NOW).user
    assert guest is not None
    with refuses("address_needed"):
        rated_game(guest, DEFAULT_OPPONENT)


def test_rating_is_announced_before_accepting_and_kept_by_a_rematch(
    alice: User, bob: User
) -> None:
    terms = Terms(2, rated=True)
    game = create_game(host=alice, players=[alice, bob], terms=terms, now=NOW)
    announced = sentence_of("rated", True)
    assert announced in text_of(page(Client(), f"/games/{game.slug}/"))
    game = play_to_the_end(accept_seat(seat=seat_of(game, 1), now=NOW), now=NOW)
    browser = signed_in(bob)
    told = page(browser, f"/games/{game.slug}/play/rematch/")
    assert announced in text_of(told)
    again = agree_to_rematch(seat=seat_of(game, 1), now=NOW).game
    assert again.terms.rated


def test_form_offers_rated_games(alice: User) -> None:
    sent = {
        "automatic": "1",
        "plays": "on",
        "rated": "on",
        "tie_break": "sequential",
        "clock-preset": "a_move_a_day",
        "first_player": "",
    }
    answer = signed_in(alice).post("/games/new/", sent)
    assert answer.status_code == 303, text_of(answer.content.decode())
    assert Game.objects.get().terms.rated
    refused = signed_in(alice).post("/games/new/", sent | {"coached": "on"})
    assert refused.status_code == 400
    (error,) = refused.context["form"].non_field_errors()
    assert error == OPTION_OF["rated"].excludes["coached"]


def report_of_check() -> str:
    """Return the report of `check_streams --all`, or ''."""
    out = StringIO()
    try:
        call_command("check_streams", "--all", stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return ""


def test_check_finds_wrong_ratings(alice: User, bob: User) -> None:
    games = [play_to_the_end(rated_game(alice, bob), now=NOW) for _ in range(2)]
    rate_games()
    assert report_of_check() == ""
    second = PlayerRating.objects.filter(rated_game=games[1].pk)
    second.filter(user=bob).update(mean=2400)
    assert f"{games[1].slug}: the ratings of 2 players differ" in report_of_check()
    second.filter(user=bob).delete()
    assert games[0].slug not in report_of_check()
    assert "Run rebuild_projections" in report_of_check()
    call_command("rebuild_projections", stdout=StringIO())
    assert report_of_check() == ""
    others = [rank + 1 for rank in RatedGame.objects.get(pk=games[0].pk).ranks]
    RatedGame.objects.filter(pk=games[0].pk).update(ranks=others, is_waiting=True)
    assert f"{games[0].slug}: its result for ratings differs" in report_of_check()
    RatedGame.objects.filter(pk=games[0].pk).delete()
    assert f"{games[0].slug}: its result for ratings differs" in report_of_check()
