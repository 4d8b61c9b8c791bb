"""Monthly numbers, and the commands to export and delete an account."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import ModerationAction, User
from games.moderation.casework import take_case
from games.moderation.monthly_numbers import staff_numbers
from games.presentation.dates import duration_in_words
from games.talk.reports import make_appeal, make_report
from tests.games.moderation.conftest import REASON
from tests.games.moderation.doing import do_action
from tests.support.standing_time import NOW

AtDesk = Callable[[User], Client]
BOB = "bob@example.org"


def called(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_numbers_cover_twelve_months_and_all_kinds(
    alice: User, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    for hours in (1, 5, 30):
        case = make_report(reporter=alice, reason=str(hours), now=NOW).case
        take_case(case=case, by=moderator, now=NOW + timedelta(hours=hours))
        alice = User.objects.create_user(f"{hours}@example.org")
    old = datetime(2026, 1, 3, tzinfo=UTC)
    make_report(reporter=alice, reason="old", kind="bug", now=old)
    make_report(reporter=bob, reason="older", now=old - timedelta(days=90))
    act = do_action("warn", by=moderator, user=bob, now=NOW)
    appeal = make_appeal(act=act, user=bob, reason="No", now=NOW)
    do_action("allow", by=moderator, case=appeal, now=NOW)
    rows = staff_numbers(NOW)
    now, before = rows["months"]  # nothing happened in between
    assert (now["cases"], now["still_open"]) == (4, 3)
    assert now["taken_after"] == duration_in_words(3 * 3600)
    assert now["closed_after"] == duration_in_words(0)
    assert (now["acts"], now["appeals"], now["granted"]) == (3, 1, 1)
    assert (before["cases"], before["taken_after"]) == (1, "")
    assert [(one["kind"], one["cases"]) for one in rows["kinds"]] == [
        *(("Bug", 1), ("Other", 3), ("Appeals", 1)),
    ]
    page = at_desk(moderator).get("/admin/games/desk/numbers/").content.decode()
    assert "Nov 2026" in page


def test_export_user_writes_the_users_data(bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    data = json.loads(called("export_user", " Bob@example.org "))
    assert data["account"]["email"] == BOB
    with pytest.raises(CommandError, match=r"Nobody here has the address x@y\.org"):
        called("export_user", "x@y.org")


def test_forget_user_executes_the_act_of_the_desk(
    bob: User, administrator: User
) -> None:
    words = ("forget_user", BOB, "--by", str(administrator.email), "--reason", REASON)
    assert "The account will be deleted on 2026-" in called(*words)
    act = ModerationAction.objects.get()
    assert (act.kind, act.user, act.by) == ("forget", bob, administrator)
    with pytest.raises(CommandError, match="is deleted, or will be"):
        called(*words)


def test_reason_with_an_address_is_refused(bob: User, administrator: User) -> None:
    words = ("forget_user", BOB, "--by", str(administrator.email), "--reason")
    with pytest.raises(CommandError, match="leave out the address"):
        called(*words, "x@example.org wants it")
    assert not ModerationAction.objects.exists()


def test_forget_user_needs_the_permission(bob: User, moderator: User) -> None:
    words = ("forget_user", BOB, "--by", str(moderator.email), "--reason", REASON)
    with pytest.raises(CommandError, match="do not have the permission"):
        called(*words)
    with pytest.raises(CommandError, match="Nobody here"):
        called("forget_user", BOB, "--by", "x@example.org", "--reason", REASON)
