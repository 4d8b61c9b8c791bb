"""The page of a seat: what its player arranges besides moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.accounts.person_fields import EmailForm
from games.accounts.views.addresses import ask_owner
from games.errors import Refused
from games.limits import FRESH_LINKS
from games.links.purposes import PLAY_LINK, revoke_links
from games.links.tokens import Revoked
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Seat, Status
from games.people.reachability import lost_mails
from games.presentation.dates import duration_in_words
from games.presentation.proposal_text import proposal_choices_of, proposals_of
from games.presentation.seat_clocks import seat_clocks
from games.signals import CollectSeatNotes, collect
from games.table.form_input import FormError
from games.table.leave_page import may_leave
from games.table.orders_form import absence_settings, has_settings, orders_settings
from games.table.table_decisions import PROPOSAL_FORMS
from games.table.table_page import earlier_decisions, turn_of, undo_of
from games.table.views.own_seat import SEAT_ACTIONS, SeatPage, refusal_of, refuse
from games.web.pages import dead_link_page, redirect_to, render_for
from games.web.seat_access import SeatAccess
from stoneage_core.match.more_time import may_ask
from stoneage_core.state import GameState

#: The actions whose forms show their own errors.
SPEAKING = {"orders", "away", "back"}


def seat_context(
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    action: str,
    error: FormError,
) -> dict[str, Any]:
    """Return the context of the page of a seat in a started game."""
    seat, now = seats[access.own.number], access.now
    has_own = has_settings(seat)
    says_itself = error.action in SPEAKING and has_own
    refusal = "" if says_itself else error.sentence
    return {
        "game": seat.game,
        "table_url": access.back_url,
        "turn": turn_of(seat, seats, state, action=action, refusal=refusal, now=now),
        "going_back": earlier_decisions(seat, seats, undo_of(seat, now)),
        "proposals": proposals_of(seat.game, seats, seat),
        "proposal_choices": proposal_choices_of(seat, seats, now),
        "opens_proposing": error.action in PROPOSAL_FORMS,
        "orders": orders_settings(seat, seats, state, error) if has_own else None,
        "absence": absence_settings(seat, now, error) if has_own else None,
        "more_time": more_time_of(seat),
        "clocks": seat_clocks(seat.game, seats, now, seat),
        "lost_mails": lost_mails(seat.user),
        "mail_notes": mail_notes(seat),
        "leave_url": access.leave_url if may_leave(seat, seats) else "",
    }


@dataclass(frozen=True)
class MoreTime:
    """
    What a player on the clock can do to get more time for this turn.

    ``portion`` is what each other player can give, ``given`` what they got, in words.
    """

    portion: str
    given: str
    may_ask: bool

    @property
    def is_open(self) -> bool:
        return bool(self.given) or not self.may_ask


def more_time_of(seat: Seat) -> MoreTime | None:
    """Return None if the player is not on the clock, or nobody could give them time."""
    table = seat.game.table_state
    if seat.game.status != Status.ACTIVE or seat.deadline_at is None:
        return None
    own = table.seats[seat.number]
    asks = may_ask(table, seat.number)
    if not (asks or own.has_asked_for_time):
        return None
    return MoreTime(
        portion=duration_in_words(table.control.portion),
        given=duration_in_words(own.granted) if own.granted else "",
        may_ask=asks,
    )


def mail_notes(seat: Seat) -> list[str]:
    """Return notes about the emails of a seat's player. Guests get no emails."""
    user = seat.user
    if user is None or user.is_guest:
        return []
    return collect(CollectSeatNotes(user, seat.game))


def _answer(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    name = request.POST.get("action", "")
    if own_page := _PAGES.get(name):
        return own_page(request, access)
    act, anchor = SEAT_ACTIONS.get(name, (refuse, ""))
    if refused := refusal_of(act, access.own, request.POST, access.now):
        return SEAT_PAGE.show_refused(request, access, refused)
    game = access.own.game
    was_over = game.status == Status.FINISHED
    game.refresh_from_db(fields=["status"])
    if game.status == Status.FINISHED and not was_over:
        return redirect_to(access.back_url)  # the table, which tells the result
    return redirect_to(request.path + anchor)


def _show(request: HttpRequest, access: SeatAccess, error: FormError) -> HttpResponse:
    game = access.own.game
    context = seat_context(
        access, read_seats(game), positions.state_of(game), request.path, error
    )
    return render_for(access.reader, request, "games/seat.html", context, error.status)


def _keep(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    seat, form = access.own, EmailForm(request.POST)
    if not form.is_valid() or seat.user is None:
        sentence = _("That isn’t an email address.")
        error = FormError(sentence, HTTPStatus.BAD_REQUEST)
        return SEAT_PAGE.show_refused(request, access, error)
    email = form.cleaned_data["email"]
    ask_owner(request, seat.user, email, access.now)
    context = {"email": email, "play_url": PLAY_LINK.url(seat, now=access.now)}
    return render_for(seat.user, request, "games/kept.html", context)


def _new_links(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    """Revoke every link to the seat and email a new one to its owner."""
    seat = access.own
    FRESH_LINKS.spend(seat.pk, now=access.now)
    if seat.user is None or seat.user.is_guest:
        raise Refused(
            "forbidden", _("There’s no address yet that we could send a new link to.")
        )
    revoked = Revoked(revoke_links(seat=seat, now=access.now))
    return dead_link_page(request, revoked, renew_url="", sent=True)


#: Actions that are answered with a page of their own.
_PAGES = {"keep": _keep, "new-links": _new_links}

SEAT_PAGE = SeatPage(_show, _answer)
seat_link, seat = SEAT_PAGE.views()
