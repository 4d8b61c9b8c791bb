"""Replies to the seats of games, as the worker handles them."""

from collections.abc import Callable
from datetime import datetime
from itertools import count

import pytest

from games.log.stream import load_stream
from games.models import Game, Seat, StoredEvent, User
from notifications.mail_text.parse import ParsedMail
from notifications.mail_text.quote_stripping import own_paragraphs
from notifications.models import Channel, IncomingMail, Kind, OutgoingMail
from notifications.replies.handle import handle_reply
from notifications.replies.reply_address import reply_address
from notifications.replies.results import LineResult, results_of
from stoneage_core.events.proposals import VoteCast
from tests.support.mails import Send, Sent, seat_of

_numbers = count(1)


def typed(text: str, writer: str = "") -> ParsedMail:
    """Return a parsed mail with a typed text."""
    return ParsedMail(writer=writer, paragraphs=own_paragraphs(text, is_wrapped=True))


def incoming(
    seat: Seat,
    now: datetime,
    *,
    answers: OutgoingMail | None = None,
    answers_lost: bool = False,
    is_authenticated: bool = True,
    sender: str | None = None,
) -> IncomingMail:
    """Return an incoming mail to a seat, by default from its player."""
    user = seat.user
    assert user is not None
    return IncomingMail.objects.create(
        message_id=f"<reply.{next(_numbers)}@example.org>",
        channel=Channel.SMTP,
        sender=(user.email or "") if sender is None else sender,
        recipient=reply_address(seat),
        source=b"",
        is_authenticated=is_authenticated,
        received_at=now,
        due_at=now,
        seat=seat,
        user=user,
        replies_to=answers,
        answers_lost=answers_lost,
    )


def fresh(mail: IncomingMail) -> IncomingMail:
    """Return a mail as the worker loads it."""
    rows = IncomingMail.objects.select_related(
        "seat__game", "seat__user", "user", "replies_to"
    )
    return rows.get(pk=mail.pk)


Reply = Callable[..., IncomingMail]


@pytest.fixture
def reply(now: datetime) -> Reply:
    """Let a player reply, ``reply(game, alice, "forest 3")``; return the mail."""

    def answer(
        game: Game,
        user: User,
        text: str,
        *,
        at: datetime = now,
        writer: str = "",
        **how: object,
    ) -> IncomingMail:
        mail = incoming(seat_of(game, user), at, **how)  # type: ignore[arg-type]
        handle_reply(fresh(mail), typed(text, writer), at)
        return fresh(mail)

    return answer


def fates(mail: IncomingMail) -> list[str]:
    return [step.status.value for step in results_of(mail)]


def words(mail: IncomingMail, number: int = 0) -> str:
    return results_of(mail)[number].words


def steps(mail: IncomingMail) -> list[LineResult]:
    return results_of(mail)


def last_vote() -> bool:
    """Return whether the latest vote was a yes."""
    game = StoredEvent.objects.filter(type="VoteCast").latest("pk").game
    *_, cast = (each for each in load_stream(game) if isinstance(each, VoteCast))
    return cast.agrees


def the_answer(mail: IncomingMail) -> OutgoingMail:
    """Return the only answer to a mail."""
    return OutgoingMail.objects.get(kind=Kind.REPLY_READ, incoming=mail)


def shown(seat: Seat, kind: Kind = Kind.YOUR_TURN) -> OutgoingMail:
    """Return a seat's latest mail of a kind, sent with the present position."""
    mail = OutgoingMail.objects.filter(kind=kind, seat=seat).latest("pk")
    game = Game.objects.get(pk=seat.game_id)
    OutgoingMail.objects.filter(pk=mail.pk).update(shown_version=game.version)
    mail.refresh_from_db()
    return mail


def answers(sent: Sent) -> Sent:
    """Return the answers among the mails."""
    return [m for m in sent if m.extra_headers["Auto-Submitted"] == "auto-replied"]


def sent_to(seat: Seat, kind: Kind, send: Send, now: datetime) -> OutgoingMail:
    """Send due mails, and return a seat's latest mail of a kind."""
    send(now)
    row = OutgoingMail.objects.filter(seat=seat, kind=kind).latest("pk")
    return row if row.shown_version is not None else shown(seat, kind)
