"""What came in from somebody who is being forgotten goes, and what tells of them."""

import re
from collections.abc import Iterator

from django.db.models import Q

from games.models import Seat, User
from notifications.inbox.parsing import letter_of
from notifications.models import IncomingMail


def erase(user: User) -> None:
    """Delete their mails, and empty those of others at their tables that name them."""
    hers = Q(user=user) | Q(replies_to__user=user)
    if user.email:
        hers |= Q(sender__iexact=user.email)
    IncomingMail.objects.filter(hers).delete()
    telling = IncomingMail.objects.filter(pk__in=list(_telling(user)))
    telling.update(source=b"", subject="", why="", steps=[])


def _telling(user: User) -> Iterator[int]:
    """Find the mails that quote or name them, however they are encoded."""
    words = [re.escape(word) for word in (user.email, user.name) if word]
    if not words:
        return
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)
    games = Seat.objects.filter(Q(user=user) | Q(absent_user=user)).values("game")
    for mail in IncomingMail.objects.filter(seat__game__in=games).iterator():
        if any(pattern.search(text) for text in _texts(mail)):
            yield mail.pk


def _texts(mail: IncomingMail) -> Iterator[str]:
    source = bytes(mail.source)
    yield source.decode("utf-8", "replace")
    yield letter_of(source).text
    yield from (mail.subject, mail.why, str(mail.steps))
