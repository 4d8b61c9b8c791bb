"""The people and games of the tests of `games`, and ways to send mails."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives

from games.accounts.users import user_for_email
from games.lobby.new_games import create_game
from games.models import Game, Seat, User
from games.seats.invitations import accept_seat
from games.signals import SignInRequested, publish
from notifications.digests import INCLUDED
from notifications.models import Kind, OutgoingMail
from notifications.sending import send as sending
from stoneage_core.terms import Terms

#: How long a decision can be taken back and the next player's mail waits.
UNDO = timedelta(minutes=2)
LINK = re.compile(r"https?://\S+")

Sent = list[EmailMultiAlternatives]
Send = Callable[[datetime], Sent]


@pytest.fixture
def send(mailoutbox: Sent, log_key: str) -> Send:
    """
    Send all mails due at a moment; return all mails sent so far.

    The site's log has a key, as in every installation.
    """

    def send_all(now: datetime) -> Sent:
        while sending.send_batch(now=now):
            pass
        return mailoutbox

    return send_all


@pytest.fixture
def left(started_game: Game, now: datetime) -> tuple[Game, datetime]:
    """A game of four in which autopilot has Alice's seat."""
    from tests.notifications.absence import fresh, leave

    return fresh(started_game), leave(started_game, 0, now)


def mails(kind: Kind, user: User | None = None) -> list[OutgoingMail]:
    """Return the rows of one kind, oldest first."""
    rows = OutgoingMail.objects.filter(kind=kind).order_by("pk")
    return list(rows if user is None else rows.filter(user=user))


def seat_of(game: Game, user: User) -> Seat:
    return Seat.objects.select_related("game", "user").get(game=game, user=user)


def game_of(host: User, *others: User, now: datetime) -> Game:
    """Return a started game in which the host is to decide."""
    people = [str(user.email) for user in (host, *others)]
    game = create_game(
        host=host, players=people, terms=Terms(len(people), first_player=0), now=now
    )
    for user in others:
        game = accept_seat(seat=seat_of(game, user), now=now)
    return game


def row_of(message: EmailMessage) -> OutgoingMail:
    """Return the row of an email that was sent."""
    return OutgoingMail.objects.get(message_id=message.extra_headers["Message-ID"])


def kind_of(message: EmailMessage) -> Kind:
    return Kind(row_of(message).kind)


def kinds_in(digest: EmailMessage) -> list[Kind]:
    """Return the kinds of the emails that a digest includes, in alphabetical order."""
    row = row_of(digest)
    assert row.kind == Kind.DIGEST
    parts = row.parts.filter(reason=INCLUDED.format(message_id=row.message_id))
    return sorted(Kind(part.kind) for part in parts)


def html_of(message: EmailMultiAlternatives) -> str:
    (alternative,) = message.alternatives
    assert alternative.mimetype == "text/html"
    return str(alternative.content)


def links_in(text: str) -> list[str]:
    return LINK.findall(text)


def a_mail(
    user: User, now: datetime, key: str = "test", **fields: object
) -> OutgoingMail:
    """Return a saved mail that needs no game and has no limit."""
    values = {
        "kind": Kind.SIGN_IN,
        "user": user,
        "dedupe_key": key,
        "message_id": f"<{key}@localhost>",
        "created_at": now,
        "due_at": now,
        "is_counted": True,
    }
    return OutgoingMail.objects.create(**(values | fields))


def ask_to_sign_in(email: str, *, now: datetime, next: str = "") -> User:
    """Ask for a link to sign in, as the page does, but without a code or limits."""
    user = user_for_email(email=email, now=now)
    publish(SignInRequested(user, email.lower(), next, now=now))
    return user
