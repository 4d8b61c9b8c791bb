"""Hosts of leagues: inviting, taking out, changing, writing, handing over, closing."""

from datetime import timedelta

import pytest
from django.test import Client

from games.clocks import preset_of
from games.leagues.entering import enter_league
from games.leagues.hosting import (
    change_league,
    name_second_host,
    remove_player,
    terms_of,
    write_to_all,
)
from games.leagues.inviting import addresses_in, invite_people
from games.leagues.seasons import start_season
from games.limits import INVITATIONS, LEAGUE_WORDS
from games.models import Entrant, HostAct, League, User
from games.models.leagues import LONGEST_WORDS
from games.presentation.league_text import changed_terms_in_words, invited_in_words
from games.privacy.forgetting import forget_user
from notifications.models import Kind
from tests.notifications.mails.test_contents import written
from tests.support.leagues import TERMS, crowd, end_games, league_of, move_on
from tests.support.mails import mails
from tests.support.pages import page, signed_in, text_of
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_the_host_is_asked_before_a_season_starts_or_a_league_closes(
    alice: User, bob: User
) -> None:
    league = league_of(alice, [alice, bob])
    html = page(signed_in(alice), f"/leagues/{league.slug}/host/")
    for form in ("start/", "close/", "hand-over/", "second/", "remove/", "change/"):
        before, _action, after = html.partition(f"/leagues/{league.slug}/{form}")
        assert after
        assert before.count("<details") > before.count("</details>")


def test_host_page_is_for_hosts_alone(alice: User, bob: User, client: Client) -> None:
    link = f"/leagues/{league_of(alice, [alice, bob]).slug}/"
    assert f"{link}host/" in page(signed_in(alice), link)
    assert f"{link}host/" not in page(signed_in(bob), link)
    assert signed_in(bob).get(f"{link}host/").status_code == 403
    assert client.get(f"{link}host/").status_code == 302


def test_host_invites_people_from_the_form(alice: User, bob: User) -> None:
    fields = {
        "name": "Cup",
        "kind": "tournament",
        "pace": "a_move_a_day",
        "movers": 1,
        "games_each": 1,
        "pause_days": 7,
        "break_minutes": "host",
        "drop_out": "lost",
        "description": "For *all* of us.\nNo prize.",
        "emails": "new@example.org, BOB@example.org;\nnew@example.org",
    }
    signed_in(alice).post("/leagues/new/", fields)
    league = League.objects.get()
    assert (league.break_minutes, league.description) == (None, fields["description"])
    told = mails(Kind.LEAGUE_INVITATION)
    assert [mail.user.email for mail in told if mail.user] == [
        *("new@example.org", "bob@example.org")
    ]
    message = written(told[0], NOW)
    assert f"/league/{league.pk}:{league.slug}:" in message.body
    assert "Alice invites you" in message.body
    assert not Entrant.objects.exists(), "they enter themselves"
    wrong = signed_in(alice).post("/leagues/new/", fields | {"emails": "no address"})
    assert wrong.status_code == 400


