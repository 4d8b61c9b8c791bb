"""The export of everything that the service knows about a user."""

from datetime import datetime
from typing import Any

from games.accounts.profiles import profile_of
from games.models import (
    ModerationAction,
    PinchOfSalt,
    Report,
    Seat,
    SeatOrders,
    SubstituteOffer,
    TalkMessage,
    User,
)
from games.models.cases import Case, StaffNote
from games.models.talk import TalkMute
from games.models.users import EmailAddress
from games.presentation.error_text import why_put_aside
from games.signals.bus import collect
from games.signals.people import CollectOwnData
from games.store.stream import load_records
from games.talk import mutes, table_talk
from stoneage_core.match.command_text import is_move
from stoneage_core.match.state import Source

Data = dict[str, Any]

FORMAT = "stoneage-by-mail/own-data/1"

_ACCOUNT = (
    *("email", "name", "time_zone", "language", "quiet_from", "quiet_until"),
    *("sends_at_once", "wants_hints", "notes_read", "is_staff", "is_active", "program"),
    *("created_at", "last_login", "muted_until"),
    *("no_games_until", "banned_until"),
    *("unreachable_since", "unreachable_why", "forget_at"),
)
_SHOWN = (
    *("slug", "shows_games", "shows_results", "shows_pace", "shows_record"),
    *("shows_ratings", "made_at"),
)
_RATING = ("rated_game__game__slug", "mean", "deviation", "change")
_FOLLOW = ("game__slug", "profile__slug", "since")
_PASSKEY = ("public_key", "added_at")
#: What players decide beside their moves, which have commands.
_DEEDS = (
    *("PlayerJoined", "ProposalMade", "VoteCast", "AbsenceDeclared", "AbsenceEnded"),
    *("PlayerReturned", "DecisionTakenBack", "SeatEntrusted"),
)


def everything_about(user: User, now: datetime) -> Data:
    """Return all that is stored about a user, ready to be written as JSON."""
    data: Data = {
        "format": FORMAT,
        "made_at": now,
        "account": {name: getattr(user, name) for name in _ACCOUNT},
        "other_addresses": [_address(each) for each in user.addresses.order_by("pk")],
        "passkeys": list(user.passkeys.order_by("pk").values(*_PASSKEY)),
        "profile": _profile(user),
        "follows": [*user.follows.order_by("pk").values(*_FOLLOW)],
        "ratings": [*user.ratings.values(*_RATING)],
        "access_tokens": [*user.tokens.values("name", "scopes", "made_at", "used_at")],
        "hosted_games": list(user.hosted_games.values_list("slug", flat=True)),
        "seats": [_seat(seat, user) for seat in _seats(user)],
        "pinches_of_salt": [_pinch(pinch) for pinch in _pinches(user)],
        "offers": [_offer(offer) for offer in _offers(user)],
        "talk": [_said(message) for message in _talk(user)],
        "mutes": [_mute(mute) for mute in mutes.mutes_of(user)],
        "reports": [_report(report) for report in _reports(user)],
        "acts_of_the_staff": [_act(act) for act in _acts(user)],
        "cases_about_you": [_case(case) for case in _cases(user)],
        "notes_of_the_staff": [_note(note) for note in _notes(user)],
        "seen_browsers": [{"seen_at": seen.seen_at} for seen in user.browsers.all()],
    }
    for part in collect(CollectOwnData(user)):
        data |= part
    return data


def _address(address: EmailAddress) -> Data:
    return {"email": address.email, "confirmed_at": address.confirmed_at}


def _profile(user: User) -> Data | None:
    """Return what they show of themselves to anybody."""
    profile = profile_of(user)
    if profile is None:
        return None
    return {name: getattr(profile, name) for name in _SHOWN}


def _seats(user: User) -> list[Seat]:
    seats = user.seats.all() | Seat.objects.filter(absent_user=user)
    return list(seats.select_related("game").order_by("game_id"))


