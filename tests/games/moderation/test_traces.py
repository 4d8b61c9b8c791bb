"""What the staff looks at, and rights that change, leave a trace for administrators."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.test import Client

from games.accounts.addresses import drop_unused
from games.models import Game, StaffTrace, User
from games.now import database_now
from games.staff_traces import record_look
from notifications.models import Kind
from notifications.sending.render import message_for
from tests.games.moderation.conftest import desk
from tests.support.mails import html_of, mails

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
        record_look(by=alice, what=What.PERSON, user=bob, now=at)
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


def test_person_whose_rights_changed_is_told_by_email(staff: Client, db: None) -> None:
    mona = User.objects.create_user("mona@example.org")
    group = Group.objects.get(name="Moderators")
    page = f"/admin/games/user/{mona.pk}/change/"
    staff.post(page, {"is_staff": "on", "groups": [group.pk]})
    (mail,) = mails(Kind.ACCOUNT_SECURED)
    message = message_for(mail, now=database_now())
    assert message.to == ["mona@example.org"]
    for text in (str(message.body), html_of(message)):
        assert "staff, Moderators" in text
    staff.post(page, {"is_staff": "on", "groups": [group.pk]})
    assert len(mails(Kind.ACCOUNT_SECURED)) == 1, "nothing has changed"


def test_database_refuses_to_change_or_remove_traces(alice: User, bob: User) -> None:
    record_look(by=alice, what=What.PERSON, user=bob, now=database_now())
    rows = StaffTrace.objects.all()
    for change in (lambda: rows.update(detail="x"), rows.delete):
        with (
            pytest.raises(DatabaseError),
            transaction.atomic(),
        ):
            change()
    assert len(traces()) == 1


def test_trace_outlives_a_person_who_is_deleted(staff: Client) -> None:
    typed = User.objects.create_user("typed@example.org")
    staff.get(f"/admin/games/desk/person/{typed.pk}/")
    former = typed.pk
    drop_unused(user=typed)
    assert not User.objects.filter(pk=former).exists()
    assert StaffTrace.objects.get().user_id == former
    assert staff.get("/admin/games/stafftrace/").status_code == 200


@pytest.mark.parametrize("typed", ["bob%40example.org", "Bob+x@example.org"])
def test_traces_hold_no_addresses(staff: Client, typed: str) -> None:
    staff.get(f"/admin/games/talkmessage/?q={typed}")
    detail = StaffTrace.objects.get().detail
    assert detail.endswith("q=[address]")


def test_only_administrators_read_traces(staff: Client, client: Client) -> None:
    moderator = User.objects.create_user("mo@example.org", is_staff=True)
    moderator.groups.add(Group.objects.get(name="Moderators"))
    other = Client()
    other.force_login(moderator)
    assert staff.get("/admin/games/stafftrace/").status_code == 200
    assert other.get("/admin/games/stafftrace/").status_code == 403
