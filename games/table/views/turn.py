"""The turn page: the question, and the decision that answers it."""

import random
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.accounts.sign_in import renew_seat_link
from games.errors import Refused
from games.links.purposes import PLAY_LINK
from games.live.live_page import live_page, next_game, trigger_page_event
from games.live.news import news_of, news_since
from games.log import positions
from games.log.lookups import require_seen, restoration_since
from games.log.table_rows import read_seats
from games.models import Seat, Status
from games.models.service import Restoration
from games.now import database_now
from games.presentation.event_text import outcome_sentences
from games.presentation.text import names_of
from games.table.choices import Entered
from games.table.form_input import (
    NO_FORM_ERROR,
    FormError,
    Move,
    entered_in,
    looked_at,
    move_in,
    order_in,
    resume_query,
)
from games.table.plan import plan_context
from games.table.questions import AddToolsDecision
from games.table.submit import Submitted, submit_command
from games.table.table_page import (
    around_table,
    outcome_since,
    turn_context,
    unasked_place,
)
from games.table.views.own_seat import (
    TABLE_ACTIONS,
    Act,
    SeatPage,
    form_error,
    prefer,
    refusal_of,
)
from games.web.decorators import token_action
from games.web.pages import (
    SCREEN,
    is_htmx,
    redirect_to,
    render_for,
    table_template,
)
from games.web.seat_access import SeatAccess
from stoneage_core import GameError, GameState

Page = HttpResponse
PAGE = "games/turn.html"
PLAN = "games/plan/plan.html"


@token_action
def play_renew(request: HttpRequest, token: str) -> Page:
    """Email a fresh link to the owner of a seat, whoever asks."""
    now = database_now()
    return renew_seat_link(request, PLAY_LINK.parse(token, now=now), now)


def _answer(request: HttpRequest, access: SeatAccess) -> Page:
    if act := TABLE_ACTIONS.get(request.POST.get("action", "")):
        return _arrange(request, access, act)
    return _submit(request, access)


def _show(request: HttpRequest, access: SeatAccess, error: FormError) -> Page:
    seat = access.own
    seats, state = read_seats(seat.game), positions.state_of(seat.game)
    is_planning = request.method != "POST" and "plan" in request.GET
    if is_planning and seat.game.status == Status.ACTIVE:
        return _show_plan(request, access, seats, state)
    if error is NO_FORM_ERROR:
        error = FormError(entered=looked_at(request.GET))
    return _page(request, access, seats, state, error)


def _show_plan(
    request: HttpRequest, access: SeatAccess, seats: tuple[Seat, ...], state: GameState
) -> Page:
    """
    Show a plan of a seat's player. Only they can open this page.

    It only answers GET. Forms for what a plan leads to belong to other pages.
    """
    context = plan_context(
        access, seats, state, request.GET, action=request.path, draw=throw_dice
    )
    template = table_template(request, PLAN)
    return render_for(access.reader, request, template, context)


def throw_dice(count: int) -> tuple[int, ...]:
    return tuple(random.choices(range(1, 7), k=count))


def _page(
    request: HttpRequest,
    access: SeatAccess,
    seats: tuple[Seat, ...],
    state: GameState,
    error: FormError,
    *,
    done: Submitted | None = None,
    seen: int = 0,
) -> Page:
    """
    Render the page, or only the table for a page that htmx updates.

    ``done`` is the result of a decision on that page, and ``seen`` the version it
    showed.
    """
    seat = seats[access.own.number]
    context = turn_context(access, seats, state, request.path, error)
    if access.token:  # the whole right, to which no cookie adds
        context["csrf_token"] = ""
    context["loss"] = loss_behind(access)
    if done is None:
        context["said"] = outcome_since(seat, request.GET.get("done", ""))
    else:
        context["said"] = outcome_sentences(done.events, seat.number)
    if isinstance(context["decision"], AddToolsDecision):
        # The question shows the roll.
        dice = context["decision"].dice
        context["said"] = tuple(one for one in context["said"] if one.dice != dice)
    sheet = request.GET.get("sheet", "")
    if not sheet and request.method != "POST":
        sheet = unasked_place(context)  # a refused press opens nothing over the board
    context |= around_table(access, seats, state, context["table"], sheet)
    live = live_page(seat.game, state.version, seat)
    if not live.is_awaited:
        context |= {"next_game": next_game(request.user, seat)}
    if not is_htmx(request):
        context |= {"live": live}
    template = table_template(request, PAGE)
    page = render_for(seat.user, request, template, context, error.status)
    if template == SCREEN:
        others = "" if done is None else _others_in_words(done, seen)
        trigger_page_event(page, live, others)
    return page


def _others_in_words(done: Submitted, seen: int) -> str:
    """Return what others did since the page showed version ``seen``, or ''."""
    number = done.seat.number
    if done.before is None or done.before.version != seen:
        return news_since(done.game, seen, number)
    events = [e for e in done.events if getattr(e, "player", None) != number]
    return news_of(events, names_of(done.seats), number)


def loss_behind(access: SeatAccess) -> Restoration | None:
    """
    Return the restoration that lost what a link's email was about, or None.

    Takes a query only if the game was restored after the link was made.
    """
    restored_at = access.game.table_state.restored_at
    is_older = access.signed_at and restored_at and access.signed_at <= restored_at
    return restoration_since(access.signed_at) if is_older else None


def _arrange(request: HttpRequest, access: SeatAccess, act: Act) -> Page:
    """Carry out a form besides decisions, and show the page again."""
    seat = access.own
    if error := refusal_of(act, seat, request.POST, access.now):
        return TURN_PAGE.show_refused(request, access, error)
    if not is_htmx(request):
        return redirect_to(request.get_full_path())
    seat.game.refresh_from_db()
    return _show(request, access, NO_FORM_ERROR)


def _submit(request: HttpRequest, access: SeatAccess) -> Page:
    seat, now = access.own, access.now
    try:
        move = move_in(request.POST)
        require_seen(seat.game, move.expected_version, move.expected_head)
        done = submit_command(
            seat=seat,
            command=move.asked,
            expected_version=move.expected_version,
            request_id=move.request_id,
            now=now,
        )
    except (Refused, GameError) as refusal:
        entered = entered_in(request.POST)
        error = form_error(refusal, seat, entered=entered)
        if isinstance(refusal, Refused) and refusal.code == "stale":
            error = replace(error, sentence=_why_stale(seat, move, error.sentence))
        return TURN_PAGE.show_refused(request, access, error)
    if "from_now_on" in request.POST:
        unkept = refusal_of(prefer, seat, request.POST, now)
        if unkept is not None:
            return TURN_PAGE.show_refused(request, access, unkept)
    # If orders begin with a question, the page shows the place that it is about.
    at = str(move.use[0].value) if move.use and not done.events else ""
    kept = Entered(at=at, order=order_in(request.POST))
    if not is_htmx(request):
        first = done.first_sequence if done.events else 0
        return redirect_to(request.path + resume_query(kept, first))
    return _page(
        *(request, access, done.seats, done.state, FormError(entered=kept)),
        done=done,
        seen=move.expected_version,
    )


def _why_stale(seat: Seat, move: Move, sentence: str) -> str:
    """Say what happened since the page that a refused press comes from."""
    seat.game.refresh_from_db()
    happened = news_since(seat.game, move.expected_version, seat.number)
    if not happened:  # all of it was done by the player, in another window
        return sentence
    more = _("So we did nothing yet. Please look at the board as it is now.")
    return f"{happened} {more}"


TURN_PAGE = SeatPage(_show, _answer)
play_link, play = TURN_PAGE.views()
