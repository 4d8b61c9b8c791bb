"""What came in from somebody who is being forgotten goes; others' mails stay.

Their name and address are struck out of those. That means to read them all, so it is
not done along with forgetting, but by who reads the mails. And a mail that waits to be
read or confirmed keeps every word until then: a name may well be a word of the game.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import Seat, User
from games.services.locking import lock_user
from notifications.inbox.parsing import letter_of
from notifications.inbox.struck import without
from notifications.models import IncomingMail, Reading, Striking
from notifications.replies import tokens
from notifications.wakeup import wake_reader

STRUCK = "[…]"
#: After which a draft is as good as read. Its link is signed when it is sent, which may
#: be days later.
DRAFTS_LAST = 2 * tokens.LIFETIME

Strike = Callable[[str], str]


def erase(user: User) -> None:
    """Delete their mails, and have what names them struck out of the others."""
    hers = Q(user=user) | Q(replies_to__user=user)
    if user.email:
        hers |= Q(sender__iexact=user.email)
    IncomingMail.objects.filter(hers).delete()
    words = [word for word in (user.email, user.name) if word]
    games = Seat.objects.filter(Q(user=user) | Q(absent_user=user)).values("game")
    mails = IncomingMail.objects.filter(seat__game__in=games).order_by("pk")
    pks = list(mails.values_list("pk", flat=True))
    if words and pks:
        Striking.objects.create(words=words, mails=pks)
        transaction.on_commit(lambda: wake_reader(), robust=True)


def strike_all(*, now: datetime) -> None:
    """Strike what is to be struck, wherever it can be done by now."""
    for striking in Striking.objects.order_by("pk"):
        strike = _striker(striking.words)
        left = [pk for pk in striking.mails if _is_still_needed(pk, strike, now)]
        rows = Striking.objects.filter(pk=striking.pk)
        if left:
            rows.update(mails=left)
        else:
            rows.delete()


def _striker(words: list[str]) -> Strike:
    either = "|".join(re.escape(word) for word in words)
    pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
    return lambda text: pattern.sub(STRUCK, text)


def _is_still_needed(pk: int, strike: Strike, now: datetime) -> bool:
    """Strike the words out of a mail; return whether it needs them for now."""
    mail = IncomingMail.objects.filter(pk=pk).first()
    if mail is None or not any(strike(text) != text for text in _texts(mail)):
        return False
    source = without(bytes(mail.source), strike)  # outside: it may take a while
    with transaction.atomic():
        held = _held(mail)
        if held is None or not _is_settled(held, now):
            return True
        held.source, held.subject = source, strike(held.subject)
        held.steps = [_struck_step(step, strike) for step in held.steps]
        held.save(update_fields=["source", "subject", "steps"])
    return False


def _held(mail: IncomingMail) -> IncomingMail | None:
    """Return a mail as it is now, or None if words of others were struck out of it."""
    if mail.user_id is not None:
        lock_user(mail.user_id)
    return IncomingMail.objects.filter(pk=mail.pk, source=bytes(mail.source)).first()


def _texts(mail: IncomingMail) -> Iterator[str]:
    """Yield what a mail says, however it is encoded."""
    source = bytes(mail.source)
    yield source.decode("utf-8", "replace")
    yield letter_of(source).text
    yield mail.subject
    yield from (step[part] for step in mail.steps for part in ("line", "words"))


def _is_settled(mail: IncomingMail, now: datetime) -> bool:
    """Whether nothing will be done any more because of what a mail says."""
    if mail.reading == Reading.DRAFT:
        return mail.read_at is None or mail.read_at + DRAFTS_LAST < now
    return mail.reading != Reading.WAITING


def _struck_step(step: dict[str, object], strike: Strike) -> dict[str, object]:
    return step | {part: strike(str(step[part])) for part in ("line", "words")}
