"""How players take and leave seats, and how hosts fill them."""

from datetime import datetime, timedelta

import segno
from django.db import transaction
from django.utils.crypto import get_random_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games import queries
from games.accounts import users
from games.background.sweep import DueRows
from games.decisions.seating import number_namesakes
from games.decisions.session import (
    GameSession,
    Provenance,
    attempt_on_game,
    join_bot,
    join_player,
    open_session,
    play_automatic,
    start_when_full,
)
from games.errors import INVITATION_CLOSED, NO_PERSON, SEATED_ALREADY, Refused, refusals
from games.limits import INVITATION_REMINDERS
from games.links.tokens import absolute_url
from games.locks import lock_user
from games.models import Game, Invitation, Seat, User
from games.models.games import SLUG_ALPHABET
from games.models.seats import CODE_LENGTH, JoinLink
from games.sanctions import require_may_begin
from games.signals import (
    AnswersMissing,
    SeatDeclined,
    SeatInvited,
    SeatReminded,
    publish,
)
from stoneage_core.match import decide as match_rules
from stoneage_core.match.seats import EntrustSeat
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, Opponent


def make_join_link(seat: Seat, now: datetime) -> JoinLink:
    """Store a link to a seat that has none. The game must be locked or new."""
    code = get_random_string(CODE_LENGTH, SLUG_ALPHABET)
    return JoinLink.objects.create(seat=seat, code=code, made_at=now)


def drop_join_link(seat: Seat) -> None:
    JoinLink.objects.filter(seat=seat).delete()


def opens_seat(code: str, seat: Seat) -> bool:
    is_waiting = bool(code) and seat.invitation == Invitation.LINKED
    return is_waiting and JoinLink.objects.filter(seat=seat, code=code).exists()


def find_seat_of_link(code: str) -> Seat | None:
    """Return the seat of a link, even if somebody has taken it, or None."""
    links = JoinLink.objects.select_related("seat__game__host", "seat__user")
    link = links.filter(code=code).first()
    return None if link is None else link.seat


def join_link_rows(game: Game) -> list[tuple[int, str, SafeString]]:
    """
    Return number, link and QR code of each seat of a game that waits for its link. Link
    and code are '' if there is no link.
    """
    seats = Seat.objects.filter(game=game, invitation=Invitation.LINKED)
    rows = seats.order_by("number").values_list("number", "join_link__code")
    urls = (
        (number, absolute_url("games:join", code) if code else "")
        for number, code in rows
    )
    return [(number, url, qr_of(url) if url else SafeString()) for number, url in urls]


def qr_of(url: str) -> SafeString:
    """
    Return the QR code of a URL as an SVG. It is hidden from screen readers, so the text
    around it must say what it is.
    """
    drawing = segno.make(url, error="m", micro=False).svg_inline(
        border=3,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="qr",
        lineclass=None,
    )
    return mark_safe(drawing.replace("<svg ", '<svg aria-hidden="true" ', 1))


