"""Appeals: by the link in the email, once, and decided by somebody else."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from games.links.purposes import APPEAL_LINK
from games.models import Game, ModerationAction, Report, User
from games.models.moderation import Case
from games.moderation.casework import take_case
from games.moderation.conflicts import conflict_of
from games.moderation.registry import all_actions
from games.talk.reports import make_appeal
from stoneage_core.state import EndReason
from tests.games.moderation.conftest import REASON, confirmation
from tests.games.moderation.doing import do_action
from tests.support.mails import Send
from tests.support.people import member
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

AtDesk = Callable[[User], Client]
UNTIL = NOW + timedelta(days=3)
WHY = "It was not me who wrote that."


@pytest.fixture
def act(bob: User, moderator: User) -> ModerationAction:
    """A mute of Bob."""
    return do_action("mute", by=moderator, user=bob, until=UNTIL, now=NOW)


@pytest.fixture
def appeal(act: ModerationAction, bob: User) -> Case:
    return make_appeal(act=act, user=bob, reason=WHY, now=NOW)


def page_of(act: ModerationAction, user: User) -> str:
    return "/" + APPEAL_LINK.url(act, user, now=NOW).split("/", 3)[3]


def test_link_in_the_email_opens_a_form_that_opens_a_case(
    client: Client, act: ModerationAction, bob: User, send: Send
) -> None:
    mail = next(mail for mail in send(NOW) if mail.to == ["bob@example.org"])
    path = re.search(r"https?://[^/]+(/appeal/\S+)", mail.body)
    assert path is not None
    page = client.get(path[1])
    assert REASON in page.content.decode()
    assert not Case.objects.exists()
    assert client.post(path[1], {"reason": " "}).status_code == 400
    assert client.post(path[1], {"reason": WHY}).status_code == 303
    case = Case.objects.get()
    assert (case.act, case.person, case.is_unread) == (act, bob, True)
    assert Report.objects.get().reason == WHY
    assert "has arrived" in client.get(path[1], follow=True).content.decode()
    assert client.post(path[1], {"reason": WHY}).status_code == 409


def test_banned_user_can_appeal_by_their_link_alone(
    client: Client, bob: User, administrator: User
) -> None:
    act = do_action("ban", by=administrator, user=bob, now=NOW)
    path = page_of(act, bob)
    assert client.post(path, {"reason": WHY}).status_code == 303
    User.objects.filter(pk=bob.pk).update(email="other@example.org")
    assert client.get(path).status_code == 403
    assert client.get(path[:-4] + "xxx/").status_code == 403


def test_every_player_can_appeal_against_an_end(
    client: Client, two_player_game: Game, alice: User, bob: User, moderator: User
) -> None:
    drawn = EndReason.DRAWN
    act = do_action("end", by=moderator, game=two_player_game, how=drawn, now=NOW)
    for user in (alice, bob):
        assert client.post(page_of(act, user), {"reason": WHY}).status_code == 303
    assert {case.person for case in act.appeals.all()} == {alice, bob}
    assert {case.game for case in act.appeals.all()} == {two_player_game}


def test_somebody_else_decides_an_appeal_if_possible(
    appeal: Case, moderator: User, at_desk: AtDesk
) -> None:
    """If there is nobody else, the same person decides."""
    path = f"/admin/games/desk/case/{appeal.pk}/"
    shown = at_desk(moderator).get(path)
    assert WHY in shown.content.decode()
    (_heading, acts), *_ = shown.context["groups"]
    offered = {action.key for action, _url, _is_ready in acts}
    assert offered == {"allow", "dismiss", "ask"}
    take_case(case=appeal, by=moderator, now=NOW)
    member("mick", "Moderators")
    why = conflict_of(moderator, appeal)
    assert why
    with refuses("forbidden", match=why):
        take_case(case=appeal, by=moderator, now=NOW)
    shown = at_desk(moderator).get(path)
    assert why in shown.content.decode()
    assert "/allow/" not in shown.content.decode()


def test_desk_offers_what_decides_an_appeal_first(
    appeal: Case, administrator: User, at_desk: AtDesk
) -> None:
    """Neither another warning, nor reasons about reports."""
    page = at_desk(administrator).get(f"/admin/games/desk/case/{appeal.pk}/").context
    offered = [action.key for _, acts in page["groups"] for action, *_ in acts]
    assert offered == ["allow", "dismiss", "ask"]
    _own, (_heading, first), *_all = page["form"].fields["ready"].choices
    assert [key for key, _title in first] == ["granted", "upheld"]


@pytest.mark.parametrize(("key", "granted"), [("allow", True), ("dismiss", False)])
def test_appellant_gets_the_outcome(
    client: Client,
    appeal: Case,
    act: ModerationAction,
    bob: User,
    at_desk: AtDesk,
    send: Send,
    key: str,
    granted: bool,
) -> None:
    second = at_desk(member("mick", "Moderators"))
    path = f"/admin/games/desk/case/{appeal.pk}/{key}/"
    shown = second.post(path, {"ready": "upheld"})
    done = second.post(path, {"confirm": confirmation(shown)})
    assert done.status_code == 303
    appeal.refresh_from_db()
    assert appeal.is_granted is granted
    sent = [mail for mail in send(NOW) if mail.to == ["bob@example.org"]]
    assert any("was granted" in mail.body for mail in sent) is granted
    page = client.get(page_of(act, bob), follow=True).content.decode()
    assert ("was granted" in page) is granted
    assert second.get(path).status_code == 409


def test_report_is_not_an_appeal(appeal: Case, at_desk: AtDesk) -> None:
    client = at_desk(member("mick", "Moderators"))
    path = f"/admin/games/desk/case/{appeal.pk}/"
    assert client.get(f"{path}answer/").status_code == 409
    Case.objects.update(act=None)
    assert client.get(f"{path}allow/").status_code == 409
    assert client.get(f"{path}answer/").status_code == 200


def test_grave_acts_can_be_appealed() -> None:
    appealable = {key for key, one in all_actions().items() if one.may_be_appealed}
    assert appealable == {
        *("warn", "mute", "no_games", "ban", "hide", "roll_back", "end", "play"),
        "lg_exclude",
    }


def test_appeal_is_a_conversation_on_the_page_of_its_link(
    client: Client, appeal: Case, act: ModerationAction, bob: User
) -> None:
    """Its link leads to what was asked, with the act and what it was about."""
    second = member("mick", "Moderators")
    do_action(
        "ask", by=second, case=appeal, to=bob.pk, reason="Why?", now=NOW - timedelta(1)
    )
    page = client.get(page_of(act, bob), follow=True)
    assert page.context["act"] == act
    assert [message.text for message in page.context["said"]] == ["Why?"]
    path = page.redirect_chain[-1][0]
    assert client.post(path, {"text": "It was a joke."}).status_code == 303
    appeal.refresh_from_db()
    assert appeal.is_unread
    assert appeal.messages.filter(by=None).count() == 1
