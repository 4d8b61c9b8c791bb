"""The mail at the end of a season: the table and the next season, once."""

from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client

from games.leagues import seasons
from games.leagues.dropping_out import drop_out
from games.leagues.entering import check_in, enter_league
from games.leagues.hosting import LeagueTerms, close_league
from games.leagues.leaving import leave_league
from games.leagues.page import division_tables
from games.leagues.seasons import advance_season, start_season
from games.models import Game, League, User
from games.presentation.league_text import begun_in_words, start_in_words
from games.presentation.league_titles import titles_of, winners_in_words
from games.signals import SeasonEnded
from notifications.mails.base import MailContext, mails_for
from notifications.mails.base import kind_of as kind_class
from notifications.mails.leagues import SeasonOverMail
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox import rows as outbox
from notifications.preferences.services import Change, save_preferences
from tests.notifications.absence import vote
from tests.notifications.mails.test_contents import assert_says, written
from tests.support.leagues import TERMS, crowd, end_games, league_of, move_on
from tests.support.mails import Send, kind_of, mails
from tests.support.proposals import propose_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def is_stale(mail: OutgoingMail, now: datetime) -> bool:
    return bool(kind_class(mail).why_stale(MailContext(mail, now)))


def played(host: User, people: list[User], terms: LeagueTerms = TERMS) -> League:
    """Return a league whose first season has ended, the first player being the best."""
    league = league_of(host, people, terms)
    season = start_season(league=league, by=host, now=NOW)
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    move_on(season, NOW)
    return league


def test_mail_has_the_table_and_the_next_division(alice: User) -> None:
    people = crowd(8)
    league = played(alice, people)
    season = league.seasons.get(number=1)
    for user, words in [
        (people[0], ["You’re number 1 of 4 in Division 1.", "You stay"]),
        (people[3], ["You’re number 4 of 4 in Division 1.", "You go down a division."]),
        (people[4], ["You’re number 1 of 4 in Division 2.", "You go up a division."]),
    ]:
        (mail,) = mails(Kind.SEASON_OVER, user)
        message = written(mail, NOW)
        winner = winners_in_words(season, list(season.entrants.filter(user=people[0])))
        if user == people[0]:
            assert winner not in message.body, "the subject says it to them"
        else:
            assert message.subject == "The Club: Season 1 is over"
            assert winner in message.body
        assert_says(message, *words)
        assert_says(message, "You’re in the next season")
        link = f"{settings.SITE_URL}/league/{league.pk}:{league.slug}:"
        assert link in message.body
        assert "/?season=1" in message.body, "the next season is open on the page"
    assert_says(message, "1. Player04", "Points: 12", "Points: 0", "See the tables")


def test_mail_names_the_lot_once_to_all_whom_it_put_in_order(alice: User) -> None:
    people = crowd(6)
    league = league_of(alice, people, TERMS._replace(games_each=1))
    season = start_season(league=league, by=alice, now=NOW)
    end_games(season, {user.pk: 1 for user in people})
    season.games.update(seed="5eed")
    move_on(season, NOW)
    entrants = season.entrants.select_related("user")
    first, second = division_tables(season, entrants)
    for table, others in [(first, second), (second, first)]:
        (tie,) = table.ties
        assert all(row.name in tie for row in table.rows)
        for row in table.rows:
            reader = next(user for user in people if user.name == row.name)
            (mail,) = mails(Kind.SEASON_OVER, reader)
            message = written(mail, NOW)
            assert_says(message, tie)
            assert others.ties[0] not in message.body


def test_players_who_are_through_are_asked_to_check_in_for_a_live_round(
    alice: User,
) -> None:
    people = crowd(8)
    terms = TERMS._replace(is_tournament=True, games_each=1, pace="live")
    league = league_of(alice, people, terms)
    for user in people:
        check_in(league=league, user=user, now=NOW)
    season = start_season(league=league, by=alice, now=NOW)
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    move_on(season, NOW)
    through = set(league.seasons.get(number=2).entrants.values_list("user", flat=True))
    assert len(through) == 2
    for mail in mails(Kind.SEASON_OVER):
        link = SeasonOverMail().context(MailContext(mail, NOW))["link"]
        assert ("?season=1" not in link) is (mail.user_id in through)


def test_mail_is_sent_once(alice: User, send: Send) -> None:
    league = played(alice, crowd(2))
    season = league.seasons.get(number=1)
    for _ in range(2):
        outbox.post(mails_for(SeasonEnded(season, now=NOW)), now=NOW)
    assert len(mails(Kind.SEASON_OVER)) == 2
    sent = send(NOW + timedelta(days=1))
    told = [mail.to for mail in sent if kind_of(mail) == Kind.SEASON_OVER]
    assert sorted(told) == [["player00@example.org"], ["player01@example.org"]]