def test_host_without_a_name_gives_one_before_inviting_people(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(name="")
    fields = {
        "name": "Cup",
        "kind": "league",
        "pace": "a_move_a_day",
        "movers": 1,
        "games_each": 1,
        "pause_days": 7,
        "break_minutes": "10",
        "drop_out": "lost",
        "emails": "new@example.org",
    }
    host = signed_in(User.objects.get(pk=alice.pk))
    assert host.post("/leagues/new/", fields).status_code == 400
    assert not League.objects.exists()
    named = host.post("/leagues/new/", fields | {"host_name": "Iris"})
    assert named.status_code == 303
    (mail,) = mails(Kind.LEAGUE_INVITATION)
    assert "Iris" in written(mail, NOW).body
    assert "host_name" not in page(host, "/leagues/new/")


def test_refused_invitations_leave_no_league_behind(alice: User) -> None:
    fields = {
        "name": "Cup",
        "kind": "league",
        "pace": "a_move_a_day",
        "movers": 1,
        "games_each": 1,
        "pause_days": 7,
        "break_minutes": "10",
        "drop_out": "lost",
        "emails": "a@example.org",
    }
    for _ in range(INVITATIONS.most):
        INVITATIONS.spend(alice.pk, now=NOW)
    assert signed_in(alice).post("/leagues/new/", fields).status_code == 429
    assert not League.objects.exists()


def test_addresses_are_read_as_address_books_copy_them() -> None:
    pasted = 'Cleo Hill <Cleo@example.org>; "Bo" <bo@example.org>,\n<jo@example.org>'
    emails = ["cleo@example.org", "bo@example.org", "jo@example.org"]
    assert addresses_in(pasted) == emails
    assert addresses_in("\r\n".join(["", *emails, ""])) == emails
    for wrong in ("Cleo Hill", "cleo@example.org Hill", "Hill <cleo>"):
        with refuses("invalid"):
            addresses_in(wrong)


def test_refused_words_and_addresses_are_kept_in_the_form(alice: User) -> None:
    league = league_of(alice, [alice])
    link, host = f"/leagues/{league.slug}/", signed_in(alice)
    for action, field, typed in [
        ("invite/", "emails", "carol@example.org nobody"),
        ("write/", "text", "Hello! " * LONGEST_WORDS),
    ]:
        answer = host.post(link + action, {field: typed})
        assert answer.status_code == 400
        assert typed.strip() in answer.content.decode()


def test_host_reads_what_each_press_did(alice: User, bob: User, carol: User) -> None:
    league = league_of(alice, [alice, bob])
    link, host = f"/leagues/{league.slug}/", signed_in(alice)

    def said(action: str, **fields: str | int) -> list[str]:
        answer = host.post(link + action, fields, follow=True)
        return [str(message) for message in answer.context["messages"]]

    assert said("invite/", emails=f"{carol.email} bob@example.org") == [
        invited_in_words(1)
    ]
    assert said("invite/", emails="bob@example.org") == [invited_in_words(0)]
    entrant = Entrant.objects.get(user=bob)
    assert said("write/", text="Hello!")
    assert said("second/", entrant=entrant.pk)
    assert said("remove/", player=bob.pk)
    terms = {
        "name": league.name,
        "pace": "live",
        "movers": 1,
        "games_each": 1,
        "pause_days": 7,
        "break_minutes": "10",
        "drop_out": "lost",
    }
    announced, unannounced = said("change/", **terms), said("change/", **terms)
    assert unannounced
    assert announced != unannounced


def test_new_people_are_invited_in_the_language_of_the_host(alice: User) -> None:
    alice.language = "es"
    alice.save()
    league = league_of(alice, [alice])
    invite_people(league=league, by=alice, emails=["new@example.org"], now=NOW)
    assert User.objects.get(email="new@example.org").language == "es"


def test_people_who_have_entered_are_not_invited(alice: User, bob: User) -> None:
    league = league_of(alice, [bob])
    emails = ["bob@example.org", "carol@example.org"]
    assert invite_people(league=league, by=alice, emails=emails, now=NOW) == 1
    with refuses("forbidden"):
        invite_people(league=league, by=bob, emails=emails, now=NOW)


def test_host_takes_a_player_out_before_the_start(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    link = f"/leagues/{league.slug}/"
    assert (
        signed_in(bob).post(f"{link}remove/", {"player": alice.pk}).status_code == 403
    )
    assert signed_in(alice).post(f"{link}remove/", {"player": "0"}).status_code == 400
    assert (
        signed_in(alice).post(f"{link}remove/", {"player": bob.pk}).status_code == 303
    )
    assert [each.user for each in Entrant.objects.all()] == [alice]
    (mail,) = mails(Kind.LEAGUE_NEWS, bob)
    assert written(mail, NOW).body
    with refuses("forbidden"):
        enter_league(league=league, user=bob, now=NOW)
    invite_people(league=league, by=alice, emails=[str(bob.email)], now=NOW)
    enter_league(league=league, user=bob, now=NOW)


def test_host_takes_a_player_out_during_a_season(
    alice: User, bob: User, carol: User
) -> None:
    league = league_of(alice, [alice, bob, carol])
    season = start_season(league=league, by=alice, now=NOW)
    remove_player(league=league, by=alice, user_id=carol.pk, now=NOW)
    for row in season.games.select_related("game"):
        assert row.game.seats.get(user=carol).is_on_autopilot
    following = league.open_season()
    assert following is not None
    assert {each.user for each in following.entrants.all()} == {alice, bob}


def test_host_changes_words_date_and_terms(alice: User, bob: User) -> None:
    at = NOW + timedelta(days=9)
    league = league_of(alice, [alice, bob], starts_at=at)
    host, link = signed_in(alice), f"/leagues/{league.slug}/"
    form = host.get(f"{link}host/").context["form"]
    same = {field.html_name: field.value() or "" for field in form}
    same["starts_at"] = same["starts_at"].strftime("%Y-%m-%dT%H:%M")
    same.pop("listed")
    new = {"name": "The Tribe", "description": "Be kind."}
    assert host.post(f"{link}change/", same | new).status_code == 303
    league.refresh_from_db()
    assert (league.name, league.description) == ("The Tribe", "Be kind.")
    assert league.current_season().starts_at == at
    assert not mails(Kind.LEAGUE_NEWS), "words are no news"
    later = (at + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    terms = {"pace": "relaxed", "starts_at": later, "movers": "2"}
    assert host.post(f"{link}change/", same | terms).status_code == 303
    league.refresh_from_db()
    assert terms_of(league).pace == "relaxed"
    assert league.current_season().starts_at == at + timedelta(days=3)
    (mail,) = mails(Kind.LEAGUE_NEWS)
    assert mail.user == bob, "the host knows"
    told = written(mail, NOW).body
    for sentence in changed_terms_in_words(league, ["pace", "movers"]):
        assert sentence in told
    wrong = host.post(f"{link}change/", same | {"starts_at": "2020-01-01T10:00"})
    assert wrong.status_code == 400
    assert signed_in(bob).post(f"{link}change/", same).status_code == 403


def test_changed_terms_are_for_games_that_begin_afterwards(
    alice: User, bob: User
) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    season = start_season(league=league, by=alice, now=NOW)
    terms = terms_of(league)._replace(pace="relaxed")
    wish = {"name": league.name, "description": "", "terms": terms, "starts_at": None}
    change_league(league=league, by=alice, now=NOW, **wish)
    assert preset_of(season.games.get().game.time_control) == "a_move_a_day"
    with refuses("invalid"):
        wish["starts_at"] = NOW + timedelta(days=1)
        change_league(league=league, by=alice, now=NOW, **wish)
    end_games(season, {alice.pk: 0, bob.pk: 1})
    move_on(season, NOW)
    following = start_season(league=league, by=alice, now=NOW)
    assert preset_of(following.games.get().game.time_control) == "relaxed"


def test_host_writes_to_all(alice: User, bob: User, carol: User) -> None:
    league = league_of(alice, [alice, bob, carol])
    link, words = f"/leagues/{league.slug}/", "Pizza at seven.\nBring dice."
    assert signed_in(bob).post(f"{link}write/", {"text": words}).status_code == 403
    signed_in(alice).post(f"{link}write/", {"text": words})
    told = mails(Kind.LEAGUE_NEWS)
    assert {mail.user for mail in told} == {bob, carol}
    assert "Pizza at seven." in written(told[0], NOW).body
    for _ in range(LEAGUE_WORDS.most - 1):
        write_to_all(league=league, by=alice, text=words, now=NOW)
    with refuses("too_many"):
        write_to_all(league=league, by=alice, text=words, now=NOW)


def test_second_host_does_all_but_naming_hosts(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    link, other = (
        f"/leagues/{league.slug}/",
        league.current_season().entrants.get(user=bob),
    )
    signed_in(alice).post(f"{link}second/", {"entrant": other.pk})
    league.refresh_from_db()
    assert league.second_host == bob
    assert [mail.user for mail in mails(Kind.LEAGUE_NEWS)] == [bob]
    second = signed_in(bob)
    assert f"{link}second/" not in page(second, f"{link}host/")
    assert second.post(f"{link}second/", {"entrant": other.pk}).status_code == 403
    assert second.post(f"{link}hand-over/", {"entrant": other.pk}).status_code == 403
    assert second.post(f"{link}start/").status_code == 303
    assert league.current_season().status == "playing"
    signed_in(alice).post(f"{link}second/", {"entrant": ""})
    league.refresh_from_db()
    assert league.second_host is None


def test_league_of_an_erased_host_passes_to_the_second_host(
    alice: User, bob: User, carol: User
) -> None:
    league = league_of(alice, [alice, bob, carol])
    entrant = league.current_season().entrants.get(user=carol)
    name_second_host(league=league, by=alice, to=entrant.pk, now=NOW)
    forget_user(user=alice, now=NOW)
    league.refresh_from_db()
    assert (league.host, league.second_host) == (carol, None)


def test_staff_see_what_the_hosts_did(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    write_to_all(league=league, by=alice, text="Hello", now=NOW)
    remove_player(league=league, by=alice, user_id=bob.pk, now=NOW)
    root = User.objects.create_superuser("root@example.org", "secret")
    told = text_of(page(signed_in(root), f"/admin/games/desk/league/{league.pk}/"))
    assert HostAct.What.WROTE.label in told
    assert "Hello" in told
    assert HostAct.What.REMOVED.label in told


def test_host_starts_each_round_by_hand(alice: User) -> None:
    people = crowd(6)
    terms = TERMS._replace(is_tournament=True, games_each=1, break_minutes=None)
    league = league_of(alice, people, terms)
    first = start_season(league=league, by=alice, now=NOW)
    end_games(first, {user.pk: number for number, user in enumerate(people)})
    move_on(first, NOW)
    final = league.current_season()
    assert (final.status, final.due_at) == ("entering", None)
    shown = signed_in(people[0]).get(f"/leagues/{league.slug}/").context["league"]
    assert (shown.upcoming, shown.open_season) == ("Final", "")
    with refuses("too_late"):
        enter_league(league=league, user=alice, now=NOW)
    assert start_season(league=league, by=alice, now=NOW).is_final


def test_the_others_learn_that_a_league_closes(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    link, word = f"/leagues/{league.slug}/", "I move to Mars."
    signed_in(alice).post(f"{link}close/", {"word": word})
    (mail,) = mails(Kind.LEAGUE_CLOSED)
    assert mail.user == bob
    assert word in str(written(mail, NOW).body)
    assert word in text_of(page(signed_in(bob), link))


def test_host_hands_a_league_over(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    link, other = f"/leagues/{league.slug}/", league.current_season().entrants.last()
    assert other is not None
    refused = signed_in(bob).post(f"{link}hand-over/", {"entrant": other.pk})
    assert refused.status_code == 403
    nobody = signed_in(alice).post(f"{link}hand-over/", {"entrant": "0"})
    assert nobody.status_code == 400
    signed_in(alice).post(f"{link}hand-over/", {"entrant": other.pk})
    league.refresh_from_db()
    assert league.host == bob
    (mail,) = mails(Kind.LEAGUE_PASSED)
    assert mail.user == bob
    assert link in str(written(mail, NOW).body)


def test_services_refuse_several_live_games_at_once(alice: User) -> None:
    several = TERMS._replace(pace="live", games_each=2)
    with refuses("invalid"):
        league_of(alice, [], several)
    league = league_of(alice, [], TERMS._replace(games_each=2))
    with refuses("invalid"):
        change_league(
            league=league,
            by=alice,
            name="The Club",
            description="",
            terms=several,
            starts_at=None,
            now=NOW,
        )


def test_form_names_the_time_zone_of_the_date(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Madrid")
    host = signed_in(User.objects.get(pk=alice.pk))
    assert "Europe/Madrid" in page(host, "/leagues/new/")


def test_league_in_which_nothing_is_played_can_be_ended_at_once(alice: User) -> None:
    league, host = league_of(alice, crowd(2)), signed_in(alice)
    desk, link = f"/leagues/{league.slug}/host/", f"/leagues/{league.slug}/close/"
    waiting = host.get(desk).content.decode().partition(link)[0][-900:]
    start_season(league=league, by=alice, now=NOW)
    playing = host.get(desk).content.decode().partition(link)[0][-900:]
    assert waiting != playing, "a season that has begun is played to its end"