def _seat(seat: Seat, user: User) -> Data:
    seats = seat.game.table_state.seats
    away = seats[seat.number].away if seats else ()
    orders = SeatOrders.objects.filter(seat=seat, seat__user=user).first()
    return {
        "game": seat.game.slug,
        "number": seat.number,
        "invitation": seat.invitation,
        "is_lent": seat.absent_user_id == user.pk,
        "is_on_autopilot": seat.is_on_autopilot,
        "looked_at": seat.looked_at,
        "away": [{"begins": span.begins, "ends": span.ends} for span in away],
        "standing_orders": orders and _orders(orders),
        "messages_read_upto": table_talk.last_read(seat),
        "decisions": _decisions(seat),
    }


def _orders(orders: SeatOrders) -> Data:
    return {
        "text": orders.text,
        "at_deadline": orders.at_deadline,
        "written_at": orders.written_at,
        "put_aside_at": orders.disarmed_at,
        "put_aside_why": why_put_aside(orders),
    }


def _decisions(seat: Seat) -> list[Data]:
    """Return what was decided for a seat in person, and when."""
    rows = (
        each
        for each, _hash in load_records(seat.game)
        if each.decided_by == seat.number and Source(each.source).is_in_person
        if is_move(each.command) or each.type in _DEEDS
    )
    return [
        {
            "event": row.sequence,
            "at": row.recorded_at,
            "how": row.source,
            "what": row.command if is_move(row.command) else row.type,
        }
        for row in rows
    ]


def _pinches(user: User) -> list[PinchOfSalt]:
    """Return what they added to the dice, also where another has the seat by now."""
    pinches = PinchOfSalt.objects.filter(user=user)
    return list(pinches.select_related("seat__game").order_by("seat__game_id"))


def _pinch(pinch: PinchOfSalt) -> Data:
    return {
        "game": pinch.seat.game.slug,
        "seat": pinch.seat.number,
        "words": pinch.words,
        "nonce": bytes(pinch.nonce).hex(),
    }


def _offers(user: User) -> list[SubstituteOffer]:
    offers = SubstituteOffer.objects.filter(user=user)
    return list(offers.select_related("seat__game").order_by("pk"))


def _offer(offer: SubstituteOffer) -> Data:
    return {
        "game": offer.seat.game.slug,
        "seat": offer.seat.number,
        "offered_at": offer.offered_at,
        "withdrawn_at": offer.withdrawn_at,
    }


def _talk(user: User) -> list[TalkMessage]:
    said = TalkMessage.objects.filter(user=user)
    return list(said.select_related("game").order_by("pk"))


def _said(message: TalkMessage) -> Data:
    return {
        "game": message.game.slug,
        "said_at": message.said_at,
        "text": message.text,
        "hidden_at": message.hidden_at,
    }


def _mute(mute: TalkMute) -> Data:
    """Tell whom they do not hear by the name that they know them by."""
    return {
        "person": mute.person and mute.person.name,
        "table": mute.game and mute.game.slug,
    }


def _reports(user: User) -> list[Report]:
    """Return the reports they made; what others reported is the reporters'."""
    made = Report.objects.filter(reporter=user)
    return list(made.select_related("game", "seat", "case").order_by("pk"))


def _report(report: Report) -> Data:
    return {
        "game": report.game and report.game.slug,
        "about_seat": report.seat and report.seat.number,
        "about_message": report.message_id,
        "reason": report.reason,
        "made_at": report.made_at,
        "closed_at": report.case.closed_at,
        "outcome": report.case.outcome,
    }


def _acts(user: User) -> list[ModerationAction]:
    """Return what the staff did about them: bans, mutes, what became of their seats."""
    acts = ModerationAction.objects.filter(user=user).select_related("game")
    return list(acts.order_by("pk"))


def _act(act: ModerationAction) -> Data:
    return {
        "act": act.kind,
        "game": act.game and act.game.slug,
        "seat": act.seat_number,
        "reason": act.reason,
        "at": act.acted_at,
    }


def _cases(user: User) -> list[Case]:
    """Return what the staff looked into because of them; who reported is not told."""
    return list(user.cases.select_related("game").order_by("pk"))


def _case(case: Case) -> Data:
    return {
        "game": case.game and case.game.slug,
        "opened_at": case.opened_at,
        "closed_at": case.closed_at,
    }


def _notes(user: User) -> list[StaffNote]:
    """Return what the staff noted about them; who of the staff is not told."""
    return list(user.staff_notes.order_by("pk"))


def _note(note: StaffNote) -> Data:
    return {"written_at": note.written_at, "text": note.text}
