"""Cases: opened by reports, taken, handed over, postponed, closed."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.models import Game, ModerationAction, TalkMessage, User
from games.models.moderation import Case, StaffNote
from games.moderation.casework import (
    QueueForm,
    case_rows,
    cases_section,
    hand_over_case,
    next_case,
    postpone_case,
    reopen_case,
    take_case,
    with_people,
    write_note,
)
from games.now import database_now
from games.presentation.ready_reasons import READY, reason_in_words
from games.talk.case_talk import answer_case
from games.talk.reports import make_report
from notifications.models import OutgoingMail
from tests.games.moderation.conftest import confirmation
from tests.games.moderation.doing import close_case, do_action
from tests.games.moderation.thirty_cases import open_cases
from tests.games.talk.test_talk import say
from tests.support.pages import markup_of, page
from tests.support.people import member
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

AtDesk = Callable[[User], Client]
QUEUE = "/admin/games/desk/cases/"


@pytest.fixture
def second(db: None) -> User:
    """Another moderator."""
    return member("mick", "Moderators")


@pytest.fixture
def rude(two_player_game: Game) -> TalkMessage:
    say(two_player_game, 0, "Hello!")
    return say(two_player_game, 1, "You cheat!", minutes=1)


@pytest.fixture
def case(rude: TalkMessage, alice: User) -> Case:
    return make_report(reporter=alice, message=rude, reason="Not nice", now=NOW).case


def page_of(case: Case) -> str:
    return f"/admin/games/desk/case/{case.pk}/"


def wanted(**fields: object) -> QueueForm:
    """Return a filter of the queue."""
    form = QueueForm(fields)
    assert form.is_valid(), form.errors
    return form


def listed(by: User, now: datetime) -> list[Case]:
    return list(with_people(wanted().cases(by, now)))


def handle(client: Client, case: Case, **sent: object) -> int:
    return client.post(f"{page_of(case)}handle/", sent).status_code


def test_case_page_has_everything_and_no_admin_links(
    case: Case, bob: User, alice: User, moderator: User, at_desk: AtDesk
) -> None:
    html = at_desk(moderator).get(page_of(case)).content.decode()
    for words in ("Not nice", "Hello!", "You cheat!", "The game then", "Bob", "Alice"):
        assert words in html
    for user in (alice, bob):
        assert f"/admin/games/desk/person/{user.pk}/" in html
    # Nothing links to the admin page of a row.
    assert not re.search(r'href="/admin/(games|notifications)/(?!desk)', html)


def test_every_act_of_a_case_takes_two_steps(
    case: Case, bob: User, administrator: User, at_desk: AtDesk
) -> None:
    """The buttons of its form send what the case fills in, and lead to the preview."""
    client = at_desk(administrator)
    html = client.get(page_of(case)).content.decode()
    filled = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', html))
    del filled["csrfmiddlewaretoken"], filled["do"]
    filled["days"] = "7"
    presses = re.findall(r'formaction="([^"]+)"', html)
    assert {address.split("/")[-2] for address in presses} >= {
        *("answer", "warn", "hide", "note", "freeze", "ban", "links", "end"),
    }
    for address in presses:
        shown = client.post(address, {**filled, "ready": "insult"})
        assert shown.status_code == 200, address
        assert READY["insult"].text in shown.content.decode()
    assert not ModerationAction.objects.exists()
    warn = next(address for address in presses if "/warn/" in address)
    shown = client.post(warn, {**filled, "ready": "insult"})
    done = client.post(warn, {"confirm": confirmation(shown)})
    assert (done.status_code, done["Location"]) == (303, page_of(case))
    act = ModerationAction.objects.get()
    assert (act.kind, act.user, act.case) == ("warn", bob, case)
    assert '<p class="desk-line">Warn' in markup_of(page(client, page_of(case)))


def test_ready_reason_can_be_edited_and_is_translated(
    case: Case, moderator: User, at_desk: AtDesk
) -> None:
    client, path = at_desk(moderator), f"{page_of(case)}answer/"
    assert client.post(path, {"ready": "", "reason": ""}).status_code == 400
    shown = client.post(path, {"ready": "acted", "reason": "Edited."})
    assert shown.context["reason"] == "Edited."
    assert any("Alice" in told for told in shown.context["preview"].sentences)
    with translation.override("es"):
        for ready in READY.values():
            assert reason_in_words(ready.text) != ready.text
        assert reason_in_words("Edited.") == "Edited."


def test_all_reporters_get_the_outcome(
    case: Case, two_player_game: Game, carol: User, moderator: User, at_desk: AtDesk
) -> None:
    make_report(
        reporter=carol, seat=two_player_game.seats.get(number=1), reason="!", now=NOW
    )
    assert Case.objects.count() == 1
    client, path = at_desk(moderator), f"{page_of(case)}answer/"
    shown = client.post(path, {"ready": "acted", "hide": "on"})
    told = " ".join(shown.context["preview"].sentences)
    for words in ("Alice", "Carol", "You cheat!"):
        assert words in told
    assert client.post(path, {"confirm": confirmation(shown)}).status_code == 303
    case.refresh_from_db()
    assert (case.closed_by, case.outcome) == (moderator, READY["acted"].text)
    assert TalkMessage.objects.get(text="You cheat!").hidden_by == moderator
    answer = ModerationAction.objects.get(kind="answer")
    told = OutgoingMail.objects.filter(act=answer).values_list("user__name", flat=True)
    assert set(told) == {"Alice", "Carol"}
    assert client.get(path).status_code == 409


def test_case_is_taken_handed_over_and_postponed(
    case: Case, moderator: User, second: User, at_desk: AtDesk
) -> None:
    client = at_desk(moderator)
    assert handle(client, case, do="take") == 303
    case.refresh_from_db()
    assert (case.assignee, case.is_unread) == (moderator, False)
    assert handle(client, case, do="hand_over", to=second.pk) == 303
    case.refresh_from_db()
    assert (case.assignee, case.is_unread) == (second, True)
    assert handle(at_desk(second), case, do="wait", days=3) == 303
    case.refresh_from_db()
    assert case.waits_until == database_now() + timedelta(days=3)
    assert handle(at_desk(second), case, do="note", text="Seen it before.") == 303
    note = StaffNote.objects.get()
    assert (note.person, note.case, note.by) == (case.person, case, second)
    before = Case.objects.values().get(pk=case.pk)
    for sent in (
        {"do": "wait", "days": "0"},
        {"do": "hand_over", "to": "x"},
        {"do": "note", "text": " "},
        {"do": "eat"},
        {},
    ):
        assert handle(client, case, **sent) == 400
    assert Case.objects.values().get(pk=case.pk) == before
    # Only the staff learn of any of it.
    assert not ModerationAction.objects.exists()


def test_involved_or_unauthorized_staff_cannot_handle_a_case(
    case: Case, alice: User, bob: User, carol: User, moderator: User, auditor: User
) -> None:
    outside = {carol, auditor}
    for by in (alice, bob, *outside):
        if by not in outside:
            by.groups.set(moderator.groups.all())
        by = User.objects.get(pk=by.pk)
        for refused in (
            lambda by=by: take_case(case=case, by=by, now=NOW),
            lambda by=by: hand_over_case(case=case, by=by, to=moderator, now=NOW),
            lambda by=by: postpone_case(
                case=case, by=by, until=NOW + timedelta(1), now=NOW
            ),
            lambda by=by: write_note(by=by, text="!", subject=case, now=NOW),
        ):
            with refuses("forbidden"):
                refused()
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    with refuses("invalid"):
        hand_over_case(case=case, by=moderator, to=alice, now=NOW)


def test_closed_case_cannot_be_handled(case: Case, moderator: User) -> None:
    close_case(case=case, by=moderator, outcome="Done", now=NOW)
    with refuses("too_late", match="closed already"):
        take_case(case=case, by=moderator, now=NOW)


def test_case_that_was_closed_by_mistake_is_opened_again(
    case: Case, alice: User, moderator: User, second: User, at_desk: AtDesk
) -> None:
    assert 'value="reopen"' not in page(at_desk(moderator), page_of(case))
    assert handle(at_desk(moderator), case, do="reopen") == 409
    close_case(case=case, by=moderator, outcome="For somebody else", now=NOW)
    with refuses("forbidden"):
        reopen_case(case=case, by=alice, now=NOW)
    assert 'value="reopen"' in page(at_desk(second), page_of(case))
    assert handle(at_desk(second), case, do="reopen") == 303
    case.refresh_from_db()
    assert (case.is_open, case.assignee, case.outcome) == (True, second, "")
    answer_case(case=case, user=alice, text="It goes on", now=NOW)
    close_case(case=case, by=second, outcome="Now for you", now=NOW)
    case.refresh_from_db()
    assert (case.closed_by, case.outcome) == (second, "Now for you")
    answers = ModerationAction.objects.filter(case=case, kind="answer")
    assert OutgoingMail.objects.filter(act__in=answers, user=alice).count() == 2


def test_auditors_cannot_read_cases(case: Case, auditor: User, at_desk: AtDesk) -> None:
    client = at_desk(auditor)
    for path in (QUEUE, page_of(case), f"{page_of(case)}answer/"):
        assert client.get(path).status_code == 403
    assert "Not nice" not in client.get("/admin/games/desk/").content.decode()


def test_unknown_case_number_answers_404(
    case: Case, bob: User, administrator: User, at_desk: AtDesk
) -> None:
    client = at_desk(administrator)
    for number in ("0", "-1", "x", "9" * 30):
        path = f"/admin/games/desk/person/{bob.pk}/warn/?case={number}"
        assert client.get(path).status_code == 404


def test_queries_do_not_depend_on_the_number_of_cases(
    case: Case, moderator: User
) -> None:
    def read() -> tuple[int, int]:
        now = database_now()
        with CaptureQueriesContext(connection) as asked:
            rows = case_rows(listed(moderator, now), now)
        return len(rows), len(asked)

    rows, for_one = read()
    assert rows == 1
    open_cases(now=NOW, by=moderator)
    rows, for_many = read()
    assert rows > 20
    assert for_many <= for_one


def test_unread_and_old_cases_come_first(moderator: User, at_desk: AtDesk) -> None:
    cases = open_cases(now=NOW, by=moderator)
    assert len(cases) == 30
    now = database_now()
    rows = case_rows(listed(moderator, now), now)
    assert len(rows) == 30
    order = [(row.is_waiting, not row.is_unread, row.case.opened_at) for row in rows]
    assert order == sorted(order)
    assert {row.is_old for row in rows} == {True, False}
    client = at_desk(moderator)
    assert client.get(QUEUE).content.decode().count("desk-clamp") == 30
    mine = client.get(QUEUE, {"show": "mine"}).content.decode()
    assert mine.count("desk-clamp") == 8
    assert client.get(QUEUE, {"show": "closed", "page": "x"}).status_code == 200
    section = cases_section(moderator, now)
    assert [row.badge for row in section.rows] == ["unread"] * len(section.rows)


def test_other_cases_of_the_same_people_are_shown(
    case: Case, two_player_game: Game, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    back = make_report(
        reporter=bob, seat=two_player_game.seats.get(number=0), reason="Liar", now=NOW
    )
    assert "Liar" in at_desk(moderator).get(page_of(case)).content.decode()
    do_action("answer", by=moderator, case=back.case, reason="Done.", now=NOW)
    assert "Done." in at_desk(moderator).get(page_of(case)).content.decode()


def test_next_case_is_one_press_away(
    moderator: User, second: User, at_desk: AtDesk, now: datetime
) -> None:
    """The next in the queue, skipping cases that wait or are assigned to others."""
    open_cases(now=now, by=second)
    free = list(Case.objects.filter(assignee=None).in_order(moderator, now))
    desk = at_desk(moderator)
    seen = [free[0]]
    while (following := next_case(seen[-1], moderator, now, wanted())) != free[0]:
        assert following is not None
        seen.append(following)
    assert seen == free
    close_case(by=moderator, case=free[0], outcome="Done.", now=now)
    html = markup_of(page(desk, page_of(free[0])))
    assert f'desk-button-main" href="{page_of(free[1])}">Next case</a>' in html
    in_hand = Case.objects.filter(assignee=second, waits_until=None).latest("pk")
    assert next_case(free[-1], moderator, now, wanted()) == free[1]
    take_case(case=in_hand, by=moderator, now=now, over_from=second)
    assert next_case(free[-1], moderator, now, wanted()) == in_hand
