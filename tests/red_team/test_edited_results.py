"""
The service edits a rating, or the result of a game in a league's table.

Neither is in a record. They follow from the events, so `check_streams --all` computes
them again; that is a check of the operator, and players can only add up results.
"""

from games.leagues.seasons import start_season
from games.lobby.new_games import create_game
from games.models import LeagueGame, PlayerRating, User
from games.ratings.rating import rate_games
from games.seats.invitations import accept_seat
from stoneage_core.terms import Terms
from tests.red_team.rogue import report_of_check
from tests.support.leagues import TERMS, league_of
from tests.support.play import play_to_the_end
from tests.support.standing_time import NOW


def test_an_edited_rating_is_found(alice: User, bob: User) -> None:
    terms = Terms(2, rated=True)
    game = create_game(host=alice, players=[alice, bob], terms=terms, now=NOW)
    game = accept_seat(seat=game.seats.get(number=1), now=NOW)
    game = play_to_the_end(game, now=NOW)
    rate_games()
    assert report_of_check() == ""
    PlayerRating.objects.filter(user=bob).update(mean=2400)
    assert f"{game.slug}: the ratings of 2 players differ" in report_of_check()


def test_an_edited_result_of_a_league_is_found(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    row = start_season(league=league, by=alice, now=NOW).games.get()
    play_to_the_end(row.game, now=NOW)
    assert report_of_check() == ""
    row.refresh_from_db()
    LeagueGame.objects.update(ranks=row.ranks[::-1])
    assert "its result for its league differs from the events" in report_of_check()
    LeagueGame.objects.update(ranks=row.ranks, scores=[999, 0])
    assert "its result for its league differs from the events" in report_of_check()
