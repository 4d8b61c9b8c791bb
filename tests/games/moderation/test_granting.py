"""Granting an appeal lifts the act in the same step, by somebody who may lift it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.models import Game, ModerationAction, User
from games.models.moderation import Case
from games.moderation.actions.lifting import LIFTED_BY, lifting_of
from games.moderation.conflicts import colleagues_for, conflict_of
from games.moderation.kinds import RIGHT_TO_LIFT
from games.moderation.registry import all_actions
from games.talk.reports import make_appeal
from stoneage_core import notation
from stoneage_core.state import EndReason
from tests.games.moderation.conftest import assert_whole, confirmation
from tests.games.moderation.doing import before_last_move, do_action, seat
from tests.games.talk.test_talk import say
from tests.support.people import member
from tests.support.play import submit
from tests.support.refusals import refuses

AtDesk = Callable[[User], Client]


@pytest.fixture
def boss(db: None) -> User:
    return member("boss", "Administrators")


@pytest.fixture
def judge(db: None) -> User:
    """Another administrator."""
    return member("jude", "Administrators")


def appeal_of(act: ModerationAction, user: User, now: datetime) -> Case:
    return make_appeal(act=act, user=user, reason="Not me.", now=now)


def grant(case: Case, by: User, now: datetime) -> None:
    case.refresh_from_db()
    do_action("allow", by=by, case=case, now=now)


def test_every_appealable_act_can_be_lifted() -> None:
    appealable = {key for key, one in all_actions().items() if one.may_be_appealed}
    assert set(LIFTED_BY) == appealable
    assert all(action.key in all_actions() for action in LIFTED_BY.values())
    rights = {key: action.permission for key, action in LIFTED_BY.items()}
    assert rights == RIGHT_TO_LIFT


def test_granting_lifts_sanctions(
    bob: User, boss: User, judge: User, now: datetime
) -> None:
    until = now + timedelta(days=9)
    for key in ("mute", "no_games", "ban"):
        act = do_action(key, by=boss, user=bob, until=until, now=now)
        grant(appeal_of(act, bob, now), judge, now)
        bob.refresh_from_db()
    assert bob.is_active
    assert not bob.is_muted(now)
    assert not bob.is_barred(now)
    warning = do_action("warn", by=boss, user=bob, now=now)
    grant(appeal_of(warning, bob, now), judge, now)
    with refuses("too_late"):
        do_action("unwarn", by=judge, user=bob, now=now)
    granted = Case.objects.filter(is_granted=True)
    assert granted.count() == 4
    lifted = ModerationAction.objects.filter(case__in=granted).exclude(kind="allow")
    kinds = set(lifted.values_list("kind", flat=True))
    assert kinds == {"unmute", "new_games", "unban", "unwarn"}


def test_granting_undoes_what_was_done_to_a_game(
    two_player_game: Game,
    alice: User,
    bob: User,
    boss: User,
    judge: User,
    now: datetime,
) -> None:
    rude = say(two_player_game, 1, "Well, well.")
    hidden = do_action("hide", by=boss, message=rude, now=now)
    grant(appeal_of(hidden, bob, now), judge, now)
    rude.refresh_from_db()
    assert rude.hidden_at is None
    forest = notation.from_text("forest 3")
    played = do_action(
        "play", by=boss, seat=seat(two_player_game, 0), command=forest, now=now
    )
    grant(appeal_of(played, alice, now), judge, now)
    assert seat(two_player_game, 0).is_awaited
    game = submit(Game.objects.get(), 0, "hut", now=now).game
    sequence = before_last_move(game)
    back = do_action("roll_back", by=boss, game=game, sequence=sequence, now=now)
    grant(appeal_of(back, alice, now), judge, now)
    assert seat(game, 1).is_awaited
    end = do_action("end", by=boss, game=game, how=EndReason.DRAWN, now=now)
    grant(appeal_of(end, alice, now), judge, now)
    game.refresh_from_db()
    assert game.is_active
    assert_whole(game)


def test_appeal_is_passed_on_by_those_who_cannot_lift_the_act(
    bob: User, boss: User, judge: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    case = appeal_of(do_action("ban", by=boss, user=bob, now=now), bob, now)
    path = f"/admin/games/desk/case/{case.pk}/"
    shown = at_desk(moderator).get(path)
    assert shown.context["cannot_lift"]
    assert shown.context["colleagues"] == [judge]
    offered = {
        action.key for _heading, acts in shown.context["groups"] for action, *_ in acts
    }
    assert "allow" not in offered
    assert at_desk(moderator).get(f"{path}allow/").status_code == 403
    with refuses("forbidden"):
        grant(case, moderator, now)
    bob.refresh_from_db()
    assert not bob.is_active
    sent = {"do": "hand_over", "to": judge.pk}
    assert at_desk(moderator).post(f"{path}handle/", sent).status_code == 303
    browser = at_desk(judge)
    preview = browser.post(f"{path}allow/", {"ready": "granted"})
    assert browser.post(f"{path}allow/", {"confirm": confirmation(preview)})
    bob.refresh_from_db()
    assert bob.is_active


def test_appeal_can_be_granted_when_nothing_is_left_to_lift(
    bob: User, boss: User, judge: User, moderator: User, now: datetime
) -> None:
    act = do_action("ban", by=boss, user=bob, until=now + timedelta(days=1), now=now)
    case = appeal_of(act, bob, now)
    do_action("unban", by=boss, user=bob, now=now)
    assert lifting_of(act, now) is None
    grant(case, moderator, now)
    case.refresh_from_db()
    assert case.is_granted


def test_later_act_of_the_kind_stands(
    bob: User, boss: User, judge: User, now: datetime
) -> None:
    until = now + timedelta(days=9)
    first = do_action("mute", by=boss, user=bob, until=until, now=now)
    do_action("mute", by=boss, user=bob, until=until, now=now)
    grant(appeal_of(first, bob, now), judge, now)
    bob.refresh_from_db()
    assert bob.is_muted(now)


def test_who_did_an_act_decides_if_nobody_else_can_lift_it(
    bob: User, boss: User, moderator: User, now: datetime
) -> None:
    case = appeal_of(do_action("ban", by=boss, user=bob, now=now), bob, now)
    assert colleagues_for(case, moderator) == [boss]
    assert conflict_of(boss, case) == ""
    judge = member("jude", "Administrators")
    assert colleagues_for(case, moderator) == [judge]
    assert conflict_of(boss, case)
