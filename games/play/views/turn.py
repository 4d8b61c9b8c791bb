"""The turn page: one page with two doors, the mailed link and the signed-in owner's."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games import queries
from games.accounts.person_fields import EmailForm
from games.accounts.views.addresses import ask_owner
from games.errors import Forbidden, Refused
from games.limits import FRESH_LINKS
from games.links.purposes import PLAY_LINK
from games.links.renewal import revoke_links
from games.links.tokens import Revoked
from games.match.presence import note_presence
from games.models import Invitation, Seat, Status
from games.now import database_now
from games.play.forms import entered_in, move_in
from games.play.game_page import settings_of
from games.play.seat_settings import NO_FORM_ERROR, FormError
from games.play.submit import submit_command
from games.play.turn_page import turn_context
from games.play.views.turn_actions import ACTIONS, ANCHORS, Act
from games.presentation import labels
from games.presentation.error_text import error_sentence
from games.presentation.salt import own_seal_of
from games.store import positions
from games.talk.page import unread_of
from games.web.decorators import (
    OpenedLink,
    link_page,
    member_page,
    token_action,
)
from games.web.pages import (
    dead_link_page,
    game_or_404,
    is_htmx,
    redirect_to,
    render_for,
    renew_seat_link,
    see_other,
    status_of,
)
from games.web.reader import signed_in
from stoneage_core import GameError, GameState, notation

Page = HttpResponse
PAGE, FRAGMENT = "games/turn.html", "games/_turn.html"
NOT_STARTED = {Status.INVITING, Status.CANCELLED}


@link_page(PLAY_LINK, renew="games:play_renew", proves_mail=True)
def play_link(request: HttpRequest, link: OpenedLink[Seat]) -> Page:
    """The turn page, for whoever holds the seat's link."""
    return _answer(request, link.target, link.now)


@member_page
def play(request: HttpRequest, slug: str) -> Page:
    """The turn page, for the seat's signed-in owner."""
    seat = queries.seat_for(game_or_404(slug), signed_in(request))
    if seat is None:
        raise Forbidden(_("You have no seat in this game."))
    if seat.invitation != Invitation.ACCEPTED:
        return see_other("games:game", slug=slug)  # where the answer is given
    return _answer(request, seat, database_now())


@token_action
def play_renew(request: HttpRequest, token: str) -> Page:
    """Mail a fresh link to the owner of a seat, whoever asks."""
    now = database_now()
    return renew_seat_link(request, PLAY_LINK.parse(token, now=now), now)


def _answer(request: HttpRequest, seat: Seat, now: datetime) -> Page:
    """Show the page, or do what its form says."""
    if request.method == "POST":
        name = request.POST.get("action", "")
        if act := ACTIONS.get(name):
            return _arrange(request, seat, now, act)
        return _PAGES.get(name, _submit)(request, seat, now)
    if seat.game.status in NOT_STARTED:
        return _before_start(request, seat)
    return _show(request, seat, now)


def _show(
    request: HttpRequest, seat: Seat, now: datetime, error: FormError = NO_FORM_ERROR
) -> Page:
    """Show the position as it is now."""
    seats = queries.seats_of(seat.game)
    state = positions.state_of(seat.game)
    own = seats[seat.number]
    return _page(request, own, seats, state, now=now, error=error)


def _page(
    request: HttpRequest,
    seat: Seat,
    seats: tuple[Seat, ...],
    state: GameState,
    *,
    now: datetime,
    error: FormError = NO_FORM_ERROR,
) -> Page:
    context = turn_context(
        seat=seat,
        seats=seats,
        state=state,
        now=now,
        action=request.path,
        error=error,
    )
    template = FRAGMENT if is_htmx(request) else PAGE
    return render_for(seat.user, request, template, context, error.status)


