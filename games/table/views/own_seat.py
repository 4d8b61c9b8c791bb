"""Pages of one's own seat, by the emailed link or signed in, and their forms."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from games import queries
from games.accounts.users import show_when_here
from games.command_language.lexicon import current_language
from games.deadlines import record_open_page
from games.errors import NO_SEAT, Refused
from games.live.live_page import live_page
from games.log import positions
from games.log.lookups import require_seen
from games.log.table_rows import read_seats
from games.models import Invitation, Seat, Status
from games.orders import Moment, order_beside, write_orders
from games.people.reachability import try_address
from games.presentation import labels
from games.presentation.attendance import turn_notice
from games.presentation.error_text import error_sentence
from games.table.form_input import NO_FORM_ERROR, FormError, number_in
from games.table.hints import ask_coach, dismiss_note, want_hints
from games.table.leave_page import may_leave
from games.table.orders_form import orders_in
from games.table.table_decisions import TABLE_DECISIONS
from games.table.waiting_page import settings_of
from games.talk import spectators
from games.talk.page import unread_of
from games.web.pages import http_status_of, render_for, see_other
from games.web.seat_access import SeatAccess, open_both_ways
from stoneage_core import GameError
from stoneage_core.orders.steps import questions_of
from stoneage_core.orders.text import read_step
from stoneage_core.state import Question

NOT_STARTED = {Status.INVITING, Status.CANCELLED}
View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class SeatPage:
    """A page of a seat. ``submit`` answers its forms."""

    show: Callable[[HttpRequest, SeatAccess, FormError], HttpResponse]
    submit: Callable[[HttpRequest, SeatAccess], HttpResponse]

    def views(self) -> tuple[View, View]:
        """Return the view for the holder of the seat's link, and that for a member."""
        return open_both_ways(
            self._answer,
            find_seat=queries.seat_for,
            renew="games:play_renew",
            proves_mail=True,
        )

    def _answer(self, request: HttpRequest, access: SeatAccess) -> HttpResponse:
        if access.seat is None:
            raise Refused("forbidden", NO_SEAT)
        if not access.token and access.seat.invitation != Invitation.ACCEPTED:
            # The invitation is answered there.
            return see_other("games:game", slug=access.game.slug)
        if request.method != "POST":
            return self._show(request, access, NO_FORM_ERROR)
        if request.POST.get("action") == "here":
            # The player has the page open and needs no reminder.
            record_open_page(seat=access.seat, now=access.now)
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return self.submit(request, access)

    def show_refused(
        self, request: HttpRequest, access: SeatAccess, error: FormError
    ) -> HttpResponse:
        access.own.game.refresh_from_db()
        return self._show(request, access, error)

    def _show(
        self, request: HttpRequest, access: SeatAccess, error: FormError
    ) -> HttpResponse:
        has_started = access.own.game.status not in NOT_STARTED
        show = self.show if has_started else _show_before_start
        return show(request, access, error)


def _show_before_start(
    request: HttpRequest, access: SeatAccess, error: FormError
) -> HttpResponse:
    seat, game = access.own, access.own.game
    seats, state = read_seats(game), positions.state_of(game)
    context = {
        "seat": seat,
        "game": game,
        "action": access.back_url,
        "settings": settings_of(game, seats, state),
        "zone": access.zone,
        "is_cancelled": game.status == Status.CANCELLED,
        "refusal": error.sentence,
        "turn_notice": turn_notice(seat.user, game),
        "unread": unread_of(seat, seats),
        "leave_url": access.leave_url if may_leave(seat, seats) else "",
        "colour": labels.SEATS[seat.number].colour,
        "shape": labels.SEATS[seat.number].shape_label,
        "live": live_page(game, state.version, seat),
    }
    template = "games/before_start.html"
    return render_for(access.reader, request, template, context, error.status)


Act = Callable[[Seat, QueryDict, datetime], None]


