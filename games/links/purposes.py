"""The purposes of signed links: what each is bound to, and what it leads to.

Each purpose has a page and a lifetime. ``_bind_…`` returns what a token is signed with,
and ``find_…`` looks up its target and whether it still holds.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F

from games.links.tokens import Found, LinkPurpose, absolute_url
from games.log import table_rows
from games.log.lookups import mark_of
from games.models import Game, League, ModerationAction, Seat, SeatOffer, User
from games.models.moderation import Case
from games.people.recipients import hashes_of
from games.signals import LinkRequested, publish


@dataclass(frozen=True)
class SeatClaim:
    """
    A seat, and a user who may take it: its absent player, the user of an ``offer`` to
    play it, or the owner of an address that a guest gave.
    """

    seat: Seat
    user: User
    offer: SeatOffer | None = None


@dataclass(frozen=True)
class LeagueAccess:
    """A league, and the user who may enter it, check in, leave and drop out."""

    league: League
    user: User


@dataclass(frozen=True)
class SignIn:
    """A sign-in by the link in an email to one of the user's addresses."""

    user: User
    email: str


@dataclass(frozen=True)
class AppealRight:
    act: ModerationAction
    user: User


@dataclass(frozen=True)
class CaseAccess:
    """What one person may see of a case: what the staff and they say to each other."""

    case: Case
    user: User


@dataclass(frozen=True)
class Recipient:
    """
    The reader of an address, known by its hashes. ``user`` is the one who has the
    address here, if there is one.
    """

    hashes: list[str]
    user: User | None


@dataclass(frozen=True)
class Unsubscription:
    """
    The one kind of email that a link can stop: a topic, of one game if there is a
    ``game``, or the digest. In that case ``what`` is the pace at which it comes.
    """

    user: User
    what: str
    game: Game | None = None


def find_linked_seat(pk: int, bound: list[str]) -> Found[Seat] | None:
    """Find a seat unless its player is banned. Raising its epoch revokes the link."""
    slug, epoch = bound
    seat = table_rows.find_seat(pk, slug)
    if seat is None or (seat.user is not None and not seat.user.is_active):
        return None
    return Found(seat, seat.link_epoch == int(epoch))


def find_played_seat(pk: int, bound: list[str]) -> Found[Seat] | None:
    """
    Find a seat, and for a revoked link the player to whom it was sent.

    A link that was sent to a guest says nothing, because their games may belong to
    another account of theirs.
    """
    *seat, sent_to = bound
    found = find_linked_seat(pk, seat)
    if found is None or found.is_current or found.target.user_id == int(sent_to):
        return found
    former = User.objects.filter(pk=int(sent_to)).first()
    return found._replace(former=former)


def find_invitation(pk: int, bound: list[str]) -> Found[Seat] | None:
    """Find a seat. Former invitees learn nothing about the next player."""
    *seat, invited = bound
    found = find_linked_seat(pk, seat)
    if found is None:
        return None
    if found.target.absent_user_id == int(invited):
        return find_played_seat(pk, bound)
    return found if found.target.user_id in {int(invited), None} else None


def find_sign_in(pk: int, bound: list[str]) -> Found[SignIn] | None:
    """
    Find an active user while the address to which the link was sent is theirs. Signing
    in, by this link or otherwise, revokes it.
    """
    mark, epoch, last_login = bound
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or user.email is None:
        return None
    others = EmailAddress.objects.filter(user=user, verified=True)
    own = {user.email, *others.values_list("email", flat=True)}
    email = next((each for each in own if address_mark_of(each) == mark), None)
    if email is None or user.access_epoch != int(epoch):
        return None
    return Found(SignIn(user, email), last_login_mark_of(user) == last_login)


