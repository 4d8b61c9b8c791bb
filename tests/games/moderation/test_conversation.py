"""A case is a conversation: the staff ask, people answer, and see what came of it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.test import Client
from django.utils.html import escape

from games.links.purposes import CASE_LINK
from games.models import Game, ModerationAction, User
from games.models.moderation import Case, CaseMessage
from games.moderation.actions.cases import QuestionForm
from games.moderation_log import public_log_of
from games.presentation.ready_reasons import READY
from games.talk.case_talk import answer_case
from games.talk.reports import make_report
from notifications.inbox.process import process_batch
from notifications.inbox.store import receive_mail
from notifications.models import Channel, Kind, OutgoingMail
from notifications.models.incoming import Fate
from notifications.sending.render import message_for
from tests.games.moderation.conftest import confirmation, on_person
from tests.games.moderation.doing import close_case, do_action, seat
from tests.games.talk.test_talk import say
from tests.support.refusals import refuses

AtDesk = Callable[[User], Client]
QUESTION = "When did that happen?"
ANSWER = "Yesterday, in round four."


@pytest.fixture
def case(two_player_game: Game, alice: User, now: datetime) -> Case:
    about = seat(two_player_game, 1)
    return make_report(
        reporter=alice, seat=about, kind="stalling", reason="Late again", now=now
    ).case


def ask(case: Case, by: User, to: User, now: datetime) -> OutgoingMail:
    do_action("ask", by=by, case=case, to=to.pk, reason=QUESTION, now=now)
    return OutgoingMail.objects.with_related().get(kind=Kind.CASE_QUESTION, user=to)


def page_of(case: Case, user: User, now: datetime) -> str:
    return CASE_LINK.url(case, user, now=now).removeprefix(settings.SITE_URL)


def test_question_goes_to_one_person_who_answers_on_a_page(
    client: Client,
    case: Case,
    alice: User,
    bob: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    earlier = now - timedelta(hours=1)
    mail = ask(case, moderator, bob, earlier)
    message = message_for(mail, now=now, text_only=True)
    assert message.to == [bob.email]
    assert QUESTION in message.body
    path = page_of(case, bob, now)
    assert path in message.body
    shown = client.get(path).text
    assert QUESTION in shown
    # Bob does not learn who reported him, or what they wrote. Alice plays, too.
    assert "Late again" not in shown
    (about,) = client.get(path).context["about"]
    assert str(alice) not in shown.replace(escape(about), "")
    assert client.post(path, {"text": " "}).status_code == 400
    assert client.post(path, {"text": ANSWER}).status_code == 303
    case.refresh_from_db()
    assert case.is_unread
    assert case.assignee == moderator
    desk = at_desk(moderator).get(f"/admin/games/desk/case/{case.pk}/")
    assert [said.text for said in desk.context["conversation"]] == [QUESTION, ANSWER]
    assert QUESTION not in client.get(page_of(case, alice, now)).text


def test_question_is_answered_by_email(
    case: Case, alice: User, moderator: User, now: datetime
) -> None:
    asked = message_for(ask(case, moderator, alice, now), now=now, text_only=True)
    (address,) = asked.reply_to
    reply = EmailMessage(policy=SMTP)
    reply["From"], reply["To"] = "Alice <alice@example.org>", address
    reply["Message-ID"], reply["Subject"] = "<a@example.org>", f"Re: {asked.subject}"
    reply.set_content(f"{ANSWER}\n\n> {QUESTION}\n")
    later = now + timedelta(hours=1)
    (mail,) = receive_mail(
        bytes(reply),
        channel=Channel.SMTP,
        recipients=[address],
        sender="alice@example.org",
        is_trusted=True,
        now=later,
    )
    process_batch(now=later)
    mail.refresh_from_db()
    assert mail.fate == Fate.DONE
    said = CaseMessage.objects.get(by=None)
    assert (said.user, said.case, said.text) == (alice, case, ANSWER)


def test_reporter_sees_what_came_of_it(
    client: Client, case: Case, alice: User, bob: User, moderator: User, now: datetime
) -> None:
    close_case(case=case, by=moderator, outcome="Spoken to.", now=now)
    path = page_of(case, alice, now)
    mail = OutgoingMail.objects.with_related().get(kind=Kind.STAFF_ACTED, user=alice)
    assert path in message_for(mail, now=now, text_only=True).body
    assert "Spoken to." in client.get(path).text
    assert "Spoken to." not in client.get(page_of(case, bob, now)).text
    with refuses("too_late"):
        answer_case(case=case, user=alice, text="Still?", now=now)


def test_email_about_the_end_of_a_request_does_not_call_it_a_report(
    alice: User, moderator: User, now: datetime
) -> None:
    case = make_report(reporter=alice, kind="bug", reason="Help!", now=now).case
    close_case(case=case, by=moderator, outcome=READY["fault"].text, now=now)
    mail = OutgoingMail.objects.with_related().get(act__case=case)
    message = message_for(mail, now=now, text_only=True)
    assert READY["fault"].text in message.body
    assert "report" not in f"{message.subject} {message.body}"


def test_only_people_of_the_case_are_asked(
    case: Case, carol: User, moderator: User, at_desk: AtDesk
) -> None:
    path = f"/admin/games/desk/case/{case.pk}/ask/"
    answer = at_desk(moderator).post(path, {"to": carol.pk, "reason": QUESTION})
    assert answer.status_code == 400


def test_table_does_not_read_words_that_only_the_reporter_is_sent(
    two_player_game: Game, bob: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    """The reason for replacing links is on the page of the game, for everybody."""
    case = make_report(
        reporter=bob, game=two_player_game, kind="lost_link", reason="Help", now=now
    ).case
    path = f"/admin/games/desk/game/{two_player_game.slug}/links/?case={case.pk}"
    browser = at_desk(moderator)
    shown = browser.post(path, {"seat": 1, "close": "link_sent"})
    assert browser.post(path, {"confirm": confirmation(shown)}).status_code == 303
    case.refresh_from_db()
    (entry,) = public_log_of(two_player_game)
    assert case.outcome == READY["link_sent"].text
    assert entry.why == READY["link_lost"].text


def test_only_person_to_ask_is_chosen_already(
    case: Case, alice: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    def chosen(of: Case) -> object:
        page = at_desk(moderator).get(f"/admin/games/desk/case/{of.pk}/ask/")
        return page.context["form"]["to"].value()

    stuck = make_report(reporter=alice, kind="bug", reason="Help!", now=now).case
    assert chosen(stuck) == alice.pk
    assert chosen(case) is None, "it could be Alice or Bob"


def test_preview_says_that_only_one_person_reads_a_question(
    case: Case, alice: User, moderator: User, at_desk: AtDesk
) -> None:
    path = f"/admin/games/desk/case/{case.pk}/ask/"
    shown = at_desk(moderator).post(path, {"to": alice.pk, "reason": QUESTION})
    assert shown.context["is_public"] is False
    assert shown.context["label"] == QuestionForm.reason_label


def test_preview_says_that_everybody_reads_a_reason_for_a_table(
    case: Case, moderator: User, at_desk: AtDesk
) -> None:
    assert case.game is not None
    path = f"/admin/games/desk/game/{case.game.slug}/freeze/"
    shown = at_desk(moderator).post(path, {"reason": "We look into it."})
    assert shown.context["is_public"] is True


def test_warning_and_closing_are_one_step(
    case: Case, alice: User, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    browser = at_desk(moderator)
    path = f"{on_person(bob, 'warn')}?case={case.pk}"
    assert 'value="warned"' in browser.get(f"/admin/games/desk/case/{case.pk}/").text
    shown = browser.post(path, {"close": "warned"})
    assert shown.context["reason"] == READY["stalling"].text
    told = " ".join(shown.context["preview"].sentences)
    assert READY["warned"].text in told
    assert not ModerationAction.objects.exists()
    confirmed = browser.post(path, {"confirm": confirmation(shown)})
    assert confirmed.status_code == 303
    (note,) = get_messages(confirmed.wsgi_request)
    assert str(note) == "Done: Warn and close."
    case.refresh_from_db()
    assert (case.outcome, case.closed_by) == (READY["warned"].text, moderator)
    acts = ModerationAction.objects.order_by("pk")
    assert [act.kind for act in acts] == ["warn", "answer"]
    mailed = OutgoingMail.objects.filter(act__in=acts).order_by("pk")
    assert [mail.user for mail in mailed] == [bob, alice]


def test_own_words_and_open_case_remain_possible(
    case: Case, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    browser = at_desk(moderator)
    path = f"{on_person(bob, 'warn')}?case={case.pk}"
    shown = browser.post(path, {"close": "warned", "reason": "Third time."})
    assert shown.context["reason"] == "Third time."
    shown = browser.post(path, {"reason": "Third time."})
    assert browser.post(path, {"confirm": confirmation(shown)}).status_code == 303
    case.refresh_from_db()
    assert case.is_open


def test_warning_and_closing_hides_what_was_reported_if_asked_to(
    two_player_game: Game,
    alice: User,
    bob: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    rude = say(two_player_game, 1, "You cheat!")
    case = make_report(
        reporter=alice, message=rude, kind="abuse", reason="Rude", now=now
    ).case
    browser, path = at_desk(moderator), f"{on_person(bob, 'warn')}?case={case.pk}"
    shown = browser.post(path, {"close": "warned", "hide": "on"})
    assert any("You cheat!" in line for line in shown.context["preview"].sentences)
    browser.post(path, {"confirm": confirmation(shown)})
    rude.refresh_from_db()
    assert rude.hidden_at is not None


def test_any_act_can_close_the_case_too(
    case: Case, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    browser = at_desk(moderator)
    page = browser.get(f"/admin/games/desk/case/{case.pk}/")
    assert page.context["close_as"] == "acted"
    path = f"{on_person(bob, 'no_games')}?case={case.pk}"
    sent = {"days": 7, "ready": "stalling", "close": "acted"}
    shown = browser.post(path, sent)
    assert shown.context["also_closes"]
    browser.post(path, {"confirm": confirmation(shown)})
    case.refresh_from_db()
    bob.refresh_from_db()
    assert (case.outcome, bob.no_games_until is None) == (READY["acted"].text, False)
