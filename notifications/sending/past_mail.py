"""Rendering a mail again for the staff, because the bodies of mails are not kept.

It is worded for its recipient, from the position that it told of. Links, secret
addresses and codes are left out, and so is what people wrote, unless the reader may see
it. Names, addresses and preferences are those of now.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import QuerySet

from games.log.lookups import last_before
from games.log.past_tables import table_at
from games.models import Game, Seat, TalkMessage
from notifications.mails.base import MailContext, kind_of
from notifications.models import Kind, OutgoingMail
from notifications.models.outgoing import OTHER_CHANNELS
from notifications.redact_tokens import redact_tokens
from notifications.sending.render import render_text

logger = logging.getLogger(__name__)

NO_RECIPIENT = "Its recipient no longer has an account with an address."
IN_PARTS = "It puts several emails together. Each of them is listed below."
NO_EMAIL = "It was no email. It said the same as the email beside it, in short."
QUOTES_PEOPLE = "It quotes what somebody wrote, which only moderators may read."
IMPOSSIBLE = "What it told of no longer exists, so it cannot be rendered again."


@dataclass(frozen=True)
class PastMail:
    """``sequence`` is the event after which the mail shows the game, or None."""

    subject: str
    text: str
    sequence: int | None


@dataclass
class PastMailContext(MailContext):
    """A mail with its game as it was after event ``upto``."""

    upto: int | None = None

    @cached_property
    def _table(self) -> tuple[Game, tuple[Seat, ...]]:
        assert self.mail.game is not None
        assert self.upto is not None
        game, seats = table_at(self.mail.game, self.upto)
        if not self.sees_talk:
            game.greeting = ""
        return game, seats

    @property
    def game(self) -> Game:
        return self._table[0]

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return self._table[1]

    @cached_property
    def seat(self) -> Seat:
        return next(seat for seat in self.seats if seat.pk == self.mail.seat_id)

    def messages_heard(self) -> QuerySet[TalkMessage]:
        heard = super().messages_heard().filter(said_at__lte=self.now)
        return heard if self.sees_talk else heard.none()


def render_again(mail: OutgoingMail, *, sees_talk: bool) -> PastMail | str:
    """Return the mail in plain text, or why it cannot be shown."""
    if mail.user is None or not mail.address:
        return NO_RECIPIENT
    if mail.kind == Kind.DIGEST:
        return IN_PARTS
    if mail.kind in OTHER_CHANNELS:
        return NO_EMAIL
    if kind_of(mail).quotes_people and not sees_talk:
        return QUOTES_PEOPLE
    written_at = mail.sent_at or mail.created_at
    upto = _sequence_of(mail, written_at)
    mail.code = mail.next_page = ""
    case = PastMailContext(mail, written_at, sees_talk, upto)
    try:
        subject, text = render_text(case)
    except Exception:
        logger.warning("Mail %s cannot be rendered again", mail.pk, exc_info=True)
        return IMPOSSIBLE
    return PastMail(redact_tokens(subject), redact_tokens(text), upto)


def _sequence_of(mail: OutgoingMail, written_at: datetime) -> int | None:
    """Return the event after which the mail showed its game, or None without a game."""
    if mail.game is None:
        return None
    return mail.shown_version or last_before(mail.game, written_at)
