"""Invitations to leagues: entering by the emailed link, reminding, withdrawing."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.accounts.addresses import is_unused
from games.leagues.hosting import LeagueTerms
from games.leagues.inviting import (
    decline_invitation,
    invite_people,
    remind_invited,
    withdraw_invitation,
)
from games.leagues.schedule import schedule_start
from games.leagues.seasons import start_season
from games.limits import INVITATION_REMINDERS, TooMany
from games.models import Entrant, HostAct, League, LeagueInvitation, User
from games.privacy.forgetting import forget_user
from notifications.mails.base import MailContext, kind_of
from notifications.models import Kind, OutgoingMail
from tests.notifications.mails.test_contents import assert_says, written
from tests.support.leagues import TERMS, league_of
from tests.support.mails import mails
from tests.support.pages import page, signed_in
from tests.support.refusals import refuses
from tests.support.standing_time import NOW, StandingTime

pytestmark = pytest.mark.django_db

NEW = "new@example.org"
LIVE = LeagueTerms(pace="live", is_tournament=True, games_each=1)


def invite(league: League, by: User, email: str = NEW) -> User:
    invite_people(league=league, by=by, emails=[email], now=NOW)
    return User.objects.get(email=email)


def link_in(mail: OutgoingMail) -> str:
    """Return the path of the reader's own page of the league."""
    found = re.search(r"https?://[^/]+(/league/[^\s?]+/)", written(mail, NOW).body)
    assert found
    return found[1]


@pytest.mark.usefixtures("time_stands")
def test_invited_person_enters_with_one_press_and_no_address(
    alice: User, client: Client
) -> None:
    league = league_of(alice, [alice])
    league.description = "For all who like dice."
    league.save()
    user = invite(league, alice)
    assert is_unused(user)
    (mail,) = mails(Kind.LEAGUE_INVITATION)
    assert_says(written(mail, NOW), "For all who like dice.")
    link = link_in(mail)
    shown = client.get(link)
    assertTemplateUsed(shown, "games/leagues/league.html")
    assert not Entrant.objects.filter(user=user).exists(), "opening it does nothing"
    assert client.post(link, {"do": "enter", "name": ""}).status_code == 400
    answer = client.post(
        link, {"do": "enter", "name": "Nina", "time_zone": "Asia/Seoul"}
    )
    assert (answer.status_code, answer["Location"]) == (303, link)
    assert Entrant.objects.get(user=user).season.league == league
    assert not LeagueInvitation.objects.exists(), "entering answers it"
    shown = client.get(link).context
    assert shown["league"].has_entered
    assert shown["zone"] == "Asia/Seoul"
    assert not is_unused(user)
    user.refresh_from_db()
    assert user.name == "Nina"


def test_invitation_to_a_live_evening_says_that_players_check_in(alice: User) -> None:
    league = league_of(alice, [alice], LIVE, starts_at=NOW + timedelta(days=1))
    invite(league, alice)
    (mail,) = mails(Kind.LEAGUE_INVITATION)
    assert_says(written(mail, NOW), "Check in on its page")


def test_player_checks_in_leaves_and_drops_out_by_the_emailed_link(
    alice: User, bob: User, client: Client, time_stands: StandingTime
) -> None:
    league = league_of(alice, [alice, bob], LIVE)
    season = league.current_season()
    (entered,) = mails(Kind.LEAGUE_ENTERED, bob)
    link = link_in(entered)
    assert client.post(link, {"do": "check-in"}).status_code == 303
    assert season.entrants.get(user=bob).checked_in_at == time_stands.now
    assert client.post(link, {"do": "leave"}).status_code == 303
    assert not season.entrants.filter(user=bob).exists()
    assert client.post(link, {"do": "enter"}).status_code == 303
    schedule_start(season, None, NOW)
    for mail in mails(Kind.LEAGUE_ENTERED):
        assert client.post(link_in(mail), {"do": "check-in"}).status_code == 303
    start_season(league=league, by=alice, now=NOW)
    assert client.post(link, {"do": "drop-out"}).status_code == 303
    assert season.entrants.get(user=bob).dropped_at is not None
    assert client.post(link, {"do": "dance"}).status_code == 400