def test_topic_can_be_turned_off(alice: User, send: Send) -> None:
    people = crowd(2)
    changes = [Change(Topic.LEAGUES, False)]
    save_preferences(user=people[0], changes=changes, now=NOW)
    played(alice, people)
    sent = send(NOW + timedelta(days=1))
    told = [mail.to for mail in sent if kind_of(mail) == Kind.SEASON_OVER]
    assert told == [["player01@example.org"]]


def test_tournament_announces_the_next_round_or_the_end(alice: User) -> None:
    people = crowd(8)
    terms = TERMS._replace(is_tournament=True, games_each=1, movers=2, break_minutes=0)
    league = played(alice, people, terms)
    texts = [written(mails(Kind.SEASON_OVER, user)[0], NOW).body for user in people]
    assert ["in the final" in text for text in texts] == [True] * 4 + [False] * 4
    assert "played by others" in texts[-1]
    final = league.current_season()
    end_games(final, {user.pk: number for number, user in enumerate(people)})
    move_on(final, NOW + timedelta(hours=1))
    *_, last = mails(Kind.SEASON_OVER, people[0])
    message = written(last, NOW)
    assert message.subject == "You won The Club!"
    assert_says(message, "number 1 of 4 in the final")
    assert "Player00 won The Club." not in message.body, "the subject says it to them"
    *_, second = mails(Kind.SEASON_OVER, people[1])
    assert_says(written(second, NOW), "Player00 won The Club.", "Thanks for playing!")
    told = {mail.user for mail in mails(Kind.TOURNAMENT_WON)}
    assert told == {alice, *people[4:]}, "the host, and those of the round before"
    (mail,) = mails(Kind.TOURNAMENT_WON, people[7])
    assert written(mail, NOW).subject == "Player00 won The Club.", "named once"


def test_shared_final_is_shared_in_every_sentence(
    alice: User, bob: User, carol: User
) -> None:
    terms = TERMS._replace(is_tournament=True, games_each=1)
    league = league_of(alice, [alice, bob, carol], terms)
    season = start_season(league=league, by=alice, now=NOW)
    season.games.update(ranks=[1, 1, 3], scores=[150, 150, 9], seed="ab")
    move_on(season, NOW)
    together = {
        f"{each} won The Club together." for each in ("Alice and Bob", "Bob and Alice")
    }
    for user in (alice, bob):
        (mail,) = mails(Kind.SEASON_OVER, user)
        message = written(mail, NOW)
        assert message.subject == "You share the victory in The Club!"
        assert_says(message, "You share place 1 of 3 in the final.")
        assert any(each in message.body for each in together)
    (mail,) = mails(Kind.SEASON_OVER, carol)
    assert any(each in written(mail, NOW).body for each in together)
    shown = Client().get(f"/leagues/{league.slug}/").context["league"]
    assert shown.winners in together
    assert [row.rank for row in shown.divisions[0].rows] == [1, 1, 3]
    assert {each.sentence for each in titles_of(bob)} == {shown.winners}


def test_champion_of_a_season_is_named_to_all(alice: User) -> None:
    people = crowd(8)
    played(alice, people)
    (mail,) = mails(Kind.SEASON_OVER, people[0])
    assert written(mail, NOW).subject == "You won Season 1 of The Club!"
    (mail,) = mails(Kind.SEASON_OVER, people[7])
    assert "Player00 won Season 1 of The Club." in written(mail, NOW).body


def test_closed_league_announces_no_next_season(alice: User) -> None:
    people = crowd(2)
    league = league_of(alice, people)
    season = start_season(league=league, by=alice, now=NOW)
    close_league(league=league, by=alice, now=NOW)
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    move_on(season, NOW)
    (mail,) = mails(Kind.SEASON_OVER, people[1])
    assert SeasonOverMail.topic == mail.topic
    assert "Thanks for playing!" in written(mail, NOW).body


def test_player_who_enters_learns_when_it_starts(alice: User, bob: User) -> None:
    league = league_of(alice, [alice], starts_at=NOW + timedelta(days=9))
    enter_league(league=league, user=bob, now=NOW)
    (mail,) = mails(Kind.LEAGUE_ENTERED, bob)
    assert_says(written(mail, NOW), start_in_words(league.current_season()))
    leave_league(league=league, user=bob)
    assert is_stale(mail, NOW)