def find_guest_claim(pk: int, bound: list[str]) -> Found[SeatClaim] | None:
    """
    Find seat and user.

    The link ends when the guest's seats went to somebody else, or when, after they were
    kept, all links to the seat were revoked, because it leads to the seat, too.
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
    Find a seat, and the user who may take it: by an offer, or because it is theirs.

    The link of an offer is never revoked, because the page shows the status of the
    offer. The link of the seat's player holds while a substitute plays: the epoch is
    raised when a substitute sits down, but revoking the substitute's links must not
    affect the player.
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


def find_league_access(pk: int, bound: list[str]) -> Found[LeagueAccess] | None:
    """Find a league, and the user while they have the address."""
    slug, *addressed = bound
    league = League.objects.select_related("host").filter(pk=pk, slug=slug).first()
    user = _addressee_of(addressed)
    if league is None or user is None:
        return None
    return Found(LeagueAccess(league, user), is_current=True)


def find_unsubscription(pk: int, bound: list[str]) -> Found[Unsubscription] | None:
    """
    Find a user and what a link stops. New links to the seat revoke it. Signing in does
    not, because people can unsubscribe at any time.
    """
    *addressed, what, slug, seat_pk, epoch = bound
    user = _addressee_of([str(pk), *addressed])
    game = Game.objects.filter(slug=slug).first() if slug else None
    if user is None or (slug and game is None):
        return None
    found, is_current = Unsubscription(user, what, game), True
    if seat_pk:
        seat = table_rows.find_seat(int(seat_pk), slug)
        is_current = seat is not None and seat.link_epoch == int(epoch)
    return Found(found, is_current)


def find_reader(pk: int, bound: list[str]) -> Found[User] | None:
    """Find the user to whom a link was sent, while they have the address."""
    user = _addressee_of([str(pk), *bound])
    return None if user is None else Found(user, is_current=True)


def find_calendar(pk: int, bound: list[str]) -> Found[User] | None:
    """Find the user. Renewing the address of the calendar ends it."""
    *addressed, epoch = bound
    user = _addressee_of([str(pk), *addressed])
    return None if user is None else Found(user, user.calendar_epoch == int(epoch))


def find_appeal_right(pk: int, bound: list[str]) -> Found[AppealRight] | None:
    """Find an act and the user concerned, even banned, while they have the address."""
    act = ModerationAction.objects.select_related("game").filter(pk=pk).first()
    user = _addressee_of(bound, even_banned=True)
    if act is None or user is None:
        return None
    return Found(AppealRight(act, user), is_current=True)


def find_case_access(pk: int, bound: list[str]) -> Found[CaseAccess] | None:
    """Find a case and the person, even banned, while they have the address."""
    cases = Case.objects.select_related("game", "act__game", "act__league")
    case = cases.filter(pk=pk).first()
    user = _addressee_of(bound, even_banned=True)
    if case is None or user is None:
        return None
    return Found(CaseAccess(case, user), is_current=True)


def find_owner(pk: int, bound: list[str]) -> Found[User] | None:
    """
    Find the user whose data a link leads to, while they have the address. A ban does
    not end it, because the data remains theirs.
    """
    user = _addressee_of([str(pk), *bound], even_banned=True)
    return None if user is None else Found(user, is_current=True)


def find_linked_recipient(pk: int, bound: list[str]) -> Found[Recipient] | None:
    """Find the recipient of an email, whatever happened to the user since."""
    (signed,) = bound
    user = User.objects.filter(pk=pk, is_active=True, email__isnull=False).first()
    hashes = hashes_of(user.email or "") if user is not None else []
    found = Recipient(hashes, user) if signed in hashes else Recipient([signed], None)
    return Found(found, is_current=True)


def addressee(user: User) -> tuple[str, str, str]:
    """
    Return what binds a link to a user for as long as they have this address and do not
    end all access.
    """
    return str(user.pk), address_mark_of(user.email or ""), str(user.access_epoch)


def last_login_mark_of(user: User) -> str:
    """Return what changes in a link with each sign-in of its user."""
    last_login = user.last_login
    return "0" if last_login is None else str(int(last_login.timestamp() * 1_000_000))


def address_mark_of(email: str) -> str:
    """Return a mark that identifies an address in a link without naming it."""
    return sha256(email.encode()).hexdigest()[:16]


def _addressee_of(addressed: list[str], *, even_banned: bool = False) -> User | None:
    """Return the user to whom ``addressee`` bound a link, if it still holds."""
    pk, *_rest = addressed
    user = User.objects.filter(pk=int(pk)).first()
    if user is None or addressee(user) != tuple(addressed):
        return None
    return user if user.is_active or even_banned else None


Bound = tuple[int | str, ...]


def _bind_seat(seat: Seat) -> Bound:
    """Bind to the slug, too, because a restore may give a lost seat's id to another."""
    return seat.pk, seat.game.slug, seat.link_epoch


def _bind_seat_and_player(seat: Seat) -> Bound:
    return *_bind_seat(seat), seat.user_id or 0


def _bind_sign_in(user: User, email: str) -> Bound:
    mark, last_login = address_mark_of(email), last_login_mark_of(user)
    return user.pk, mark, user.access_epoch, last_login


def _bind_seat_and_user(seat: Seat, user: User) -> Bound:
    return *_bind_seat(seat), *addressee(user)


def _bind_seat_claim(seat: Seat, user: User, offer: SeatOffer | None) -> Bound:
    return *_bind_seat_and_user(seat, user), 0 if offer is None else offer.pk


def _bind_league(league: League, user: User) -> Bound:
    """Bind to the slug, too, because a restore may give a lost league's id away."""
    return league.pk, league.slug, *addressee(user)


def _bind_act(act: ModerationAction, user: User) -> Bound:
    return act.pk, *addressee(user)


def _bind_case(case: Case, user: User) -> Bound:
    return case.pk, *addressee(user)


