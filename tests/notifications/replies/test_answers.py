"""What the answer says, to whom, and in which thread."""

from datetime import datetime, timedelta

import pytest

from games.models import Game, Seat, Unreachable, User
from notifications.models import IncomingMail, Kind, MailStatus, OutgoingMail
from notifications.relevance.reasons import TOLD_IN_ANSWER, TOLD_SOON
from notifications.replies.addresses import reply_address
from tests.games.conftest import NOW
from tests.games.play import against_automatic, submit
from tests.notifications.conftest import Send, Sent, html_of, mails, seat_of
from tests.notifications.replies.conftest import Reply, shown, the_answer

HOUR = timedelta(hours=1)
SECONDS = timedelta(seconds=10)


def answers(sent: Sent) -> Sent:
    """Return the answers among the mails."""
    return [m for m in sent if m.extra_headers["Auto-Submitted"] == "auto-replied"]


def test_it_tells_of_each_line_and_of_the_position(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "forest 3\nhut\nfield")
    (message,) = answers(send(now))
    text = str(message.body)
    assert message.to == ["alice@example.org"]
    assert "Done in part" in message.subject
    assert "- forest 3: done" in text
    assert "- hut: not done. It is not your turn." in text
    assert "- field: not tried" in text
    assert "THE TRIBES" in text
    assert "Your answer was read" in html_of(message)
    row = the_answer(mail)
    assert row.status == MailStatus.SENT
    assert row.shown_version == Game.objects.get(pk=two_player_game.pk).version


