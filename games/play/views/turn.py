"""The turn page: what is asked, and the decision that is sent."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django_htmx.http import reswap, retarget

from games import queries
from games.errors import Refused
from games.links.purposes import PLAY_LINK
from games.live.next_game import next_game
from games.live.page import live_page, tell_script
from games.models import Seat, Status
from games.models.service import Restoration
from games.now import database_now
from games.play.changes import Press, SeenTable
from games.play.dock import unasked_place
from games.play.forms import address_of, entered_in, looked_at, move_in
from games.play.seat_settings import NO_FORM_ERROR, FormError
from games.play.signing import Signable, has_passkey, how_decided
from games.play.submit import submit_command
from games.play.table_page import around_table
from games.play.turn_page import outcome_since, turn_context
from games.play.views.own_seat import SeatPage
from games.play.views.plan import show_plan
from games.play.views.turn_actions import TABLE_ACTIONS, Act, prefer, refusal_of
from games.presentation.choices.decision import Entered
from games.presentation.error_text import error_sentence
from games.store import positions
from games.store.heads import find_loss, require_seen
from games.talk.page import SeatAccess
from games.web.decorators import token_action
from games.web.pages import (
    SCREEN,
    is_htmx,
    redirect_to,
    render_for,
    renew_seat_link,
    status_of,
    table_template,
)
from stoneage_core import GameError, GameState

Page = HttpResponse
PAGE, CHANGES = "games/turn.html", "games/table/changes.html"


@token_action
def play_renew(request: HttpRequest, token: str) -> Page:
    """Mail a fresh link to the owner of a seat, whoever asks."""
    now = database_now()
    return renew_seat_link(request, PLAY_LINK.parse(token, now=now), now)


def _answer(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
) -> Page:
    """Do what a form of the page says."""
    if act := TABLE_ACTIONS.get(request.POST.get("action", "")):
        return _arrange(request, access, seat, now, act)
    return _submit(request, access, seat, now)


def _show(
    request: HttpRequest,
    access: SeatAccess,
    seat: Seat,
    now: datetime,
    error: FormError = NO_FORM_ERROR,
) -> Page:
    """Show the position as it is now, or what might come of it."""
    is_planning = request.method != "POST" and "plan" in request.GET
    if is_planning and seat.game.status == Status.ACTIVE:
        return show_plan(request, access, seat, now)
    seats = queries.seats_of(seat.game)
    state = positions.state_of(seat.game)
    own = seats[seat.number]
    if error is NO_FORM_ERROR:
        error = FormError(entered=looked_at(request.GET))
    return _page(request, access, own, seats, state, now=now, error=error)


def _page(
    request: HttpRequest,
    access: SeatAccess,
    seat: Seat,
    seats: tuple[Seat, ...],
    state: GameState,
    *,
    now: datetime,
    error: FormError = NO_FORM_ERROR,
    pressed: Press | None = None,
) -> Page:
    """Render the table, the part of it that is asked for, or what a press changed."""
    context = turn_context(
        seat=seat,
        seats=seats,
        state=state,
        now=now,
        action=request.path,
        error=error,
    )
    done = request.GET.get("done", "")
    if access.token:  # the whole right, to which no cookie adds
        context["csrf_token"] = ""
    context["loss"] = loss_behind(access)
    context["has_passkey"] = has_passkey(seat)
    context["said"] = pressed.said if pressed else outcome_since(seat, done)
    context |= around_table(
        access=access,
        reader=seat.user,
        seats=seats,
        state=state,
        table=context["table"],
        sheet=request.GET.get("sheet", "") or unasked_place(context),
        now=now,
    )
    live = live_page(seat.game, seats, state.version, seat)
    if not live.is_awaited:
        context |= {"next_game": next_game(request.user, seat)}
    template = table_template(request, PAGE)
    if not is_htmx(request):
        context |= {"live": live}
    changes = None if pressed is None else pressed.changes(seats, context["table"])
    if changes is not None and template == SCREEN:
        context["changes"] = changes
        template = CHANGES
    page = render_for(seat.user, request, template, context, error.status)
    if template in {SCREEN, CHANGES}:
        tell_script(page, live)
    if template == CHANGES:
        reswap(retarget(page, "#asked"), "innerHTML")
    return page


def loss_behind(access: SeatAccess) -> Restoration | None:
    """
    Return the restoration by which what a link's mail told of is lost, if there is one.

    Asks the database only where the game was restored after the link was made.
    """
    restored_at = access.game.table_state.restored_at
    is_older = access.signed_at and restored_at and access.signed_at <= restored_at
    return find_loss(access.signed_at) if is_older else None


def _arrange(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime, act: Act
) -> Page:
    """Do something beside the decisions, and show the page again."""
    if error := refusal_of(act, seat, request.POST, now):
        return TURN_PAGE.show_refused(request, access, seat, now, error)
    if not is_htmx(request):
        return redirect_to(request.get_full_path())
    seat.game.refresh_from_db()
    return _show(request, access, seat, now)


def _submit(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
) -> Page:
    """Carry a decision out; whatever goes wrong, show the board and say so."""
    move, entered = move_in(request.POST), entered_in(request.POST)
    if move is None:
        sentence = _(
            "Something was missing in that form. Please fill it in and try again."
        )
        error = FormError(sentence, HTTPStatus.BAD_REQUEST, entered=entered)
        return TURN_PAGE.show_refused(request, access, seat, now, error)
    seen = SeenTable.of(seat, move.expected_version) if is_htmx(request) else None
    try:
        how = how_decided(seat, lambda: Signable.of_move(move), request.POST)
        require_seen(seat.game, move.expected_version, move.expected_head)
        done = submit_command(
            seat=seat,
            command=move.asked,
            expected_version=move.expected_version,
            request_id=move.request_id,
            now=now,
            source=how,
        )
    except (Refused, GameError) as refusal:
        sentence = error_sentence(refusal, queries.seats_of(seat.game))
        error = FormError(sentence, status_of(refusal), entered=entered)
        return TURN_PAGE.show_refused(request, access, seat, now, error)
    if "from_now_on" in request.POST:
        unkept = refusal_of(prefer, seat, request.POST, now)
        if unkept is not None:
            return TURN_PAGE.show_refused(request, access, seat, now, unkept)
    # An order that begins with something to be asked leads to where it is asked.
    at = str(move.use[0].value) if move.use and not done.events else ""
    kept = Entered(at=at, order=entered.order)
    if seen is None:
        first = done.first_sequence if done.events else 0
        return redirect_to(request.path + address_of(kept, first))
    return _page(
        request,
        access,
        done.seat,
        done.seats,
        done.state,
        now=now,
        error=FormError(entered=kept),
        pressed=Press(seen, done),
    )


TURN_PAGE = SeatPage(_show, _answer)
play_link, play = TURN_PAGE.views()