@transaction.atomic
def accept_seat(
    *,
    seat: Seat,
    now: datetime,
    name: str = "",
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Accept an invitation, once. The game starts when all players have joined. Raise
    Refused (taken) if the invitation is no longer open, and (forbidden) if the player
    is barred from new games.
    """
    player = None if seat.user_id is None else lock_user(seat.user_id)
    session = open_session(seat.game_id, now=now)
    own = session.seat(seat.number)
    if own.has_joined and not own.is_automatic:
        return session.game
    _require_invited(session, own)
    if player is not None:
        require_may_begin(player, now)
    if name and own.user is not None and own.user == player:
        users.update_user(user=own.user, name=name)
    _join(session, own, source)
    return session.game


@transaction.atomic
def decline_seat(*, seat: Seat, now: datetime) -> None:
    session = open_session(seat.game_id, now=now)
    own = session.seat(seat.number)
    if own.invitation == Invitation.DECLINED:
        return
    _require_invited(session, own)
    own.invitation = Invitation.DECLINED
    own.save(update_fields=["invitation"])
    publish(SeatDeclined(own, now=now))


@transaction.atomic
def take_seat(
    *,
    seat: Seat,
    user: User,
    now: datetime,
    name: str = "",
    code: str = "",
    source: Provenance = Source.PAGE,
) -> Seat:
    """
    Locks user and game. Raise Refused (taken) if somebody else was faster, and
    (forbidden) if the player is barred from new games.
    """
    if user.is_guest:
        raise Refused("address_needed")
    user = lock_user(user.pk)
    session = open_session(seat.game_id, now=now)
    require_inviting(session)
    own = session.seat(seat.number)
    require_not_seated(session, user, own)
    if own.invitation != Invitation.OPEN and not opens_seat(code, own):
        if own.user_id == user.pk and own.has_joined:
            return own
        raise Refused("taken")
    require_may_begin(user, now)
    if name:
        users.update_user(user=user, name=name)
    own.user = user
    _join(session, own, source)
    return own


def take_open_seat(
    *,
    game: Game,
    user: User,
    now: datetime,
    name: str = "",
    source: Provenance = Source.PAGE,
) -> Seat:
    """Raise Refused (taken) if none is left, and like ``take_seat``."""
    for seat in queries.open_seats(game):
        try:
            return take_seat(seat=seat, user=user, now=now, name=name, source=source)
        except Refused as refusal:
            if refusal.code != "taken":
                raise
    raise Refused("taken", _("There’s no open seat any longer."))


def _join(session: GameSession, own: Seat, source: Provenance) -> None:
    own.invitation = Invitation.ACCEPTED
    own.save(update_fields=["invitation", "user"])
    join_player(session, own, source)
    start_when_full(session)
    session.save()


def _require_invited(session: GameSession, own: Seat) -> None:
    require_inviting(session)
    if not own.is_invited:
        raise Refused("taken", INVITATION_CLOSED)


def require_inviting(session: GameSession) -> None:
    with refusals():
        match_rules.require_inviting(session.match)


def require_not_seated(
    session: GameSession, user: User, own: Seat, message: Promise | None = None
) -> None:
    if any(seat.user_id == user.pk for seat in session.seats if seat.pk != own.pk):
        raise Refused("already_seated", message)


def leave_seat(*, seat: Seat, now: datetime) -> None:
    """
    Let autopilot play a seat from now on, or decline the invitation to it. A game that
    has not started still starts when the others have joined. Nothing happens if the
    game is over.
    """
    if not (seat.game.is_inviting or seat.game.is_active) or seat.is_automatic:
        return
    if seat.has_joined:
        _entrust(seat, now)
    elif seat.is_invited:
        decline_seat(seat=seat, now=now)


def entrust(session: GameSession, own: Seat, source: Source) -> None:
    """Put a seat on autopilot, which plays at once if it is awaited."""
    session.decide(EntrustSeat(), own.number, source)
    play_automatic(session)


@transaction.atomic
def _entrust(seat: Seat, now: datetime) -> None:
    session = open_session(seat.game_id, now=now)
    if session.status(seat.number).is_on_autopilot:
        return
    entrust(session, session.seat(seat.number), Source.PAGE)
    session.save()


#: Waiting games whose people are told which seats nobody has taken.
ANSWERS = DueRows(Game.objects.all(), "answers_due_at")
#: So long after the last invitation they are told.
ANSWER_WITHIN = timedelta(days=3)


def expect_answers(game: Game, now: datetime) -> None:
    """The game must be locked or new."""
    game.answers_due_at = now + ANSWER_WITHIN
    game.save(update_fields=["answers_due_at"])


@attempt_on_game
def tell_of_silence(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Tell the people of a waiting game once which seats nobody has taken.

    Return whether there were any. It makes no difference why no one has answered, so
    nobody learns who does not want our emails.
    """
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    game = session.game
    if game.answers_due_at is None or game.answers_due_at > now:
        return False
    game.answers_due_at = None
    game.save(update_fields=["answers_due_at"])
    if not game.is_inviting or all(seat.has_joined for seat in session.seats):
        return False
    publish(AnswersMissing(game, session.seats, now=now))
    return True


@transaction.atomic
def invite_to_seat(*, seat: Seat, by: User, email: str, now: datetime) -> Seat:
    """Only the host may do this."""
    session, own = _vacant_for_people(seat, by, now)
    user = users.user_for_email(email=email, now=now, guess=by.language)
    require_not_seated(session, user, own, SEATED_ALREADY)
    _fill(own, Invitation.INVITED, user)
    expect_answers(session.game, now)
    publish(SeatInvited(own, now=now))
    return own


@transaction.atomic
def remind_seat(*, seat: Seat, by: User, now: datetime) -> None:
    """
    Email an invitation once more. Only the host may do this, once a day. Raise Refused
    (taken) if it has been answered, and TooMany.
    """
    _session, own = _vacant_for_people(seat, by, now)
    if not own.is_invited:
        raise Refused("taken", INVITATION_CLOSED)
    INVITATION_REMINDERS.spend(own.pk, own.link_epoch, now=now)
    publish(SeatReminded(own, now=now))


@transaction.atomic
def open_seat(*, seat: Seat, by: User, now: datetime) -> Seat:
    """Open a seat to all members. Only the host may do this."""
    session, own = _vacant_for_people(seat, by, now)
    _fill(own, Invitation.OPEN)
    expect_answers(session.game, now)
    return own


@transaction.atomic
def link_seat(*, seat: Seat, by: User, now: datetime) -> JoinLink:
    """Make a new link to a seat, in place of the old one. Only the host may do this."""
    session, own = _vacant_for_people(seat, by, now)
    _fill(own, Invitation.LINKED)
    expect_answers(session.game, now)
    return make_join_link(own, now)


@transaction.atomic
def unlink_seat(*, seat: Seat, by: User, now: datetime) -> None:
    """Only the host may do this. Idempotent."""
    _session, own = _vacant(seat, by, now)
    drop_join_link(own)


@transaction.atomic
def automate_seat(
    *, seat: Seat, by: User, now: datetime, opponent: Opponent = DEFAULT_OPPONENT
) -> Seat:
    """Only the host may do this."""
    session, own = _vacant(seat, by, now)
    if all(other.is_automatic for other in session.seats if other.pk != own.pk):
        raise Refused("invalid", NO_PERSON)
    own.user, own.bot = None, opponent.name
    number_namesakes(session.seats)
    _fill(own, Invitation.ACCEPTED)
    join_bot(session, own)
    start_when_full(session)
    session.save()
    return own


def _fill(own: Seat, invitation: Invitation, user: User | None = None) -> None:
    """Links to the seat that were sent before are revoked."""
    own.user, own.invitation = user, invitation
    drop_join_link(own)
    own.link_epoch += 1
    own.save(update_fields=["user", "bot", "namesake", "invitation", "link_epoch"])


def _vacant_for_people(seat: Seat, by: User, now: datetime) -> tuple[GameSession, Seat]:
    """
    Raise Refused like ``_vacant``, and (forbidden) if the host is barred from starting
    games.
    """
    require_may_begin(by, now)
    return _vacant(seat, by, now)


def _vacant(seat: Seat, by: User, now: datetime) -> tuple[GameSession, Seat]:
    """
    Raise Refused (forbidden) for anybody else, and (taken) if the seat was accepted.
    """
    session = open_session(seat.game_id, now=now)
    if session.game.host_id != by.pk:
        raise Refused("forbidden")
    require_inviting(session)
    own = session.seat(seat.number)
    if own.has_joined:
        raise Refused("taken")
    return session, own
