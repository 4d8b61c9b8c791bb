"""An autoresponder that replies to our answers gets a few, and then none."""

from datetime import datetime, timedelta

from django.core import mail as sent

from games.models import Game, User
from notifications.models import Kind, OutgoingMail, Reading
from notifications.models.incoming import NOTHING_UNDERSTOOD
from notifications.replies.answers import MOST_ANSWERS
from notifications.sending import send as sending
from tests.notifications.replies.conftest import Reply

NOISE = "Your message is important to us."
DAY = timedelta(days=1)


def answers() -> list[str]:
    """Return the kinds of our answers so far."""
    kinds = (Kind.REPLY_READ, Kind.REPLY_UNREAD)
    rows = OutgoingMail.objects.filter(kind__in=kinds).order_by("pk")
    return list(rows.values_list("kind", flat=True))


def test_after_three_answers_comes_a_notice_and_then_silence(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    for _ in range(15):
        last = reply(two_player_game, alice, NOISE)
    assert answers() == [Kind.REPLY_READ] * MOST_ANSWERS + [Kind.REPLY_UNREAD]
    assert (last.reading, last.why) == (Reading.IGNORED, NOTHING_UNDERSTOOD)
    OutgoingMail.objects.exclude(kind=Kind.REPLY_UNREAD).delete()
    sending.send_batch(now=now + DAY)
    (message,) = sent.outbox
    assert "We stop answering for now" in message.subject
    assert "“help”" in str(message.body)
    types = [part.get_content_type() for part in message.message().walk()]
    assert "image/png" not in types, "no board in it"


def test_understood_line_is_carried_out_and_ends_the_silence(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    for _ in range(6):
        reply(two_player_game, alice, NOISE)
    before = len(answers())
    assert reply(two_player_game, alice, "forest 3").reading == Reading.DONE
    assert reply(two_player_game, alice, NOISE).reading == Reading.DONE
    assert answers()[before:] == [Kind.REPLY_READ] * 2


def test_refused_but_understood_line_counts_as_understood(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    for _ in range(4):
        reply(two_player_game, alice, NOISE)
    for line in ["use hut"] * 5 + ["away until 1 May 2020"] * 5:
        assert reply(two_player_game, alice, line).reading == Reading.DONE


def test_count_restarts_after_a_day(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    for _ in range(6):
        reply(two_player_game, alice, NOISE)
    before = len(answers())
    reply(two_player_game, alice, NOISE, at=now + DAY)
    assert answers()[before:] == [Kind.REPLY_READ]


def test_other_senders_do_not_silence_a_player(
    two_player_game: Game, alice: User, bob: User, reply: Reply
) -> None:
    for _ in range(5):
        stranger = {"is_authenticated": False, "sender": "mallory@example.net"}
        reply(two_player_game, alice, NOISE, **stranger)
        reply(two_player_game, bob, NOISE)
    assert reply(two_player_game, alice, NOISE).reading == Reading.DONE
