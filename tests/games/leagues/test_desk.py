"""The staff and leagues: pages of the desk, and acts with a reason."""

from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.leagues.entering import enter_league
from games.leagues.results import season_tables
from games.leagues.seasons import start_season
from games.models import League, LeagueGame, ModerationAction, User
from games.moderation.action import ActionContext, execute
from games.moderation.conflicts import conflict_of
from games.moderation.registry import all_actions
from games.moderation.subjects import url_of
from games.moderation.wizard import dry_run
from games.moderation_log import act_headlines
from notifications.models import OutgoingMail
from tests.games.moderation.conftest import REASON
from tests.support.leagues import TERMS, crowd, end_games, league_of, move_on
from tests.support.pages import page, signed_in, text_of
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root@example.org", "secret")


@pytest.fixture
def league(alice: User) -> League:
    """A league of four players, of whom the first is the best."""
    people = crowd(4)
    found = league_of(alice, people)
    season = start_season(league=found, by=alice, now=NOW)
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    return found


def do(key: str, by: User, league: League, **data: Any) -> ModerationAction:
    context = ActionContext(by, NOW, league, {"reason": REASON, **data})
    return execute(all_actions()[key], context)


def preview(key: str, by: User, league: League, **data: Any) -> list[str]:
    context = ActionContext(by, NOW, league, {"reason": REASON, **data})
    return dry_run(all_actions()[key], context).sentences


def test_preview_says_what_an_act_would_do(root: User, league: League) -> None:
    season = league.current_season()
    entrant, row = season.entrants.earliest("pk"), season.games.earliest("pk")
    left = f"Games that autopilot takes over from them: {season.games.count()}."
    assert left in preview("lg_exclude", root, league, entrant=entrant)
    told = preview("lg_result", root, league, game=row, ranks=[])
    assert told[0] == "The game does not count."
    LeagueGame.objects.filter(pk=row.pk).update(ranks=None)
    told = preview("lg_end", root, league)
    assert "Games that are not final, so they will not count: 1." in told
    do("lg_end", root, league)
    called_off = "The season is cancelled, and none follows."
    assert called_off in preview("lg_end", root, league)


def names(league: League) -> list[str]:
    return [one.player.user.name for one in season_tables(league.current_season())[0]]


def test_excluded_players_games_continue_on_autopilot(
    root: User, league: League
) -> None:
    season = league.current_season()
    best = season.entrants.get(user__name="Player00")
    act = do("lg_exclude", root, league, entrant=best)
    assert (act.league, act.user) == (league, best.user)
    assert names(league) == ["Player01", "Player02", "Player03", "Player00"]
    for row in season.games.select_related("game"):
        left = row.game.seats.get(user=best.user)
        assert left.is_on_autopilot
        assert row.game.events.filter(type="StaffActed").exists()
    assert OutgoingMail.objects.filter(act=act, user=best.user).count() == 1
    desk = text_of(page(signed_in(root), url_of(league)))
    assert f"{all_actions()['lg_exclude'].title} · Player00 {REASON}" in desk
    entry = page(signed_in(root), f"/admin/games/moderationaction/{act.pk}/change/")
    assert all_actions()["lg_exclude"].title in text_of(entry)
    assert "lg_exclude" not in desk + entry
    move_on(season, NOW)
    with refuses("forbidden"):
        enter_league(league=league, user=best.user, now=NOW)
    told = text_of(page(Client(), f"/leagues/{league.slug}/?season=1"))
    assert "taken out" in told
    assert REASON in told


def test_result_is_corrected_with_a_reason(root: User, league: League) -> None:
    row = league.current_season().games.order_by("pk").first()
    assert row is not None
    for wrong in ([1, 2, 3], [1, 1, 2, 4], [0, 1, 2, 3], [2, 3, 4, 5]):
        with refuses("invalid"):
            do("lg_result", root, league, game=row, ranks=wrong)
    before = row.game.version
    act = do("lg_result", root, league, game=row, ranks=[4, 1, 2, 3])
    row.refresh_from_db()
    assert (row.ranks, row.is_corrected, row.game.version) == (
        [4, 1, 2, 3],
        True,
        before,
    )
    assert not OutgoingMail.objects.filter(act=act).exists()
    told = text_of(page(Client(), f"/leagues/{league.slug}/"))
    assert str(act_headlines()["lg_result"]) in told
    move_on(league.current_season(), NOW)
    row.season.refresh_from_db()
    with refuses("too_late"):
        do("lg_result", root, league, game=row, ranks=[])


def test_season_is_ended(root: User, league: League, alice: User) -> None:
    do("lg_end", root, league)
    season = league.seasons.get(number=1)
    assert season.status == "over"
    assert season.entrants.get(rank=1).user.name == "Player00"
    do("lg_end", root, league)
    league.refresh_from_db()
    assert league.seasons.get(number=2).status == "called_off"
    assert league.closed_at is not None
    with refuses("too_late"):
        do("lg_end", root, league)


def test_staff_cannot_moderate_their_own_league(
    root: User, league: League, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    User.objects.filter(pk=root.pk).update(name="Rosa")
    alice.refresh_from_db()
    entered = league_of(alice, [root], TERMS)
    why = conflict_of(alice, league)
    assert why
    for by, subject in ((alice, league), (root, entered)):
        with refuses("forbidden", match=why):
            do("lg_end", by, subject)
    told = page(signed_in(alice), f"/admin/games/desk/league/{league.pk}/")
    assert why in text_of(told)


def test_acts_at_the_desk_take_two_steps(root: User, league: League) -> None:
    browser = signed_in(root)
    desk = page(browser, "/admin/games/desk/")
    address = f"/admin/games/desk/league/{league.pk}/"
    assert f'href="{address}"' in desk
    shown = page(browser, address)
    for key in ("lg_exclude", "lg_end", "lg_result"):
        assert f"{address}{key}/" in shown
        assertTemplateUsed(
            browser.get(f"{address}{key}/"), "games/moderation/form.html"
        )
    row = league.current_season().games.order_by("pk").first()
    assert row is not None
    fields = {"game": row.pk, "ranks": "4 1 2 3", "reason": REASON}
    preview = browser.post(f"{address}lg_result/", fields)
    assertTemplateUsed(preview, "games/moderation/confirm.html")
    row.refresh_from_db()
    assert not row.is_corrected
    confirm = preview.context["confirm"]
    done = browser.post(f"{address}lg_result/", {"confirm": confirm})
    assert done.status_code == 303
    row.refresh_from_db()
    assert row.ranks == [4, 1, 2, 3]
    assert "corrected" in text_of(page(browser, address))
    assert signed_in(row.game.seats.get(number=0).user).get(address).status_code == 302
