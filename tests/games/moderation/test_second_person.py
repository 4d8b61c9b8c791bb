"""Grave acts take two of the staff: one proposes, another confirms or refuses."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from games.errors import Forbidden, TooLate
from games.models import Game, ModerationAction, User
from games.models.cases import StaffNote
from games.models.moderation import ProposedAct
from games.moderation.action import execute
from games.moderation.confirmation import proposals_for, refuse_act
from games.moderation.registry import all_actions
from games.privacy.forgetting import forget_user
from stoneage_core.state import EndReason
from tests.games.moderation.conftest import (
    REASON,
    assert_whole,
    confirmation,
    desk,
    do,
    member,
    on_person,
)
from tests.games.moderation.doing import context_of
from tests.support.play import everything, submit
from tests.support.standing_time import NOW

AtDesk = Callable[[User], Client]
DASHBOARD = "/admin/games/desk/"


@pytest.fixture
def second(db: None) -> User:
    return member("mick", "Moderators")


@pytest.fixture
def proposal(
    two_player_game: Game, moderator: User, second: User, at_desk: AtDesk
) -> ProposedAct:
    """Mona would end the game."""
    client, path = at_desk(moderator), desk(two_player_game, "end")
    shown = client.post(path, {"reason": REASON, "how": "drawn"})
    assert "Propose it: End the game" in shown.content.decode()
    before = everything(two_player_game)
    done = client.post(path, {"confirm": confirmation(shown)})
    assert done.status_code == 303
    assert "has to confirm it" in client.get(done["Location"]).content.decode()
    assert everything(two_player_game) == before
    return ProposedAct.objects.get()


def page_of(proposal: ProposedAct) -> str:
    return f"{DASHBOARD}proposed/{proposal.pk}/"


def test_another_confirms_it_and_both_stand_in_the_log(
    two_player_game: Game,
    proposal: ProposedAct,
    moderator: User,
    second: User,
    at_desk: AtDesk,
) -> None:
    client = at_desk(second)
    assert page_of(proposal) in client.get(DASHBOARD).content.decode()
    shown = client.get(page_of(proposal))
    assert "Mona proposes this." in shown.content.decode()
    assert not ModerationAction.objects.exists()
    done = client.post(page_of(proposal), {"confirm": confirmation(shown)})
    assert done.status_code == 303
    act = ModerationAction.objects.get()
    assert (act.kind, act.by, act.confirmed_by) == ("end", moderator, second)
    assert not ProposedAct.objects.exists()
    html = client.get(desk(two_player_game)).content.decode()
    assert "(confirmed by Mick)" in html
    assert client.get(page_of(proposal)).status_code == 404
    assert_whole(two_player_game)


def test_nobody_confirms_their_own_and_no_player_any(
    proposal: ProposedAct,
    moderator: User,
    second: User,
    alice: User,
    auditor: User,
    at_desk: AtDesk,
) -> None:
    token = {"confirm": confirmation(at_desk(second).get(page_of(proposal)))}
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    alice.groups.add(Group.objects.get(name="Moderators"))
    for other in (moderator, User.objects.get(pk=alice.pk), auditor):
        client = at_desk(other)
        assert client.get(page_of(proposal)).status_code == 403
        assert client.post(page_of(proposal), token).status_code == 403
    assert proposals_for(User.objects.get(pk=alice.pk)) == []
    assert not ModerationAction.objects.exists()


def test_it_is_refused_with_a_note_for_whoever_proposed_it(
    two_player_game: Game,
    proposal: ProposedAct,
    moderator: User,
    second: User,
    at_desk: AtDesk,
) -> None:
    client = at_desk(second)
    silent = client.post(page_of(proposal), {"refuse": "yes", "why": " "})
    assert silent.status_code == 400
    sent = {"refuse": "yes", "why": "Ask them first."}
    assert client.post(page_of(proposal), sent).status_code == 303
    assert not ProposedAct.objects.exists()
    assert StaffNote.objects.get().game == two_player_game
    html = at_desk(moderator).get(desk(two_player_game)).content.decode()
    assert "proposed by Mona, is refused: Ask them first." in html


def test_of_two_who_refuse_it_one_is_late(
    proposal: ProposedAct, moderator: User, second: User
) -> None:
    twice = [ProposedAct.objects.get(pk=proposal.pk) for _ in range(2)]
    refuse_act(proposal=twice[0], by=second, why="Ask them first.", now=NOW)
    with pytest.raises(TooLate):
        refuse_act(proposal=twice[1], by=moderator, why="A mistake.", now=NOW)
    assert StaffNote.objects.get().by == second


def test_a_game_that_moved_on_is_shown_again(
    two_player_game: Game, proposal: ProposedAct, second: User, at_desk: AtDesk
) -> None:
    client = at_desk(second)
    shown = client.get(page_of(proposal))
    submit(two_player_game, 0, "forest 3", now=NOW)
    again = client.post(page_of(proposal), {"confirm": confirmation(shown)})
    assert again.status_code == 409
    assert ProposedAct.objects.exists()
    done = client.post(page_of(proposal), {"confirm": confirmation(again)})
    assert done.status_code == 303


def test_no_way_leads_round_it(
    two_player_game: Game, bob: User, administrator: User
) -> None:
    """What takes two is refused below the pages as well; alone one does it alone."""
    grave = {key for key, one in all_actions().items() if one.wants_second}
    assert grave == {"end", "roll_back", "play", "address", "forget"}
    other = member("anna", "Administrators")
    end = context_of(by=administrator, game=two_player_game, now=NOW)
    end.data["how"] = EndReason.DRAWN
    forget = context_of(by=administrator, user=bob, now=NOW)
    for key, context in (("end", end), ("forget", forget)):
        for nobody in (None, administrator, bob):
            context.confirmed_by = nobody
            with pytest.raises(Forbidden):
                execute(all_actions()[key], context)
    User.objects.filter(pk=other.pk).update(is_active=False)
    for key, context in (("end", end), ("forget", forget)):
        context.confirmed_by = None
        assert execute(all_actions()[key], context).confirmed_by is None


def test_who_is_forgotten_meanwhile_takes_the_proposal_along(
    bob: User, administrator: User, at_desk: AtDesk
) -> None:
    member("anna", "Administrators")
    path = on_person(bob, "address")
    assert do(at_desk(administrator), path, email="x@example.org").status_code == 303
    assert ProposedAct.objects.get().fields["email"] == "x@example.org"
    forget_user(user=User.objects.get(pk=bob.pk), now=NOW)
    assert not ProposedAct.objects.exists()
