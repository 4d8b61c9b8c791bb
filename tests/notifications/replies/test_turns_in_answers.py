"""When the answer to a mail replaces the mail that asks for a decision."""

from datetime import datetime, timedelta

import pytest

from games.models import Game, User
from notifications.mails.turn import ANNOUNCED_IN_ANSWER
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.sending.send_policy import AWAITS_ANSWER
from tests.notifications.mails.test_calendar_entry import entry_of
from tests.notifications.replies.conftest import Reply, answers, sent_to, the_answer
from tests.support.mails import Send, mails, seat_of
from tests.support.play import against_automatic, submit
from tests.support.standing_time import NOW

HOUR = timedelta(hours=1)
SECONDS = timedelta(seconds=10)


@pytest.mark.parametrize("sender", ["alice@example.org", "Alice@Example.ORG"])
def test_turn_mail_is_skipped_if_the_answer_shows_the_turn(
    alice: User, reply: Reply, send: Send, now: datetime, sender: str
) -> None:
    seat = against_automatic(alice, now=now)
    asked = sent_to(seat, Kind.YOUR_TURN, send, now)
    reply(seat.game, alice, "1", answers=asked, sender=sender)
    send(now + HOUR)
    row = mails(Kind.YOUR_TURN, alice)[-1]
    assert (row.status, row.reason) == (MailStatus.PENDING, AWAITS_ANSWER)
    send(row.due_at)
    row.refresh_from_db()
    assert (row.status, row.reason) == (MailStatus.SKIPPED, ANNOUNCED_IN_ANSWER)


@pytest.mark.usefixtures("calendar_files")
def test_answer_asks_like_the_turn_mail(
    alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """In the same conversation, and its deadline replaces the former one."""
    seat = against_automatic(alice, now=now, has_clock=True)
    asked = sent_to(seat, Kind.YOUR_TURN, send, now)
    _, before = entry_of(send(now)[-1])
    reply(seat.game, alice, "1", answers=asked)
    (message,) = answers(send(now + HOUR))
    assert message.subject == "Re: Your turn: Stone Age with Thatch"
    _, entry = entry_of(message)
    seat.refresh_from_db()
    assert entry.decoded("dtend") == seat.deadline_at
    assert entry["UID"] == before["UID"]
    assert entry["SEQUENCE"] > before["SEQUENCE"]


@pytest.mark.usefixtures("calendar_files")
def test_answer_without_question_withdraws_the_deadline(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    asked = sent_to(seat_of(two_player_game, alice), Kind.YOUR_TURN, send, now)
    turn = next(each for each in send(now) if each.to == [alice.email])
    _, entry = entry_of(turn)
    reply(two_player_game, alice, "forest 3", answers=asked)
    (message,) = answers(send(now))
    _, withdrawal = entry_of(message, method="CANCEL")
    assert withdrawal["UID"] == entry["UID"]
    assert withdrawal["STATUS"] == "CANCELLED"
    assert withdrawal["SEQUENCE"] > entry["SEQUENCE"]
    assert withdrawal.decoded("dtend") == entry.decoded("dtend")
    reply(two_player_game, alice, "board")
    (_, again) = answers(send(now + HOUR))
    types = [part.get_content_type() for part in again.message().walk()]
    assert "text/calendar" not in types, "withdrawn once"


def test_later_turn_has_its_own_mail(
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
def test_answer_shows_the_position_at_its_rendering(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    send: Send,
    now: datetime,
    shows_it: bool,
    becomes: MailStatus,
) -> None:
    """Another worker sends the answer when the reader's turn comes."""
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
    assert (turn.status, turn.reason) == (MailStatus.PENDING, AWAITS_ANSWER)
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
def test_unsent_answer_does_not_replace_the_turn_mail(
    alice: User, reply: Reply, send: Send, now: datetime, fate: dict[str, object]
) -> None:
    """A turn mail does not wait for a deferred answer either."""
    seat = against_automatic(alice, now=now)
    asked = sent_to(seat, Kind.YOUR_TURN, send, now)
    mail = reply(seat.game, alice, "1", answers=asked)
    OutgoingMail.objects.filter(pk=the_answer(mail).pk).update(**fate)
    send(now + HOUR)
    assert mails(Kind.YOUR_TURN, alice)[-1].status == MailStatus.SENT


@pytest.mark.long
@pytest.mark.parametrize("is_sent", [False, True])
@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("hut", {"sender": "eve@x.example", "is_authenticated": False}),
        ("lorem ipsum", {"sender": "eve@x.example"}),
        ("lorem ipsum", {"sender": "eve@x.example", "is_authenticated": False}),
        ("lorem ipsum", {"is_authenticated": False}),
    ],
)
def test_answer_to_a_stranger_does_not_replace_the_turn_mail(
    two_player_game: Game,
    alice: User,
    reply: Reply,
    send: Send,
    now: datetime,
    is_sent: bool,
    line: str,
    how: dict[str, object],
) -> None:
    """That answer asks the player whether they wrote it; nothing was played."""
    (turn,) = mails(Kind.YOUR_TURN, alice)
    OutgoingMail.objects.filter(pk=turn.pk).update(due_at=now + HOUR)
    mail = reply(two_player_game, alice, line, **how)
    if is_sent:
        send(now)
        assert the_answer(mail).status == MailStatus.SENT
    send(now + HOUR)
    turn.refresh_from_db()
    assert turn.status == MailStatus.SENT
