"""Dropping out follows the league's rule: lost, autopilot, or a substitute."""

import pytest
from django.core.management import call_command
from django.test import Client

from games.leagues.dropping_out import drop_out
from games.leagues.page import league_page
from games.leagues.results import season_tables
from games.leagues.seasons import start_season
from games.links.purposes import TAKE_SEAT_LINK
from games.models import League, LeagueGame, Season, SeatOffer, User
from games.models.leagues import DropOut
from games.presentation.league_text import dropped_out_in_words
from games.seats.offers import accept_offer
from notifications.models import Kind
from tests.notifications.mails.test_contents import assert_says, written
from tests.support.leagues import TERMS, league_of, move_on
from tests.support.mails import mails
from tests.support.pages import page, signed_in, text_of
from tests.support.play import play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def started(host: User, *others: User, rule: DropOut) -> tuple[League, Season]:
    """Return a league with one running game, in which the host has no seat."""
    terms = TERMS._replace(games_each=1, drop_out=rule.value)
    league = league_of(host, list(others), terms)
    return league, start_season(league=league, by=host, now=NOW)


def test_player_leaves_all_games_and_the_league(
    alice: User, bob: User, carol: User
) -> None:
    league = league_of(alice, [alice, bob, carol])
    season = start_season(league=league, by=alice, now=NOW)
    link, player = f"/leagues/{league.slug}/", signed_in(carol)
    assert 'value="drop-out"' in page(player, link)
    after = player.post(f"{link}act/", {"do": "drop-out"}, follow=True)
    (said,) = after.context["messages"]
    assert str(DropOut(league.drop_out).label) in str(said)
    for row in season.games.select_related("game"):
        assert row.game.seats.get(user=carol).is_on_autopilot
    shown = player.get(link).context["league"]
    assert (shown.may_drop_out, shown.has_entered) == (False, False)
    (row,) = [each for each in shown.divisions[0].rows if each.is_reader]
    assert row.has_dropped_out
    (mail,) = mails(Kind.DROPPED_OUT)
    assert mail.user == alice
    assert "Carol" in written(mail, NOW).subject
    with refuses("invalid"):
        drop_out(league=league, user=carol, now=NOW)


@pytest.mark.usefixtures("time_stands")
def test_table_learns_the_rule_and_strangers_are_not_asked_for_help(
    alice: User, bob: User, carol: User, dave: User
) -> None:
    league, season = started(alice, bob, carol, dave, rule=DropOut.LOST)
    game = season.games.get().game
    drop_out(league=league, user=dave, now=NOW)
    mail, *_ = mails(Kind.SEAT_LEFT)
    message = written(mail, NOW)
    assert_says(message, league.name, str(DropOut.LOST.label))
    assert "Open seats" not in message.body
    assert game.slug not in page(signed_in(alice), "/open-seats/")
    own_table = text_of(page(signed_in(dave), f"/games/{game.slug}/play/"))
    assert dropped_out_in_words(league) in own_table


@pytest.mark.parametrize("rule", [DropOut.LOST, DropOut.AUTOPILOT])
def test_result_counts_by_the_rule(
    alice: User, bob: User, carol: User, rule: DropOut
) -> None:
    league, season = started(alice, bob, carol, rule=rule)
    drop_out(league=league, user=bob, now=NOW)
    row = season.games.get()
    game = play_to_the_end(row.game, now=NOW)
    row.refresh_from_db()
    seat = game.seats.get(user=bob).number
    if rule == DropOut.LOST:
        assert row.ranks[seat] == 2
    else:
        best = max(row.scores)
        assert (row.ranks[seat] == 1) is (row.scores[seat] == best)
    noted = row.ranks
    LeagueGame.objects.update(ranks=None, scores=[], seed="")
    call_command("rebuild_projections", game.slug, verbosity=0)
    row.refresh_from_db()
    assert row.ranks == noted


def test_substitute_plays_on_for_good(
    alice: User, bob: User, carol: User, dave: User
) -> None:
    league, season = started(alice, bob, carol, rule=DropOut.SUBSTITUTE)
    link = f"/leagues/{league.slug}/"
    assert 'name="substitute"' in page(signed_in(bob), link)
    signed_in(bob).post(
        f"{link}act/", {"do": "drop-out", "substitute": str(dave.email)}
    )
    game = season.games.get().game
    offer = SeatOffer.objects.get(seat__game=game)
    assert (offer.user, offer.for_good) == (dave, True)
    assert offer.seat.is_on_autopilot, "until they accept"
    accept_offer(offer=offer, user=dave, now=NOW)
    entrant = season.entrants.get(user=bob)
    assert entrant.substitute == dave
    assert dave.name in text_of(page(signed_in(carol), link))
    play_to_the_end(game, now=NOW)
    move_on(season, NOW)
    (table,) = season_tables(season)
    assert {each.player for each in table} == set(season.entrants.all())
    row = season.games.get()
    assert sorted(row.ranks) in ([1, 2], [1, 1])


@pytest.mark.usefixtures("time_stands")
def test_new_substitute_says_their_name_before_they_sit_down(
    alice: User, bob: User, carol: User, client: Client
) -> None:
    league, season = started(alice, bob, carol, rule=DropOut.SUBSTITUTE)
    drop_out(league=league, user=bob, substitute="sam@example.org", now=NOW)
    offer = SeatOffer.objects.select_related("seat__game", "user").get()
    link = TAKE_SEAT_LINK.url(offer.seat, offer.user, offer, now=NOW)
    nameless = client.post(link, {"answer": "accept", "name": ""})
    assert nameless.status_code == 400
    offer.refresh_from_db()
    assert offer.is_open
    assert client.post(link, {"answer": "accept", "name": "Sam"}).status_code == 303
    substitute = season.entrants.get(user=bob).substitute
    assert substitute is not None
    assert substitute.name == "Sam"
    (table,) = league_page(league, season, alice).divisions
    assert "Sam" in {row.substitute for row in table.rows}
    User.objects.filter(pk=substitute.pk).update(name="")
    (table,) = league_page(league, season, alice).divisions
    assert all(row.substitute for row in table.rows if row.has_dropped_out)


def test_other_rules_take_no_substitute(alice: User, bob: User, carol: User) -> None:
    league, _season = started(alice, bob, carol, rule=DropOut.LOST)
    drop_out(league=league, user=bob, substitute="dave@example.org", now=NOW)
    assert not SeatOffer.objects.exists()


def test_rule_stands_on_the_page(alice: User, bob: User, carol: User) -> None:
    league, _season = started(alice, bob, carol, rule=DropOut.AUTOPILOT)
    shown = page(signed_in(carol), f"/leagues/{league.slug}/")
    assert str(DropOut.AUTOPILOT.label) in text_of(shown)
