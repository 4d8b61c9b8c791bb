"""Reply addresses: one for each seat, as secret as its link.

A seat's address is ``play+<seat>-<code>@host``. The code is bound to the seat, its
game, its ``link_epoch`` and its player, so whatever revokes the links of a seat revokes
its address. An appended ``-<mail>-<mark>`` says which mail is answered, in case a
server changes Message-IDs or a mail program does not refer to them. The mark is made
from the Message-ID, because a restored database may reuse the id of a lost mail. It is
not secret and grants nothing.

A digest's address is ``play+all-<digest>-<code>@host``, for all games in it. The code
is bound to its Message-ID, to what its numbers mean, and to all seats in it.

A question of the staff has ``play+case-<mail>-<code>@host``.

Without a tag, ``play@host`` is the service's own address, where players start games.
"""

import json
import re
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings

from games.models import Seat
from notifications.models import Kind, OutgoingMail
from notifications.replies.answered_mail import seats_in
from notifications.verp import Tags, tag_in, tagged_address

_ANSWER_TAG = re.compile(r"(?P<seat>\d+-\w+)-(?P<mail>\d{1,18})-(?P<mark>[0-9a-f]{8})")
_ALL = "all-"
_CASE = "case-"
#: How many former epochs of a seat's links are tried.
MOST_EPOCHS = 50


def _bound(seat: Seat) -> str:
    return f"{seat.game.slug}:{seat.link_epoch}:{seat.user_id}"


def _bound_to_all(digest: OutgoingMail) -> str:
    seats = seats_in(digest).select_related("game").order_by("pk")
    bound = [f"{seat.pk}:{_bound(seat)}" for seat in seats]
    # Sorted, because PostgreSQL does not keep the order of JSON keys.
    listed = json.dumps(digest.listed, sort_keys=True)
    return ";".join([digest.message_id, str(digest.user_id), listed, *bound])


_TAGS = Tags("reply address", _bound)


def _former_tags(epoch: int) -> Tags[Seat]:
    """The addresses that an absent player had before a substitute sat down."""
    return Tags(
        "reply address",
        lambda seat: f"{seat.game.slug}:{epoch}:{seat.absent_user_id}",
    )


_DIGESTS = Tags("digest reply address", _bound_to_all)
_QUESTIONS = Tags[OutgoingMail](
    "case reply address", lambda mail: f"{mail.message_id}:{mail.user_id}"
)


def reply_address(seat: Seat, *, answered: OutgoingMail | None = None) -> str:
    """
    Return the address to which a player sends moves, or '' if replies are off or nobody
    has the seat. If ``answered`` is given, the address also names that mail, so that
    we know what a reply answers.
    """
    if not settings.REPLY_TO or seat.user_id is None:
        return ""
    tag = _TAGS.of(seat)
    if answered is not None:
        tag = f"{tag}-{answered.pk}-{_mark_of(answered)}"
    return tagged_address(settings.REPLY_TO, tag)


def _mark_of(mail: OutgoingMail) -> str:
    return sha256(mail.message_id.encode()).hexdigest()[:8]


def digest_address(digest: OutgoingMail) -> str:
    """Return the address for answers to a digest, or '' if it asks nothing."""
    if not settings.REPLY_TO or not digest.listed:
        return ""
    return tagged_address(settings.REPLY_TO, f"{_ALL}{_DIGESTS.of(digest)}")


def case_address(question: OutgoingMail) -> str:
    """Return the address for an answer to a question of the staff, or ''."""
    if not settings.REPLY_TO:
        return ""
    return tagged_address(settings.REPLY_TO, f"{_CASE}{_QUESTIONS.of(question)}")


def question_at(address: str) -> OutgoingMail | None:
    """Return the email with a question of the staff that an address names."""
    tag = tag_in(address, settings.REPLY_TO) if settings.REPLY_TO else ""
    if not tag.startswith(_CASE):
        return None
    rows = OutgoingMail.objects.select_related("user")
    questions = rows.filter(kind=Kind.CASE_QUESTION, user__isnull=False)
    return _QUESTIONS.find(tag.removeprefix(_CASE), questions)


def seat_at(address: str) -> Seat | None:
    if not settings.REPLY_TO:
        return None
    rows = Seat.objects.select_related("game", "user").filter(user__isnull=False)
    tag = tag_in(address, settings.REPLY_TO)
    tagged = _ANSWER_TAG.fullmatch(tag)
    return _TAGS.find(tag if tagged is None else tagged["seat"], rows)


def lent_seat_at(address: str) -> Seat | None:
    """
    Return the seat of an absent player that a former address of theirs names.

    Each new player raises the epoch of the links by one, so that few were in use.
    """
    tag = tag_in(address, settings.REPLY_TO) if settings.REPLY_TO else ""
    tagged = _ANSWER_TAG.fullmatch(tag)
    tag = tag if tagged is None else tagged["seat"]
    number = tag.partition("-")[0]
    if not number.isdecimal():
        return None
    rows = Seat.objects.select_related("game", "user", "absent_user")
    lent = rows.filter(absent_user__isnull=False)
    seat = lent.filter(pk=int(number)).first()
    epochs = range(seat.link_epoch) if seat is not None else ()
    found = (_former_tags(epoch).find(tag, lent) for epoch in epochs[-MOST_EPOCHS:])
    return next(filter(None, found), None)


def digest_at(address: str) -> OutgoingMail | None:
    if not settings.REPLY_TO:
        return None
    tag = tag_in(address, settings.REPLY_TO)
    if not tag.startswith(_ALL):
        return None
    rows = OutgoingMail.objects.select_related("user")
    digests = rows.filter(kind=Kind.DIGEST, user__isnull=False)
    return _DIGESTS.find(tag.removeprefix(_ALL), digests)


def is_service_address(address: str) -> bool:
    return bool(settings.REPLY_TO) and address.lower() == settings.REPLY_TO.lower()


def counted_as(seat_id: int | None, user_id: int | None) -> object:
    """Return the key for rate limits: the seat, or else the user."""
    return seat_id or f"user {user_id}"


@dataclass(frozen=True)
class AnswerReference:
    """
    The mail of ours that an address or a mail refers to, or None. ``is_lost`` means
    that it refers to a mail that is no longer in the database.
    """

    mail: OutgoingMail | None = None
    is_lost: bool = False


#: A reference to no mail.
NO_REFERENCE = AnswerReference()


def mail_answered_at(address: str, seat: Seat) -> AnswerReference:
    tagged = _ANSWER_TAG.fullmatch(tag_in(address, settings.REPLY_TO))
    if tagged is None:
        return NO_REFERENCE
    mail = OutgoingMail.objects.filter(pk=int(tagged["mail"])).first()
    if mail is None or _mark_of(mail) != tagged["mark"]:
        return AnswerReference(is_lost=True)
    return AnswerReference(mail) if mail.user_id == seat.user_id else NO_REFERENCE
