"""Talk and reports on the desk: to be read by moderators, rewritten by nobody."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory

from games import services
from games.models import Game, Report, TalkMessage, User
from tests.games.conftest import NOW
from tests.games.test_talk import say

MAY_READ = {"Moderators": 200, "Administrators": 200, "Auditors": 403}


def desk_of(group: str) -> Client:
    address = f"{group.lower()}@example.org"
    user, _made = User.objects.get_or_create(email=address, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("model", [TalkMessage, Report])
def test_what_was_said_cannot_be_touched(model: type) -> None:
    desk = admin.site._registry[model]
    request = RequestFactory().get("/")
    assert not desk.has_add_permission(request)
    assert not desk.has_change_permission(request)
    assert not desk.has_delete_permission(request)


def test_moderators_read_and_auditors_do_not(
    two_player_game: Game, alice: User, outsider: User
) -> None:
    rude = say(two_player_game, 1, "You cheat!")
    services.report_make(reporter=alice, message=rude, reason="Not nice", now=NOW)
    services.talk_hide(message=rude, by=outsider, now=NOW)
    for group, status in MAY_READ.items():
        desk = desk_of(group)
        for page in ("talkmessage", "report"):
            answer = desk.get(f"/admin/games/{page}/", {"q": "bob"})
            assert answer.status_code == status
    desk = desk_of("Moderators")
    assert "You cheat!" in desk.get("/admin/games/talkmessage/").content.decode()
    pk = Report.objects.get().pk
    detail = desk.get(f"/admin/games/report/{pk}/change/").content.decode()
    assert "Not nice" in detail


def test_open_reports_come_first(
    two_player_game: Game, alice: User, outsider: User
) -> None:
    old = services.report_make(reporter=alice, reason="Old one", now=NOW)
    services.report_close(report=old, by=outsider, outcome="Done", now=NOW)
    services.report_make(reporter=alice, reason="New one", now=NOW)
    desk = desk_of("Moderators")

    def listed(state: str) -> tuple[bool, bool]:
        html = desk.get(f"/admin/games/report/{state}").content.decode()
        return "Old one" in html, "New one" in html

    assert listed("") == (False, True)
    assert listed("?state=closed") == (True, False)
    assert listed("?state=all") == (True, True)
