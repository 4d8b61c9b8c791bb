"""Talk and reports on the desk: to be read by moderators, rewritten by nobody."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory

from games.errors import Forbidden
from games.models import Game, Report, TalkMessage, User
from games.talk.messages import hide_message, say_at_table
from games.talk.reports import make_report
from tests.games.moderation.doing import close_report
from tests.games.test_talk import say
from tests.support.standing_time import NOW

MAY_READ = {"Moderators": 200, "Administrators": 200, "Auditors": 403}


@pytest.fixture(autouse=True)
def _the_outsider_moderates(outsider: User) -> None:
    outsider.groups.add(Group.objects.get(name="Moderators"))


def desk_of(group: str) -> Client:
    address = f"{group.lower()}@example.org"
    user, _made = User.objects.get_or_create(email=address, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("model", [TalkMessage, Report])
def test_what_was_said_cannot_be_touched(model: type, carol: User) -> None:
    desk = admin.site._registry[model]
    request = RequestFactory().get("/")
    request.user = carol
    assert not desk.has_add_permission(request)
    assert not desk.has_change_permission(request)
    assert not desk.has_delete_permission(request)


def test_moderators_read_and_auditors_do_not(
    two_player_game: Game, alice: User, outsider: User
) -> None:
    rude = say(two_player_game, 1, "You cheat!")
    make_report(reporter=alice, message=rude, reason="Not nice", now=NOW)
    hide_message(message=rude, by=outsider, now=NOW)
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
    old = make_report(reporter=alice, reason="Old one", now=NOW)
    close_report(report=old, by=outsider, outcome="Done", now=NOW)
    make_report(reporter=alice, reason="New one", now=NOW)
    desk = desk_of("Moderators")

    def listed(state: str) -> tuple[bool, bool]:
        html = desk.get(f"/admin/games/report/{state}").content.decode()
        return "Old one" in html, "New one" in html

    assert listed("") == (False, True)
    assert listed("?state=closed") == (True, False)
    assert listed("?state=all") == (True, True)


def test_a_report_is_answered_once_and_its_message_hidden(
    two_player_game: Game, outsider: User
) -> None:
    alice, bob = two_player_game.seats.select_related("game", "user").order_by("number")
    assert alice.user is not None
    message = say_at_table(seat=bob, text="rude words", now=NOW)
    report = make_report(reporter=alice.user, reason="rude", message=message, now=NOW)
    User.objects.filter(pk=outsider.pk).update(is_staff=True)
    client = Client()
    client.force_login(outsider)
    path = f"/admin/games/report/{report.pk}/change/"
    assert client.post(path, {"outcome": "", "hide": "on"}).status_code == 200
    report.refresh_from_db()
    assert report.closed_at is None
    assert client.post(path, {"outcome": "Hidden.", "hide": "on"}).status_code == 302
    report.refresh_from_db()
    message.refresh_from_db()
    assert (report.outcome, report.closed_by) == ("Hidden.", outsider)
    assert message.hidden_by == outsider
    assert client.get(path).status_code == 200
    assert client.post(path, {"outcome": "Again."}).status_code == 403


def test_nobody_answers_a_report_without_the_right(
    two_player_game: Game, outsider: User, carol: User
) -> None:
    bob = two_player_game.seats.select_related("game", "user").get(number=1)
    report = make_report(reporter=outsider, reason="odd", seat=bob, now=NOW)
    with pytest.raises(Forbidden):
        close_report(report=report, by=carol, outcome="No.", now=NOW)