def test_host_sees_who_has_not_answered_reminds_and_withdraws(
    alice: User, bob: User, time_stands: StandingTime
) -> None:
    league = league_of(alice, [alice])
    user, host = invite(league, alice), signed_in(alice)
    invite(league, alice, str(bob.email))
    desk, press = f"/leagues/{league.slug}/host/", f"/leagues/{league.slug}/invitation/"
    new, known = host.get(desk).context["invitations"]
    assert (new.name, known.name) == (NEW, "Bob")
    assert host.post(press, {"number": known.number, "do": "dance"}).status_code == 400
    assert host.post(press, {"number": known.number, "do": "remind"}).status_code == 303
    assert len(mails(Kind.LEAGUE_INVITATION, bob)) == 2
    assert host.post(press, {"number": known.number, "do": "remind"}).status_code == 429
    assert (
        signed_in(bob).post(press, {"number": known.number, "do": "remind"}).status_code
        == 403
    )
    assert host.post(press, {"number": new.number, "do": "withdraw"}).status_code == 303
    assert not league.invitations.filter(user=user).exists()
    (mail,) = mails(Kind.LEAGUE_INVITATION, user)
    assert kind_of(mail).why_stale(MailContext(mail, NOW)), "it is not sent any more"
    acts = league.acts.order_by("pk").values_list("what", flat=True)
    invited = HostAct.What.INVITED
    assert [*acts] == [invited, invited, HostAct.What.REMINDED, HostAct.What.WITHDREW]
    assert time_stands.now == NOW


def test_reminders_have_a_limit_and_need_an_open_invitation(alice: User) -> None:
    league = league_of(alice, [alice])
    invite(league, alice)
    number = league.invitations.get().pk
    for _ in range(INVITATION_REMINDERS.most):
        remind_invited(league=league, by=alice, number=number, now=NOW)
    with pytest.raises(TooMany):
        remind_invited(league=league, by=alice, number=number, now=NOW)
    with refuses("taken"):
        remind_invited(league=league, by=alice, number=number + 1, now=NOW)
    withdraw_invitation(league=league, by=alice, number=number, now=NOW)
    withdraw_invitation(league=league, by=alice, number=number, now=NOW)
    with refuses("taken"):
        remind_invited(league=league, by=alice, number=number, now=NOW)


@pytest.mark.usefixtures("time_stands")
def test_declined_invitation_is_shown_and_not_repeated(
    alice: User, client: Client
) -> None:
    league = league_of(alice, [alice])
    user = invite(league, alice)
    link = link_in(mails(Kind.LEAGUE_INVITATION)[0])
    assert 'value="decline"' in client.get(link).content.decode()
    assert client.post(link, {"do": "decline"}).status_code == 303
    assert 'value="decline"' not in client.get(link).content.decode()
    (row,) = (
        signed_in(alice).get(f"/leagues/{league.slug}/host/").context["invitations"]
    )
    assert row.is_declined
    with refuses("taken"):
        remind_invited(league=league, by=alice, number=row.number, now=NOW)
    invite(league, alice)
    assert league.invitations.get().declined_at is None, "invited again"
    decline_invitation(league=league, user=user, now=NOW)
    assert client.post(link, {"do": "enter", "name": "Nina"}).status_code == 303


def test_addresses_of_people_with_a_name_stay_private(alice: User, bob: User) -> None:
    league = league_of(alice, [alice])
    invite(league, alice, str(bob.email))
    assert str(bob.email) not in page(signed_in(alice), f"/leagues/{league.slug}/host/")


def test_invitation_of_an_erased_user_is_gone(alice: User, bob: User) -> None:
    league = league_of(alice, [alice], TERMS)
    invite(league, alice, str(bob.email))
    forget_user(user=bob, now=NOW)
    assert not LeagueInvitation.objects.exists()