def _arrange(request: HttpRequest, seat: Seat, now: datetime, act: Act) -> Page:
    """Do something beside the decisions, and show the page again."""
    name = request.POST["action"]
    try:
        act(seat, request.POST, now)
    except (Refused, GameError) as refusal:
        sentence = error_sentence(refusal, queries.seats_of(seat.game))
        typed = request.POST.dict()
        error = FormError(sentence, status_of(refusal), action=name, typed=typed)
        return _refused(request, seat, now, error)
    if not is_htmx(request):
        return redirect_to(request.path + ANCHORS.get(name, ""))
    seat.game.refresh_from_db()
    return _show(request, seat, now)


def _submit(request: HttpRequest, seat: Seat, now: datetime) -> Page:
    """Carry a decision out; whatever goes wrong, show the board and say so."""
    move, entered = move_in(request.POST), entered_in(request.POST)
    if move is None:
        sentence = _("That form was incomplete, so nothing was done. Please try again.")
        error = FormError(sentence, HTTPStatus.BAD_REQUEST, entered=entered)
        return _refused(request, seat, now, error)
    try:
        done = submit_command(
            seat=seat,
            command=notation.from_text(move.text),
            expected_version=move.expected_version,
            request_id=move.request_id,
            now=now,
        )
    except (Refused, GameError) as refusal:
        sentence = error_sentence(refusal, queries.seats_of(seat.game))
        error = FormError(sentence, status_of(refusal), entered=entered)
        return _refused(request, seat, now, error)
    if not is_htmx(request):
        return redirect_to(request.path)
    return _page(request, done.seat, done.seats, done.state, now=now)


def _refused(request: HttpRequest, seat: Seat, now: datetime, error: FormError) -> Page:
    """Show the board as it is by now, with the sentence and what had been entered."""
    seat.game.refresh_from_db()
    if seat.game.status in NOT_STARTED:
        return _before_start(request, seat, error)
    return _show(request, seat, now, error)


def _before_start(
    request: HttpRequest, seat: Seat, error: FormError = NO_FORM_ERROR
) -> Page:
    """The game waits for answers, or was cancelled."""
    game, seats = seat.game, queries.seats_of(seat.game)
    state = positions.state_of(game)
    context: dict[str, Any] = {
        "seat": seat,
        "game": game,
        "settings": settings_of(game, seats, state.commitment),
        "own_seal": own_seal_of(seat, state),
        "zone": seat.user.time_zone if seat.user else "UTC",
        "is_cancelled": seat.game.status == Status.CANCELLED,
        "refusal": error.sentence,
        "unread": unread_of(seat, seats),
        "colour": labels.SEATS[seat.number].colour,
        "shape": labels.SEATS[seat.number].shape_label,
    }
    template = "games/before_start.html"
    return render_for(seat.user, request, template, context, error.status)


def _keep(request: HttpRequest, seat: Seat, now: datetime) -> Page:
    """A guest gives an address, so that the game comes by mail."""
    form = EmailForm(request.POST)
    if not form.is_valid() or seat.user is None:
        sentence = _("That is not an e-mail address.")
        error = FormError(sentence, HTTPStatus.BAD_REQUEST)
        return _refused(request, seat, now, error)
    email = form.cleaned_data["email"]
    ask_owner(request, seat.user, email, now)
    context = {"email": email, "play_url": PLAY_LINK.url(seat, now=now)}
    return render_for(seat.user, request, "games/kept.html", context)


def _new_links(request: HttpRequest, seat: Seat, now: datetime) -> Page:
    """Make every link to the seat useless and mail a new one to its owner."""
    FRESH_LINKS.spend(seat.pk, now=now)
    if seat.user is None or seat.user.is_guest:
        raise Forbidden(_("There is no address yet to which a new link could go."))
    revoked = Revoked(revoke_links(seat=seat, now=now))
    return dead_link_page(request, revoked, renew_url="", sent=True)


def _here(request: HttpRequest, seat: Seat, now: datetime) -> Page:
    """The page says that its player has it open: no reminder is wanted then."""
    note_presence(seat=seat, now=now)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


#: What is answered with a page of its own.
_PAGES: dict[str, Callable[[HttpRequest, Seat, datetime], Page]] = {
    "here": _here,
    "keep": _keep,
    "new-links": _new_links,
}
