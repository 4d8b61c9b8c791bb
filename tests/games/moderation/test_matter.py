"""People are told which game or message an email or page of the staff is about."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.conf import settings
from django.test import Client

from games.links.purposes import APPEAL_LINK, CASE_LINK
from games.log.table_rows import read_seats
from games.models import Game, TalkMessage, User
from games.models.moderation import Case
from games.presentation.text import game_name
from games.talk.case_talk import answer_case
from games.talk.reports import make_report
from notifications.models import Kind, OutgoingMail
from notifications.sending.past_mail import PastMail, render_again
from notifications.sending.render import message_for
from tests.games.moderation.doing import close_case, do_action
from tests.games.talk.test_talk import say
from tests.support.pages import signed_in

AtDesk = Callable[[User], Client]
RUDE = "You play like a mammoth!"
REPORT = "He insults me."


@pytest.fixture
def rude(two_player_game: Game) -> TalkMessage:
    return say(two_player_game, 1, RUDE)


@pytest.fixture
def case(rude: TalkMessage, alice: User, now: datetime) -> Case:
    return make_report(
        reporter=alice, message=rude, kind="abuse", reason=REPORT, now=now
    ).case


def name_for(game: Game, number: int) -> str:
    seats = read_seats(game)
    return game_name(seats, seats[number])


def mail_to(user: User, kind: Kind = Kind.STAFF_ACTED) -> OutgoingMail:
    mails = OutgoingMail.objects.with_related().filter(kind=kind, user=user)
    return mails.latest("pk")


def body_of(mail: OutgoingMail, now: datetime) -> str:
    return str(message_for(mail, now=now, text_only=True).body)


@pytest.mark.parametrize("act", ["word", "warn"])
def test_warned_player_reads_which_message_in_which_game(
    case: Case, bob: User, moderator: User, now: datetime, act: str
) -> None:
    do_action(act, by=moderator, user=bob, case=case, now=now)
    body = body_of(mail_to(bob), now)
    assert case.game is not None
    assert name_for(case.game, 1) in body
    assert RUDE in body
    assert REPORT not in body


def test_question_to_the_reporter_repeats_their_report_but_no_insult(
    case: Case, alice: User, moderator: User, now: datetime
) -> None:
    do_action("ask", by=moderator, case=case, to=alice.pk, reason="When?", now=now)
    body = body_of(mail_to(alice, Kind.CASE_QUESTION), now)
    assert case.game is not None
    assert name_for(case.game, 0) in body
    assert REPORT in body
    assert RUDE not in body


def test_outcome_says_which_report_it_answers(
    case: Case, alice: User, moderator: User, now: datetime
) -> None:
    close_case(case=case, by=moderator, outcome="Spoken to.", now=now)
    body = body_of(mail_to(alice), now)
    assert case.game is not None
    assert name_for(case.game, 0) in body
    assert REPORT in body


def test_pages_of_case_and_appeal_name_game_and_message(
    client: Client, case: Case, bob: User, moderator: User, now: datetime
) -> None:
    act = do_action("warn", by=moderator, user=bob, case=case, now=now)
    assert case.game is not None
    for url in (APPEAL_LINK.url(act, bob, now=now), CASE_LINK.url(case, bob, now=now)):
        about = client.get(url.removeprefix(settings.SITE_URL)).context["about"]
        assert [name_for(case.game, 1) in about[0], RUDE in about[1]] == [True, True]
        assert len(about) == 2


def test_page_of_an_appeal_names_what_was_hidden(
    client: Client, rude: TalkMessage, bob: User, moderator: User, now: datetime
) -> None:
    act = do_action("hide", by=moderator, message=rude, now=now)
    url = APPEAL_LINK.url(act, bob, now=now).removeprefix(settings.SITE_URL)
    about = client.get(url).context["about"]
    assert RUDE in about[-1]


def test_auditors_read_no_talk_in_an_email_that_is_shown_again(
    case: Case, bob: User, moderator: User, now: datetime
) -> None:
    do_action("warn", by=moderator, user=bob, case=case, now=now)
    mail = mail_to(bob)
    for sees_talk in (True, False):
        again = render_again(mail, sees_talk=sees_talk)
        assert isinstance(again, PastMail)
        assert (RUDE in again.text) is sees_talk


def test_my_games_show_a_question_until_it_is_answered(
    case: Case, bob: User, moderator: User, now: datetime
) -> None:
    browser = signed_in(bob)
    assert browser.get("/games/").context["questions"] == []
    do_action("ask", by=moderator, case=case, to=bob.pk, reason="Why?", now=now)
    for path in ("/games/", "/"):
        (asked,) = browser.get(path).context["questions"]
        assert asked.text == "Why?"
        page = browser.get(path).text
        link = asked.url.removeprefix(settings.SITE_URL)
        assert link in page
        assert browser.get(link).context["case"] == case
    answer_case(case=case, user=bob, text="A joke.", now=now)
    assert browser.get("/games/").context["questions"] == []


def test_question_in_a_closed_case_is_no_longer_shown(
    case: Case, bob: User, moderator: User, now: datetime
) -> None:
    do_action("ask", by=moderator, case=case, to=bob.pk, reason="Why?", now=now)
    close_case(case=case, by=moderator, outcome="Spoken to.", now=now)
    assert signed_in(bob).get("/games/").context["questions"] == []


def test_act_on_a_person_names_its_case(
    case: Case, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    path = f"/admin/games/desk/person/{bob.pk}/warn/?case={case.pk}"
    context = at_desk(moderator).get(path).context
    assert (context["what"], context["called"]) == ("person", str(bob))
    assert context["of_case"].startswith("Abuse: Bob")
    shown = at_desk(moderator).get(f"/admin/games/desk/case/{case.pk}/ask/").context
    assert (shown["what"], shown["of_case"]) == ("case", "")
