"""What the staff looks at, and rights that change, leave a trace for administrators."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client

from games.models import Game, StaffTrace, User
from games.now import database_now
from games.staff_traces import note_look
from tests.games.moderation.conftest import desk

pytestmark = pytest.mark.django_db

What = StaffTrace.What


def traces() -> list[tuple[str, str | None, str | None]]:
    """Return what was looked at, with the game and the person."""
    rows = StaffTrace.objects.order_by("pk")
    return list(rows.values_list("what", "game__slug", "user__email"))


def test_looks_at_people_and_games_are_noted(
    staff: Client, two_player_game: Game, bob: User
) -> None:
    for _ in range(2):
        staff.get(f"/admin/games/desk/person/{bob.pk}/")
        staff.get(desk(two_player_game))
    assert traces() == [
        (What.PERSON, None, "bob@example.org"),
        (What.GAME, two_player_game.slug, None),
    ]


def test_reading_talk_and_running_records_is_noted(
    staff: Client, two_player_game: Game
) -> None:
    staff.get("/admin/games/talkmessage/?q=hello")
    assert staff.get(f"/games/{two_player_game.slug}/record.jsonl").status_code == 200
    assert [what for what, *_rest in traces()] == [What.LIST, What.RECORD]
    assert StaffTrace.objects.earliest("pk").detail.endswith("q=hello")


def test_look_is_noted_again_after_an_hour(bob: User, alice: User) -> None:
    now = database_now()
    for minutes in (0, 59, 61):
        at = now + timedelta(minutes=minutes)
        note_look(by=alice, what=What.PERSON, user=bob, now=at)
    assert len(traces()) == 2


def test_changed_rights_are_noted(staff: Client, db: None) -> None:
    mona = User.objects.create_user("mona@example.org")
    group = Group.objects.get(name="Moderators")
    page = f"/admin/games/user/{mona.pk}/change/"
    staff.post(page, {"is_staff": "on", "groups": [group.pk]})
    row = StaffTrace.objects.get(what=What.RIGHTS)
    assert row.by is not None
    assert (row.by.email, row.user, row.detail) == (
        *("staff@example.org", mona),
        "staff, Moderators",
    )
    call_command("sign_in_link", "root@example.org", "--superuser")
    row = StaffTrace.objects.latest("pk")
    assert (row.by, row.detail) == (None, "staff, superuser")


def test_only_administrators_read_traces(staff: Client, client: Client) -> None:
    moderator = User.objects.create_user("mo@example.org", is_staff=True)
    moderator.groups.add(Group.objects.get(name="Moderators"))
    other = Client()
    other.force_login(moderator)
    assert staff.get("/admin/games/stafftrace/").status_code == 200
    assert other.get("/admin/games/stafftrace/").status_code == 403
