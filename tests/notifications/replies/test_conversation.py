"""The mails about a game's turns form one conversation with one calendar entry."""

from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest

from games.models import Game, User
from notifications.models import Kind, MailPreferences, OutgoingMail
from notifications.preferences.services import save_preferences
from tests.notifications.mails.test_calendar_entry import entry_of
from tests.notifications.replies.conftest import Reply, answers, sent_to
from tests.support.mails import Send, Sent, html_of, seat_of
from tests.support.play import submit
from tests.support.proposals import propose_end

HOUR = timedelta(hours=1)
TURN = "Your turn: Stone Age with Bob"


def to(user: User, sent: Sent) -> Sent:
    return [message for message in sent if message.to == [user.email]]


def types_in(message: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in message.walk()]


def test_individual_subjects_can_be_chosen(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    save_preferences(user=alice, now=now, individual_subjects=True)
    reply(two_player_game, alice, "forest 3")
    subjects = {message.subject for message in to(alice, send(now))}
    assert "Place your people · round 1 · Stone Age with Bob" not in subjects, "made"
    assert "Got it · round 1 · Stone Age with Bob" in subjects
    MailPreferences.objects.update(individual_subjects=False)
    reply(two_player_game, alice, "help")
    assert to(alice, send(now))[-1].subject == f"Re: {TURN}"


def test_answer_keeps_the_subject_of_the_reply(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """Whatever the prefix of the player's program; a stranger's subject is not used."""
    mail = reply(two_player_game, alice, "help")
    draft = reply(two_player_game, alice, "help", is_authenticated=False)
    subjects = []
    for typed in (
        "RES: Re: Ben asks",
        "회신: Re[2]: AW: Ben asks",
        "Re: Verify: Re: Out of office: Re: Abwesenheitsnotiz: Ben asks",
        "[EXTERNAL] Re: 1 Re: 回复\N{FULLWIDTH COLON}Ben asks",
        "ben asks",
        " R : ",
    ):
        type(mail).objects.update(subject=typed)
        sent = answers(resent(send, now))
        subjects.append([message.subject for message in sent])
    assert [first for first, _second in subjects] == [
        *["Re: Ben asks"] * 4,
        "Re: ben asks",
        f"Re: {TURN}",
    ]
    assert {second for _first, second in subjects} == {
        "Did you write this? · Place your people · round 1 · Stone Age with Bob"
    }
    assert draft.pk


def resent(send: Send, now: datetime) -> Sent:
    """Send the replies once more, and return only these."""
    OutgoingMail.objects.filter(kind=Kind.REPLY_READ).update(
        status="pending", sent_at=None, due_at=now
    )
    before = len(send(now - HOUR))
    return send(now)[before:]


@pytest.mark.usefixtures("calendar_files")
def test_next_mail_withdraws_the_entry_of_a_made_decision(
    two_player_game: Game, alice: User, bob: User, send: Send, now: datetime
) -> None:
    asked = sent_to(seat_of(two_player_game, alice), Kind.YOUR_TURN, send, now)
    _, entry = entry_of(to(alice, send(now))[-1])
    asked.refresh_from_db()
    assert asked.entry_ends == entry.decoded("dtend")
    submit(two_player_game, 0, "forest 3", now=now + HOUR)
    propose_end(seat=seat_of(two_player_game, bob), now=now + HOUR)
    news = to(alice, send(now + HOUR))[-1]
    calendar, withdrawal = entry_of(news, method="CANCEL")
    assert (calendar["METHOD"], withdrawal["UID"]) == ("CANCEL", entry["UID"])
    assert not OutgoingMail.objects.filter(user=alice, entry_ends__isnull=False)


@pytest.mark.usefixtures("calendar_files")
def test_entry_of_the_next_turn_replaces_the_former_one(
    two_player_game: Game, alice: User, send: Send, now: datetime
) -> None:
    send(now)
    submit(two_player_game, 0, "forest 1", now=now)
    submit(two_player_game, 1, "clay pit 1", now=now)
    latest = to(alice, send(now + HOUR))[-1]
    entry_of(latest)  # one calendar with one entry
    standing = OutgoingMail.objects.filter(user=alice, entry_ends__isnull=False)
    assert [mail.kind for mail in standing] == [Kind.YOUR_TURN]


def test_answer_is_small(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """Without a picture of a hardly changed board, unless requested."""
    asked = sent_to(seat_of(two_player_game, alice), Kind.YOUR_TURN, send, now)
    reply(two_player_game, alice, "forest 3", answers=asked)
    (light,) = answers(send(now))
    assert "image/png" not in types_in(light.message())
    assert "<img" not in html_of(light)
    reply(two_player_game, alice, "board")
    pictured = answers(send(now))[-1]
    assert "image/png" in types_in(pictured.message())