def decide_around(seat: Seat, form: QueryDict, now: datetime) -> None:
    TABLE_DECISIONS[form.get("action", "")].decide(seat, form, now)


def _require_seen(seat: Seat, form: QueryDict) -> None:
    """Raise Refused if a restore has lost the position that the page showed."""
    version, mark = number_in(form, "expected_version"), form.get("expected_head", "")
    if not mark:
        raise Refused("incomplete")
    require_seen(seat.game, version, mark)


def keep_orders(seat: Seat, form: QueryDict, now: datetime) -> None:
    text = orders_in(form, current_language())
    write_orders(seat=seat, text=text, at_deadline="at_deadline" in form, now=now)


def place_ahead(seat: Seat, form: QueryDict, now: datetime) -> None:
    order_beside(
        seat=seat,
        question=Question.PLACE,
        text=orders_in(form, current_language()),
        seen=Moment(number_in(form, "round"), number_in(form, "unplaced")),
        now=now,
    )


def prefer(seat: Seat, form: QueryDict, now: datetime) -> None:
    text = form.get("from_now_on", "")
    (question,) = questions_of(read_step(text))
    order_beside(seat=seat, question=question, text=text, now=now)


def try_mails(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Try an address again whose emails bounced."""
    try_address(user=seat.user, now=now)


def turn_hints(seat: Seat, form: QueryDict, now: datetime) -> None:
    want_hints(seat=seat, wanted=form.get("hints") == "on")


def coach(seat: Seat, form: QueryDict, now: datetime) -> None:
    ask_coach(seat=seat, now=now)


def dismiss(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Never show a note of first games again."""
    if seat.user is not None:
        dismiss_note(user=seat.user, kind=form.get("note", ""))


def show_presence(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Show the other players when this one has a table open, or stop."""
    if seat.user is not None:
        show_when_here(user=seat.user, wanted=form.get("presence") == "on")


def allow_spectators(seat: Seat, form: QueryDict, now: datetime) -> None:
    spectators.allow(
        game=seat.game, by=seat.user, allowed=form.get("spectators") == "on"
    )


def refuse(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Refuse an unknown action."""
    raise Refused("incomplete")


#: What the forms of a table do, by their ``action``.
TABLE_ACTIONS: dict[str, Act] = {
    **{
        name: decide_around for name, form in TABLE_DECISIONS.items() if not form.anchor
    },
    "place-ahead": place_ahead,
    "hints": turn_hints,
    "coach": coach,
    "note-read": dismiss,
    "presence": show_presence,
    "spectators": allow_spectators,
}

#: What the forms of a seat's page do, and the anchor to return to, by ``action``.
SEAT_ACTIONS: dict[str, tuple[Act, str]] = {
    **{
        name: (decide_around, form.anchor)
        for name, form in TABLE_DECISIONS.items()
        if form.anchor
    },
    "orders": (keep_orders, "#orders"),
    "mails-again": (try_mails, ""),
}

#: Actions whose forms contain numbers that a restore may reassign.
_NUMBERED = {
    "place-ahead",
    *(name for name, form in TABLE_DECISIONS.items() if form.by_number),
}


def refusal_of(
    act: Act, seat: Seat, form: QueryDict, now: datetime
) -> FormError | None:
    """Carry out a form. Return why that was refused, or None."""
    try:
        if form.get("action") in _NUMBERED:
            _require_seen(seat, form)
        act(seat, form, now)
    except (Refused, GameError) as refusal:
        typed = {key: str(value) for key, value in form.items()}
        return form_error(refusal, seat, action=form.get("action", ""), typed=typed)
    return None


def form_error(refusal: Refused | GameError, seat: Seat, **form: Any) -> FormError:
    """Return a refusal with fields of ``FormError``. One query."""
    sentence = error_sentence(refusal, read_seats(seat.game))
    return FormError(sentence, http_status_of(refusal), **form)
