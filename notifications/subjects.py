"""What a mail is about: a seat and its game, an event, an act, somebody's address."""

from games import positions
from games.models import Game, ModerationAction, Seat, SubstituteOffer, User
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import key_of
from stoneage_core.events import Event

#: Mails with an address that is, was or would be a user's; their keys name the user.
_OF_ADDRESSES = (Kind.ADDRESS_CHANGE, Kind.ADDRESS_CHANGED)


def about(mail: OutgoingMail) -> tuple[Seat, Game]:
    """Return the seat and the game that a mail is about; it has both."""
    assert mail.seat is not None
    assert mail.game is not None
    return mail.seat, mail.game


def event_of(mail: OutgoingMail) -> Event:
    """Return the event that a mail is about."""
    assert mail.about_version is not None
    _, game = about(mail)
    upto = mail.about_version
    (event,) = positions.events_of(game, after=upto - 1, upto=upto)
    return event


def player_of(mail: OutgoingMail) -> int:
    """Return the player whom the event that a mail is about speaks of."""
    player: int = event_of(mail).player  # type: ignore[union-attr]
    return player


def act_of(mail: OutgoingMail) -> ModerationAction:
    """Return the act that a mail tells of."""
    assert mail.act is not None
    return mail.act


def invitation_of(mail: OutgoingMail) -> SubstituteOffer | None:
    """Return the invitation that a mail is about, while it stands."""
    offer = mail.offer
    if offer is None or offer.withdrawn_at is not None or offer.user_id != mail.user_id:
        return None
    return offer


def lost_seat(mail: OutgoingMail) -> Seat:
    """Return the seat whose player cannot be reached; the mail's key names it."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return Seat.objects.select_related("user").get(pk=int(pk))


def prefixes_of(user: User) -> list[str]:
    """Return how the keys of all mails begin that are about addresses of a user."""
    return [_prefix(kind, user) for kind in _OF_ADDRESSES]


def has_moved(user: User) -> bool:
    """Whether a user ever changed their address."""
    moved = OutgoingMail.objects.filter(kind=Kind.ADDRESS_CHANGED)
    prefix = _prefix(Kind.ADDRESS_CHANGED, user)
    return moved.filter(dedupe_key__startswith=prefix).exists()


def _prefix(kind: Kind, user: User) -> str:
    return key_of(kind, f"{user.pk}:")


def owner_of(mail: OutgoingMail) -> User | None:
    """Return whose address it is about, while they have one."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return User.objects.filter(pk=int(pk), email__isnull=False).first()


def is_answered(mail: OutgoingMail) -> bool:
    """Whether what the mail asks was done: its recipient has the old address by now."""
    told = OutgoingMail.objects.filter(kind=Kind.ADDRESS_CHANGED, user=mail.user_id)
    return told.filter(created_at__gte=mail.created_at).exists()
