"""Cases have an owner: acting takes them, and taking over is seen by both."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.models import Game, ModerationAction, User
from games.models.moderation import Case, ReportKind
from games.moderation.casework import (
    IS_LOOKING,
    change_kind,
    hand_over_case,
    postpone_case,
    release_case,
    take_case,
)
from games.talk.reports import make_report
from notifications.models import Kind, OutgoingMail
from notifications.sending.render import message_for
from tests.games.moderation.conftest import REASON, confirmation, on_person
from tests.games.moderation.doing import close_case, do_action, seat
from tests.support.people import member
from tests.support.refusals import refuses
from tests.support.standing_time import StandingTime

AtDesk = Callable[[User], Client]


@pytest.fixture
def milo(db: None) -> User:
    return member("milo", "Moderators")


@pytest.fixture
def case(two_player_game: Game, alice: User, now: datetime) -> Case:
    about = seat(two_player_game, 1)
    return make_report(reporter=alice, seat=about, reason="Late again", now=now).case


def page_of(case: Case) -> str:
    return f"/admin/games/desk/case/{case.pk}/"


def test_acting_takes_the_case(
    case: Case, bob: User, moderator: User, now: datetime
) -> None:
    do_action("word", by=moderator, user=bob, case=case, now=now)
    case.refresh_from_db()
    assert (case.assignee, case.taken_at, case.is_unread) == (moderator, now, False)


def test_two_people_cannot_act_on_one_case(
    case: Case, bob: User, moderator: User, milo: User, at_desk: AtDesk, now: datetime
) -> None:
    path = f"{on_person(bob, 'warn')}?case={case.pk}"
    shown = at_desk(milo).post(path, {"reason": REASON})
    do_action("warn", by=moderator, user=bob, case=case, now=now)
    answer = at_desk(milo).post(path, {"confirm": confirmation(shown)})
    assert answer.status_code == 409
    assert at_desk(milo).post(path, {"reason": REASON}).status_code == 409
    with refuses("too_late"):
        close_case(case=case, by=milo, outcome="Done", now=now)
    assert ModerationAction.objects.get().by == moderator
    assert Case.objects.get().assignee == moderator


def test_nobody_else_changes_a_case_in_hand(
    case: Case, moderator: User, milo: User, now: datetime
) -> None:
    take_case(case=case, by=moderator, now=now)
    later = now + timedelta(days=1)
    for attempt in (
        lambda: take_case(case=case, by=milo, now=now),
        lambda: release_case(case=case, by=milo, now=now),
        lambda: hand_over_case(case=case, by=milo, to=moderator, now=now),
        lambda: postpone_case(case=case, by=milo, until=later, now=now),
        lambda: change_kind(case=case, by=milo, kind=ReportKind.BUG, now=now),
    ):
        with refuses("too_late"):
            attempt()
    release_case(case=case, by=moderator, now=now)
    assert take_case(case=case, by=milo, now=now).assignee == milo


def test_taking_over_asks_and_tells(
    case: Case, moderator: User, milo: User, at_desk: AtDesk, now: datetime
) -> None:
    browser, handle = at_desk(milo), f"{page_of(case)}handle/"
    shown = browser.get(page_of(case)).text
    assert 'name="from"' not in shown
    take_case(case=case, by=moderator, now=now)
    # Milo's page is older than that, and its button takes nothing away.
    assert browser.post(handle, {"do": "take"}).status_code == 409
    assert f'name="from" value="{moderator.pk}"' in browser.get(page_of(case)).text
    sent = {"do": "take", "from": moderator.pk}
    assert browser.post(handle, sent).status_code == 303
    case.refresh_from_db()
    assert case.assignee == milo
    mail = OutgoingMail.objects.get(kind=Kind.CASE_TAKEN)
    assert mail.user == moderator
    message = message_for(mail, now=now, text_only=True)
    assert page_of(case) in message.body
    assert str(milo) in message.subject


def test_page_says_who_else_looks_at_the_case(
    case: Case,
    moderator: User,
    milo: User,
    at_desk: AtDesk,
    time_stands: StandingTime,
) -> None:
    assert at_desk(moderator).get(page_of(case)).context["looking"] == []
    looking = at_desk(milo).get(page_of(case)).context["looking"]
    assert [look.by for look in looking] == [moderator]
    time_stands.now += IS_LOOKING
    assert at_desk(milo).get(page_of(case)).context["looking"] == []