def test_waiting_list_is_named_in_the_email(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notifications.mails.leagues.MOST_PLAYING", 1)
    league_of(alice, [alice, bob])
    first, second = (mails(Kind.LEAGUE_ENTERED, user)[0] for user in (alice, bob))
    assert "waiting list" not in written(first, NOW).body
    assert "number 1 on the waiting list" in written(second, NOW).body


def test_players_are_reminded_with_the_date(alice: User, bob: User, send: Send) -> None:
    at = NOW + timedelta(days=9)
    season = league_of(alice, [alice, bob], starts_at=at).current_season()
    assert season.due_at is not None
    now = move_on(season, season.due_at)
    (mail,) = mails(Kind.SEASON_SOON, bob)
    assert_says(written(mail, now), start_in_words(season))
    move_on(season, at)
    assert is_stale(mail, at)


def test_postponed_season_asks_for_players(alice: User, bob: User) -> None:
    at = NOW + timedelta(days=9)
    for terms in (TERMS, TERMS._replace(is_tournament=True)):
        season = league_of(alice, [bob], terms, starts_at=at).current_season()
        move_on(season, at)
        now = move_on(season, at)
        mail = mails(Kind.SEASON_POSTPONED, alice)[-1]
        assert "Too few have entered" in written(mail, now).body


def test_one_email_names_division_rivals_and_all_games(alice: User, send: Send) -> None:
    people = crowd(8)
    league = league_of(alice, people)
    start_season(league=league, by=alice, now=NOW)
    sent = send(NOW)
    told = [mail for mail in sent if mail.to == [str(people[5].email)]]
    kinds = Counter(kind_of(mail) for mail in told)
    del kinds[Kind.LEAGUE_ENTERED]
    assert kinds == {Kind.SEASON_STARTED: 1, Kind.YOUR_TURN: 1}
    (mail,) = mails(Kind.SEASON_STARTED, people[5])
    message = written(mail, NOW)
    entrant = league.current_season().entrants.get(user=people[5])
    assert_says(message, begun_in_words(entrant), "Player04, Player06 and Player07")
    assert message.body.count("/play/") == 4
    assert "Division 2" in message.body


def test_turn_email_says_both_if_the_only_game_begins_with_it(alice: User) -> None:
    people = crowd(3)
    league = league_of(alice, people, TERMS._replace(games_each=1))
    start_season(league=league, by=alice, now=NOW)
    assert {mail.user for mail in mails(Kind.SEASON_STARTED)} == {*people[1:]}
    (mail,) = mails(Kind.YOUR_TURN)
    entrant = league.current_season().entrants.get(user=people[0])
    message = written(mail, NOW)
    assert_says(message, begun_in_words(entrant))
    assert "joined" not in message.body, "the service seated them"


def test_season_email_is_stale_for_players_who_dropped_out(
    alice: User, bob: User
) -> None:
    league = league_of(alice, [alice, bob])
    start_season(league=league, by=alice, now=NOW)
    (mail,) = mails(Kind.SEASON_STARTED, bob)
    assert not is_stale(mail, NOW)
    drop_out(league=league, user=bob, now=NOW)
    assert is_stale(mail, NOW)


def test_absent_players_hear_that_a_live_round_began_without_them(
    alice: User, bob: User, carol: User
) -> None:
    live = LeagueTerms(pace="live", is_tournament=True, games_each=1)
    league = league_of(alice, [alice, bob, carol], live)
    for user in (alice, bob):
        check_in(league=league, user=user, now=NOW)
    start_season(league=league, by=alice, now=NOW)
    (mail,) = mails(Kind.SEASON_MISSED)
    assert mail.user == carol
    assert_says(written(mail, NOW), "You hadn’t checked in")


def test_players_without_a_place_hear_that_they_wait(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seasons, "MOST_PLAYING", 2)
    people = crowd(3)
    league = league_of(alice, people)
    start_season(league=league, by=alice, now=NOW)
    (mail,) = mails(Kind.SEASON_MISSED)
    assert mail.user == people[2]
    following = league.open_season()
    assert following is not None
    assert_says(written(mail, NOW), start_in_words(following))


def test_reminder_knows_who_has_checked_in(alice: User, bob: User) -> None:
    live = LeagueTerms(pace="live", is_tournament=True, games_each=1)
    starts_at = NOW + timedelta(minutes=30)
    league = league_of(alice, [alice, bob], live, starts_at=starts_at)
    check_in(league=league, user=alice, now=NOW)
    season = league.current_season()
    advance_season(season_id=season.pk, now=starts_at - timedelta(minutes=15))
    present, absent = (mails(Kind.SEASON_SOON, user)[0] for user in (alice, bob))
    assert_says(written(present, NOW), "You’ve checked in")
    assert_says(written(absent, NOW), "Check in on its page")


def test_end_of_a_league_game_links_to_the_league_and_offers_no_rematch(
    alice: User, bob: User, two_player_game: Game
) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    of_league = start_season(league=league, by=alice, now=NOW).games.get().game
    for game in two_player_game, of_league:
        proposer, voter = game.seats.order_by("number")
        propose_end(seat=proposer, now=NOW)
        vote(game, voter.number, True, NOW)
    for mail in mails(Kind.GAME_OVER, bob):
        shown = written(mail, NOW).body
        is_of_league = mail.game == of_league
        assert (f"/leagues/{league.slug}/" in shown) is is_of_league
        assert ("rematch" in shown.lower()) is not is_of_league
