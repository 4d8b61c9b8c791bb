"""The public page of a game that has not started: its seats and settings."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from games.accounts.profiles import profile_urls
from games.limits import INVITATION_REMINDERS
from games.live.live_page import live_page
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Invitation, Seat, Status
from games.moderation_log import public_log_of
from games.presentation import labels, time_control_text
from games.presentation.league_text import LeagueLink, league_link
from games.presentation.option_text import OptionRow, option_rows
from games.presentation.seat_clocks import is_unreachable
from games.presentation.text import find_typed_address, name_of, names_of
from games.signals import CollectInvitationMails, SentInvitation, collect
from stoneage_core import GameState


@dataclass(frozen=True)
class SeatRow:
    """A seat before the start, and the answer to its invitation."""

    number: int
    name: str
    answer: str
    answer_key: str
    is_lost: bool
    address: str
    is_reader: bool
    is_host: bool
    profile_url: str
    may_be_filled: bool


@dataclass(frozen=True)
class InvitedSeatRow(SeatRow):
    """A seat as the host sees it after we have emailed its invitation."""

    sent: SentInvitation
    may_be_reminded: bool


@dataclass(frozen=True)
class Settings:
    """What a table agreed on, in words."""

    options: tuple[OptionRow, ...]
    clock_name: str
    clock_terms: list[str]
    timeout_terms: str
    length: str
    commitment: str
    league: LeagueLink | None
    is_practice: bool


def game_context(
    game: Game, reader: AbstractBaseUser | AnonymousUser, zone: str, now: datetime
) -> dict[str, Any]:
    seats, state = read_seats(game), positions.state_of(game)
    own = next((s for s in seats if reader.pk and s.user_id == reader.pk), None)
    is_host = bool(reader.pk) and game.host_id == reader.pk
    chairs = seat_rows(game, seats, own, is_host)
    if is_host and game.is_inviting:
        chairs = _with_mails(game, seats, chairs, now)
    invited = [chair for chair in chairs if isinstance(chair, InvitedSeatRow)]
    return {
        "game": game,
        "zone": zone,
        "own_seat": own,
        "is_host": is_host,
        "is_inviting": game.status == Status.INVITING,
        "moderation_log": public_log_of(game),
        "is_cancelled": game.status == Status.CANCELLED,
        "live": live_page(game, state.version, own),
        "settings": settings_of(game, seats, state),
        "greeting": game.greeting,
        "host": game.host.name if game.host else "",
        "chairs": chairs,
        "is_mail_waiting": any(one.sent.is_waiting for one in invited),
        "is_mail_written": bool(invited),
        "own_name": own.user.name if own and own.user else "",
        "has_open_seat": any(s.invitation == Invitation.OPEN for s in seats),
    }


def _with_mails(
    game: Game, seats: tuple[Seat, ...], chairs: tuple[SeatRow, ...], now: datetime
) -> tuple[SeatRow, ...]:
    """Add what became of the invitations. Takes a query."""
    sent: dict[int, SentInvitation] = {}
    for part in collect(CollectInvitationMails(game)):
        sent |= part
    again_from = now - timedelta(seconds=INVITATION_REMINDERS.seconds)
    return tuple(
        InvitedSeatRow(
            **vars(chair), sent=mail, may_be_reminded=mail.written_at <= again_from
        )
        if (mail := sent.get(seat.pk))
        else chair
        for seat, chair in zip(seats, chairs, strict=True)
    )


def settings_of(game: Game, seats: tuple[Seat, ...], state: GameState) -> Settings:
    return Settings(
        options=option_rows(game.terms, names_of(seats)),
        clock_name=time_control_text.preset_name_of(game.time_control),
        clock_terms=time_control_text.term_list(game.time_control),
        length=time_control_text.length_of(game.time_control),
        timeout_terms=time_control_text.timeout_terms_of(game.time_control),
        commitment=state.commitment,
        league=league_link(game),
        is_practice=game.table_state.is_practice,
    )


def seat_rows(
    game: Game, seats: tuple[Seat, ...], own: Seat | None, is_host: bool
) -> tuple[SeatRow, ...]:
    """
    Return the seats of a game that has not started. Addresses are only for the host.

    One query, for links to profiles.
    """
    pages = profile_urls(seat.user_id for seat in seats)
    return tuple(
        SeatRow(
            number=seat.number,
            name=name_of(seat),
            answer=labels.answer_of(seat),
            answer_key=seat.invitation,
            is_lost=is_host and is_unreachable(seat),
            address=find_typed_address(seat) if is_host else "",
            profile_url=pages.get(seat.user_id or 0, ""),
            is_reader=own is not None and seat.pk == own.pk,
            is_host=seat.user_id is not None and seat.user_id == game.host_id,
            may_be_filled=is_host
            and game.status == Status.INVITING
            and seat.invitation != Invitation.ACCEPTED,
        )
        for seat in seats
    )
