"""What came in from somebody who is being forgotten goes; others' mails stay.

Their name and address are struck out of those. That means to read them all, so it is
not done along with forgetting, but by who reads the mails. And a mail that waits to be
read or confirmed keeps every word until then: a name may well be a word of the game.
Of one that was given up, or takes workers down here, only the headers are kept.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games import write_ahead_log
from games.models import Seat, User
from games.services.locking import lock_user
from notifications.enqueue import enqueue_reading
from notifications.inbox.bounds import head_of
from notifications.inbox.parsing import letter_of
from notifications.inbox.struck import without
from notifications.mentions import mention_of
from notifications.models import IncomingMail, Reading, Striking
from notifications.models.incoming import CUT
from notifications.replies import tokens

STRUCK = "[…]"
#: After which a draft is as good as read. Its link is signed when it is sent, which may
#: be days later.
DRAFTS_LAST = 2 * tokens.LIFETIME
#: After which a worker that had a mail at hand must have died.
LEASE = timedelta(minutes=10)

Strike = Callable[[str], str]


def erase(user: User, addresses: Sequence[str]) -> None:
    """Delete their mails, and have what names them struck out of the others."""
    hers = Q(user=user) | Q(replies_to__user=user)
    for address in addresses:
        hers |= Q(sender__iexact=address)
    IncomingMail.objects.filter(hers).delete()
    words = [word for word in (*addresses, user.name) if word]
    games = Seat.objects.filter(Q(user=user) | Q(absent_user=user)).values("game")
    told = Q(seat__game__in=games) | Q(replies_to__parts__game__in=games)
    mails = IncomingMail.objects.filter(told).order_by("pk").distinct()
    pks = list(mails.values_list("pk", flat=True))
    if words and pks:
        Striking.objects.create(words=words, mails=pks)
        transaction.on_commit(lambda: enqueue_reading(), robust=True)


def strike_all(*, now: datetime) -> None:
    """Strike what is to be struck, wherever it can be done by now."""
    free = Q(begun_at=None) | Q(begun_at__lte=now - LEASE)
    for pk in Striking.objects.order_by("pk").values_list("pk", flat=True):
        rows = Striking.objects.filter(pk=pk)
        if rows.filter(free).update(begun_at=now):
            _strike_in_turn(rows, now)


def _strike_in_turn(rows: QuerySet[Striking], now: datetime) -> None:
    """Strike in mail after mail; which one is tried is noted before it is."""
    striking = rows.get()
    strike = _striker(striking.words)
    left: list[int] = []
    for at, pk in enumerate(striking.mails):
        rows.update(mail=pk, mails=left + striking.mails[at:])
        if _is_still_needed(pk, strike, now, is_poison=pk == striking.mail):
            left.append(pk)
    if left:
        rows.update(mails=left, mail=None, begun_at=None)
    else:
        rows.delete()
        write_ahead_log.empty_on_commit()


def _striker(words: list[str]) -> Strike:
    mention = mention_of(words)
    return lambda text: mention.sub(STRUCK, text)


def _is_still_needed(
    pk: int, strike: Strike, now: datetime, *, is_poison: bool
) -> bool:
    """Strike the words out of a mail; return whether it needs them for now."""
    mail = IncomingMail.objects.filter(pk=pk).first()
    if mail is None or mail.reading == Reading.WAITING:
        return mail is not None  # whether it can be read at all is not known yet
    source = bytes(mail.source)
    if is_poison or mail.is_given_up:
        source = head_of(source)  # nobody looks at what is beneath
    elif not any(strike(text) != text for text in _texts(mail)):
        return False
    struck = without(source, strike) if mail.pruned_at is None else b""
    return not _replace(mail, struck, strike, now)


def _replace(mail: IncomingMail, source: bytes, strike: Strike, now: datetime) -> bool:
    """Keep the words that are left, unless all are still needed; return whether so."""
    with transaction.atomic():
        held = _held(mail)
        if held is None or not _is_settled(held, now):
            return False
        # The staff may have it read again at this very moment.
        rows = IncomingMail.objects.filter(pk=held.pk, reading=held.reading)
        return bool(
            rows.update(
                source=source,
                subject=strike(held.subject),
                steps=[_struck_step(step, strike) for step in held.steps],
                why=CUT if held.is_given_up else held.why,
            )
        )


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