def _bind_unsubscription(
    user: User, what: str, game: Game | None, seat: Seat | None
) -> Bound:
    """Bind to the reader's own seat, so that new links to it end this link, too."""
    seat_epoch = ("", "") if seat is None else (seat.pk, seat.link_epoch)
    return *addressee(user), what, "" if game is None else game.slug, *seat_epoch


def _bind_calendar(user: User) -> Bound:
    return *addressee(user), user.calendar_epoch


def _bind_recipient(user: User) -> Bound:
    return user.pk, hashes_of(user.email or "")[0]


_MONTH, _TWO_MONTHS = timedelta(days=30), timedelta(days=60)
#: For links that can do little and are needed for long.
_YEAR, _FIVE_YEARS = timedelta(days=365), timedelta(days=5 * 365)

#: To play a seat. Also bound to its player, so that a former one is known.
PLAY_LINK = LinkPurpose(
    "play",
    "games:play_link",
    _TWO_MONTHS,
    _bind_seat_and_player,
    find_played_seat,
)
#: To answer an invitation. Also bound to the invited user.
INVITATION_LINK = LinkPurpose(
    "invitation",
    "games:invitation",
    _MONTH,
    _bind_seat_and_player,
    find_invitation,
)
SIGN_IN_LINK = LinkPurpose(
    "sign-in",
    "games:sign_in_link",
    timedelta(minutes=30),
    _bind_sign_in,
    find_sign_in,
)
#: For a user to take over all seats of a seat's guest.
KEEP_LINK = LinkPurpose(
    "keep",
    "games:keep",
    timedelta(days=7),
    _bind_seat_and_user,
    find_guest_claim,
)
#: To take a seat: for its absent player to return, or for the user of an offer.
TAKE_SEAT_LINK = LinkPurpose(
    "take-seat",
    "games:take_seat_link",
    _TWO_MONTHS,
    _bind_seat_claim,
    find_seat_claim,
)
#: For a user to enter a league, check in, leave and drop out.
LEAGUE_LINK = LinkPurpose(
    "league", "games:league_link", _TWO_MONTHS, _bind_league, find_league_access
)
#: For a user, even a banned one, to manage their data.
DATA_LINK = LinkPurpose("data", "games:data_link", _TWO_MONTHS, addressee, find_owner)
#: For a user, even a banned one, to appeal against an act of the staff.
APPEAL_LINK = LinkPurpose(
    "appeal", "games:appeal_link", _TWO_MONTHS, _bind_act, find_appeal_right
)
#: For a user, even a banned one, to read and answer what the staff ask about a case.
CASE_LINK = LinkPurpose(
    "case", "games:case_link", _TWO_MONTHS, _bind_case, find_case_access
)
#: To stop one kind of email, of one game if it is about one.
UNSUBSCRIBE_LINK = LinkPurpose(
    "unsubscribe", "mail_unsubscribe", _YEAR, _bind_unsubscription, find_unsubscription
)
#: To choose how often emails come, and nothing else.
PACE_LINK = LinkPurpose("pace", "mail_pace", _TWO_MONTHS, addressee, find_reader)
#: To read all one's deadlines in a calendar. It lasts, because programs poll it.
CALENDAR_LINK = LinkPurpose(
    "calendar", "calendar", _FIVE_YEARS, _bind_calendar, find_calendar
)
#: For the recipient of an email to forbid emails that others request.
NO_MAIL_LINK = LinkPurpose(
    "no-mail", "no_mail", _FIVE_YEARS, _bind_recipient, find_linked_recipient
)


def choices_url(seat: Seat, *, now: datetime) -> str:
    """
    Return the URL below which each choice in the current position has a page. It is
    valid only for the position with this version and hash.
    """
    game, token = seat.game, PLAY_LINK.token(seat, now=now)
    mark = mark_of(game.head)
    return absolute_url("games:choices_link", token, game.version, mark)


def rematch_url(seat: Seat, *, now: datetime) -> str:
    return absolute_url("games:rematch_link", PLAY_LINK.token(seat, now=now))


def game_url(game: Game) -> str:
    return absolute_url("games:game", game.slug)


def result_url(game: Game) -> str:
    return absolute_url("games:result", game.slug)


@transaction.atomic
def request_seat_link(*, seat: Seat, now: datetime) -> None:
    """Email a fresh link to the seat's owner, whoever asks for it."""
    publish(LinkRequested(seat, now=now))


@transaction.atomic
def revoke_links(*, seat: Seat, now: datetime) -> Seat:
    """Revoke all links to a seat sent so far, and email a fresh one."""
    Seat.objects.filter(pk=seat.pk).update(link_epoch=F("link_epoch") + 1)
    seat.refresh_from_db(fields=["link_epoch"])
    publish(LinkRequested(seat, now=now))
    return seat
