"""Targets of signed links: found by what was signed, while that still holds."""

from dataclasses import dataclass
from hashlib import sha256

from games.links.tokens import Found
from games.models import ModerationAction, Seat, SeatOffer, User
from games.people.recipients import hashes_of
from games.store import table_rows


@dataclass(frozen=True)
class SeatClaim:
    """
    A seat, and who may take it: its absent player, the person of an ``offer`` to play
    it, or whose address a guest gave.
    """

    seat: Seat
    user: User
    offer: SeatOffer | None = None


@dataclass(frozen=True)
class AddressMove:
    """The users of a change of address; ``is_done`` once it has happened."""

    user: User
    wanted: User
    email: str
    is_done: bool


@dataclass(frozen=True)
class AppealRight:
    """
    The right to have an act of the staff looked at again: the act, and whom it
    concerns.
    """

    act: ModerationAction
    user: User


@dataclass(frozen=True)
class Recipient:
    """
    Whoever reads the mails of an address, as their hashes know them.

    ``user`` is who has the address here, as long as somebody has.
    """

    hashes: list[str]
    user: User | None


def find_linked_seat(pk: int, bound: list[str]) -> Found[Seat] | None:
    """Find a seat unless its player is banned; revoked once its epoch was raised."""
    slug, epoch = bound
    seat = table_rows.find_seat(pk, slug)
    if seat is None or (seat.user is not None and not seat.user.is_active):
        return None
    return Found(seat, seat.link_epoch == int(epoch))


def find_invitation(pk: int, bound: list[str]) -> Found[Seat] | None:
    """Find a seat; who was invited before learns nothing of who comes next."""
    *seat, invited = bound
    found = find_linked_seat(pk, seat)
    if found is None or found.target.user_id not in {int(invited), None}:
        return None
    return found


def find_linked_user(pk: int, bound: list[str]) -> Found[User] | None:
    """
    Find an active user while they have the address to which it was mailed.

    It is revoked once they signed in by a later link.
    """
    mark, epoch = bound
    user = _addressee_of([str(pk), mark])
    if user is None:
        return None
    return Found(user, user.sign_in_epoch == int(epoch))


def find_guest_claim(pk: int, bound: list[str]) -> Found[SeatClaim] | None:
    """
    Find seat and user.

    It is over when the guest's seats went to somebody else, or when, once kept, all
    links to the seat were revoked: this one leads there too.
    """
    slug, epoch, *addressed = bound
    user, seat = _addressee_of(addressed), table_rows.find_seat(pk, slug)
    if seat is None or seat.user is None or user is None:
        return None
    is_theirs = seat.user.is_guest or seat.user == user
    is_current = is_theirs and seat.link_epoch == int(epoch)
    return Found(SeatClaim(seat, user), is_current)


def find_seat_claim(pk: int, bound: list[str]) -> Found[SeatClaim] | None:
    """
    Find a seat, and who may take it: by an offer, or because it is their own.

    The page says what has become of an offer, so its link is never revoked. The one of
    the seat's player holds while a substitute plays: the epoch is raised when a
    substitute sits down, and the substitute's own links are no business of theirs.
    """
    slug, epoch, *addressed, offer_pk = bound
    user, seat = _addressee_of(addressed), table_rows.find_seat(pk, slug)
    if seat is None or user is None:
        return None
    if int(offer_pk):
        offer = SeatOffer.objects.filter(pk=offer_pk, seat=seat, user=user).first()
        if offer is None:
            return None
        return Found(SeatClaim(seat, user, offer), is_current=True)
    if seat.absent_user_id == user.pk:
        return Found(SeatClaim(seat, user), is_current=True)
    if seat.user_id != user.pk:
        return None
    return Found(SeatClaim(seat, user), seat.link_epoch == int(epoch))


def find_address_move(pk: int, bound: list[str]) -> Found[AddressMove] | None:
    """Find who wants which address: good until one of the two has another, or it is so.

    Once it is done it leads to a page that says so.
    """
    user = User.objects.filter(pk=pk, is_active=True).first()
    return None if user is None else _find_move(user, [str(user.email or "")], bound)


def find_address_addition(pk: int, bound: list[str]) -> Found[AddressMove] | None:
    """Find who wants which address besides their own; the same holds as for a move."""
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None:
        return None
    others = user.addresses.values_list("email", flat=True)
    return _find_move(user, [str(user.email or ""), *others], bound)


def _find_move(
    user: User, own: list[str], bound: list[str]
) -> Found[AddressMove] | None:
    """Find the address that a user wants; it is done where it is their ``own``."""
    mark, *addressed, epoch = bound
    if user.email is None:
        return None
    done = [email for email in own if address_mark_of(email) == addressed[1]]
    if done:
        move = AddressMove(user, user, done[0], is_done=True)
        return Found(move, is_current=True)
    wanted = _addressee_of(addressed)
    if wanted is None or wanted.email is None or addressee(user)[1] != mark:
        return None
    # Who moved there and back again has answered the mail by that.
    is_open = wanted.sign_in_epoch == int(epoch)
    return Found(AddressMove(user, wanted, wanted.email, is_done=False), is_open)


def find_addressee(pk: int, bound: list[str]) -> Found[User] | None:
    """
    Find a user; the link holds for as long as they have the address it was mailed to.

    Signing in does not end it: who wants no mails is let off at any time.
    """
    user = _addressee_of([str(pk), *bound])
    return None if user is None else Found(user, is_current=True)


def find_appeal_right(pk: int, bound: list[str]) -> Found[AppealRight] | None:
    """Find an act and whom it concerns, banned or not, while they have the address."""
    act = ModerationAction.objects.select_related("game").filter(pk=pk).first()
    user = _addressee_of(bound, even_banned=True)
    if act is None or user is None:
        return None
    return Found(AppealRight(act, user), is_current=True)


def find_owner(pk: int, bound: list[str]) -> Found[User] | None:
    """
    Find whose data a link leads to, while they have the address it was mailed to.

    A ban does not end it: what is stored about somebody stays theirs.
    """
    user = _addressee_of([str(pk), *bound], even_banned=True)
    return None if user is None else Found(user, is_current=True)


def find_linked_recipient(pk: int, bound: list[str]) -> Found[Recipient] | None:
    """Find whom a mail went to; that it did is enough, whatever became of the user."""
    (signed,) = bound
    user = User.objects.filter(pk=pk, is_active=True, email__isnull=False).first()
    hashes = hashes_of(user.email or "") if user is not None else []
    found = Recipient(hashes, user) if signed in hashes else Recipient([signed], None)
    return Found(found, is_current=True)


def addressee(user: User) -> tuple[str, str]:
    """Return what binds a link to a user for as long as they have this address."""
    return str(user.pk), address_mark_of(user.email or "")


def address_mark_of(email: str) -> str:
    """Return a mark that identifies an address in a link without naming it."""
    return sha256(email.encode()).hexdigest()[:16]


def _addressee_of(addressed: list[str], *, even_banned: bool = False) -> User | None:
    """Find the user whom ``addressee`` bound a link to, if they still have it."""
    pk, _address = addressed
    user = User.objects.filter(pk=int(pk)).first()
    if user is None or addressee(user) != tuple(addressed):
        return None
    return user if user.is_active or even_banned else None