def test_it_hangs_in_the_thread(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    send(now)
    first = mails(Kind.YOUR_TURN, alice)[0]
    mail = reply(two_player_game, alice, "forest 3", answers=first)
    (message,) = answers(send(now))
    assert message.extra_headers["In-Reply-To"] == mail.message_id
    assert message.extra_headers["References"].split()[-1] == mail.message_id
    assert first.message_id in message.extra_headers["References"]
    (answer,) = mails(Kind.REPLY_READ, alice)
    own = reply_address(seat_of(two_player_game, alice), about=answer)
    assert message.reply_to == [own]


def test_a_mail_without_a_name_is_not_named(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "board")
    IncomingMail.objects.filter(pk=mail.pk).update(message_id="<0@content>")
    (message,) = answers(send(now))
    assert "@content" not in message.message().as_string().split("\n\n")[0]


def test_the_game_goes_on_by_answering_the_answer(
    alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """Against an automatic player it is Alice's turn again at once."""
    seat = against_automatic(alice, now=now)
    first = reply(seat.game, alice, "1", answers=_sent(seat, Kind.YOUR_TURN, send, now))
    (message,) = answers(send(now))
    assert "YOUR CHOICES" in str(message.body)
    second = reply(seat.game, alice, "1", answers=the_answer(first))
    assert [step["fate"] for step in second.steps] == ["done"]


@pytest.mark.parametrize("sender", ["alice@example.org", "Alice@Example.ORG"])
def test_no_second_mail_asks_for_what_the_answer_shows(
    alice: User, reply: Reply, send: Send, now: datetime, sender: str
) -> None:
    seat = against_automatic(alice, now=now)
    asked = _sent(seat, Kind.YOUR_TURN, send, now)
    reply(seat.game, alice, "1", answers=asked, sender=sender)
    send(now + HOUR)
    row = mails(Kind.YOUR_TURN, alice)[-1]
    assert (row.status, row.reason) == (MailStatus.PENDING, TOLD_SOON)
    send(row.due_at)
    row.refresh_from_db()
    assert (row.status, row.reason) == (MailStatus.SKIPPED, TOLD_IN_ANSWER)


def test_what_is_asked_later_is_a_mail_of_its_own(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    reply(two_player_game, alice, "forest 3")
    send(now)
    submit(two_player_game, 1, "hut", now=now + HOUR)
    send(now + 2 * HOUR)
    assert mails(Kind.YOUR_TURN, alice)[-1].status == MailStatus.SENT


@pytest.mark.parametrize(
    ("shows_it", "becomes"), [(False, MailStatus.SENT), (True, MailStatus.SKIPPED)]
)
def test_an_answer_tells_what_it_was_written_on(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    send: Send,
    now: datetime,
    shows_it: bool,
    becomes: MailStatus,
) -> None:
    """Another worker hands it over while the turn of its reader comes, which waits."""
    mail = reply(two_player_game, alice, "forest 3")
    before = Game.objects.get(pk=two_player_game.pk).version
    after = submit(two_player_game, 1, "hut", now=now + HOUR).game.version
    answer = OutgoingMail.objects.filter(pk=the_answer(mail).pk)
    answer.update(
        status=MailStatus.SENDING,
        claimed_at=now + HOUR,
        due_at=now + 3 * HOUR,
        shown_version=after if shows_it else before,
    )
    send(now + 2 * HOUR)
    turn = mails(Kind.YOUR_TURN, alice)[-1]
    assert (turn.status, turn.reason) == (MailStatus.PENDING, TOLD_SOON)
    assert turn.due_at <= now + 2 * HOUR + SECONDS  # not until its lease is over
    answer.update(status=MailStatus.SENT, sent_at=now + 2 * HOUR)
    send(turn.due_at)
    turn.refresh_from_db()
    assert turn.status == becomes


@pytest.mark.parametrize(
    "fate",
    [
        {"status": MailStatus.FAILED},
        {"status": MailStatus.SKIPPED},
        {"failing_since": NOW, "due_at": NOW + 9 * HOUR, "attempts": 9},
    ],
)
def test_an_answer_that_was_not_sent_told_nothing(
    alice: User, reply: Reply, send: Send, now: datetime, fate: dict[str, object]
) -> None:
    """Nor does a turn wait for one that was put off: it may never come."""
    seat = against_automatic(alice, now=now)
    mail = reply(seat.game, alice, "1", answers=_sent(seat, Kind.YOUR_TURN, send, now))
    OutgoingMail.objects.filter(pk=the_answer(mail).pk).update(**fate)
    send(now + HOUR)
    assert mails(Kind.YOUR_TURN, alice)[-1].status == MailStatus.SENT


@pytest.mark.parametrize("is_sent", [False, True])
@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("hut", {"sender": "eve@x.example", "vouched": False}),
        ("lorem ipsum", {"sender": "eve@x.example"}),
        ("lorem ipsum", {"sender": "eve@x.example", "vouched": False}),
        ("lorem ipsum", {"vouched": False}),
    ],
)
def test_what_a_stranger_wrote_swallows_no_turn(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    send: Send,
    now: datetime,
    is_sent: bool,
    line: str,
    how: dict[str, object],
) -> None:
    """The answer to it asks the player whether they wrote it; nothing was played."""
    (turn,) = mails(Kind.YOUR_TURN, alice)
    OutgoingMail.objects.filter(pk=turn.pk).update(due_at=now + HOUR)
    mail = reply(two_player_game, alice, line, **how)
    if is_sent:
        send(now)
        assert the_answer(mail).status == MailStatus.SENT
    send(now + HOUR)
    turn.refresh_from_db()
    assert turn.status == MailStatus.SENT


def test_it_tells_what_happened_since_the_answered_mail(
    alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    seat = against_automatic(alice, now=now)
    reply(seat.game, alice, "hut", answers=_sent(seat, Kind.YOUR_TURN, send, now))
    (message,) = answers(send(now))
    assert "WHAT HAPPENED" in str(message.body)
    assert "hut" in str(message.body).partition("WHAT HAPPENED")[2]


def test_an_empty_reply_gets_the_help(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "Hello")
    assert mail.steps == []
    (message,) = answers(send(now))
    assert "Please decide by" in " ".join(str(message.body).split())
    assert "- away until 3 December:" in str(message.body)
    assert "How to answer" in message.subject


def test_help_is_added_to_what_else_is_asked(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    reply(two_player_game, alice, "forest 3\nhelp")
    (message,) = answers(send(now))
    assert "- forest 3: done" in str(message.body)
    assert "- undo:" in str(message.body)


def test_an_invited_player_gets_another_help(
    invited_game: Game, bob: User, reply: Reply, send: Send, now: datetime
) -> None:
    reply(invited_game, bob, "help")
    (message,) = answers(send(now))
    assert "- accept:" in str(message.body)
    assert "forest 3" not in str(message.body)


def test_it_is_sent_however_mails_are_wished_for(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    from notifications.wishes.topics import topic_of

    assert topic_of(Kind.REPLY_READ) is None


def test_markup_in_a_line_is_shown_as_it_is(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    reply(two_player_game, alice, "<img src=x onerror=alert(1)>")
    (message,) = answers(send(now))
    assert "<img src=x" not in html_of(message)
    assert "&lt;img src=x" in html_of(message)


def _sent(seat: Seat, kind: Kind, send: Send, now: datetime) -> OutgoingMail:
    send(now)
    row = OutgoingMail.objects.filter(seat=seat, kind=kind).latest("pk")
    return row if row.shown_version is not None else shown(seat, kind)


def test_who_answers_a_mail_can_be_reached(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """A mail came back once; the answer to a later one proves the address good."""
    send(now)
    first = mails(Kind.YOUR_TURN, alice)[0]
    OutgoingMail.objects.filter(pk=first.pk).update(sent_at=now)
    for since, is_lost in ((now + HOUR, True), (now - HOUR, False)):
        User.objects.filter(pk=alice.pk).update(
            unreachable_since=since, unreachable_why=Unreachable.BOUNCED
        )
        first.refresh_from_db()
        reply(two_player_game, alice, "board", answers=first)
        alice.refresh_from_db()
        assert (alice.unreachable_since is not None) is is_lost
