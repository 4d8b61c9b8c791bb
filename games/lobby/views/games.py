"""Views of a game before its start, a list of one's games, and making a new one."""

from datetime import datetime
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import queries
from games.accounts.person_fields import JoinForm
from games.accounts.users import update_user
from games.accounts.views.sign_in import SignInView
from games.errors import Refused
from games.limits import INVITATIONS, NEW_GAMES
from games.links.purposes import INVITATION_LINK
from games.lobby.drafts import drop_draft, find_draft, keep_draft
from games.lobby.forms import NewGameForm, SeatAction
from games.lobby.lists import my_games_context
from games.lobby.new_games import (
    cancel_game,
    create_game,
    hand_over_game,
    possible_hosts,
)
from games.models import Game, Invitation, Seat, User
from games.models.talk import LONGEST_MESSAGE
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.link_preview import game_preview
from games.presentation.text import name_of, name_of_user
from games.seats.invitations import (
    automate_seat,
    invite_to_seat,
    join_link_rows,
    link_seat,
    open_seat,
    remind_seat,
    take_open_seat,
    unlink_seat,
)
from games.table.table_page import watch_context
from games.table.waiting_page import game_context
from games.talk.messages import why_cannot_write
from games.talk.page import talk_context
from games.watching.audience import seen_game
from games.web.decorators import member_page, row_action
from games.web.numbers import read_number
from games.web.pages import (
    first_error,
    game_or_404,
    see_other,
    see_table,
    table_template,
)
from games.web.reader import reading, signed_in, zone_of_reader


def _find(_request: HttpRequest, slug: str) -> Game:
    return game_or_404(slug)


def _game_page(
    request: HttpRequest,
    found: Game,
    refusal: str = "",
    status: int = 200,
    join_form: JoinForm | None = None,
) -> HttpResponse:
    """
    Show the table or, before the start, who has answered. ``join_form`` is the form to
    show again if it had errors.
    """
    if found.is_active or found.is_finished:
        return _table_page(request, found, refusal, status)
    now = database_now()
    context = game_context(found, request.user, zone_of_reader(request), now)
    context["link_preview"] = game_preview(found)
    context["refusal"] = refusal
    context["answer_url"] = _answer_url(context["own_seat"])
    if isinstance(request.user, User):
        context |= talk_context(found, request.user, now)
        context["join_form"] = join_form or JoinForm(user=request.user)
    if context["is_host"]:
        context["join_links"] = join_link_rows(found)
        context["may_hand_over"] = bool(possible_hosts(found))
    return render(request, "games/waiting.html", context, status=status)


def _table_page(
    request: HttpRequest, found: Game, refusal: str, status: int
) -> HttpResponse:
    with reading(request):
        context = watch_context(
            found,
            request.user if isinstance(request.user, User) else None,
            database_now(),
            at=request.GET.get("at", ""),
            sheet=request.GET.get("sheet", ""),
        )
        context |= {"refusal": refusal, "link_preview": game_preview(found)}
        template = table_template(request, "games/watch.html")
        return render(request, template, context, status=status)


def _answer_url(own: Seat | None) -> str:
    """Return where the reader answers an invitation whose email may be lost, or ''."""
    if own is None or not own.is_invited or not own.game.is_inviting:
        return ""
    token = INVITATION_LINK.token(own, now=database_now())
    return reverse("games:invitation", args=[token])


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    with reading(request):
        own = my_games_context(user, database_now(), request.GET.get("page"))
    context = {
        **own,
        "zone": zone_of_reader(request),
        "name_form": None if user.name or user.is_guest else JoinForm(user=user),
    }
    return render(request, "games/mine.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Members make a game. Visitors fill in the same form, and sign in at the end."""
    reader = request.user
    is_member = isinstance(reader, User) and not reader.is_guest
    return _new_by_member(request) if is_member else _new_by_visitor(request)


def _new_by_visitor(request: HttpRequest) -> HttpResponse:
    """Keep what a visitor typed, and email them a code and a link that lead back."""
    host = User(email=request.POST.get("host_email", "").strip().lower() or None)
    if request.method != "POST":
        return _new_form(request, NewGameForm(host=host))
    form = NewGameForm(request.POST, host=host)
    if not form.is_valid():
        return _new_form(request, form, status=HTTPStatus.BAD_REQUEST)
    code = keep_draft(request.POST, database_now())
    # From here on it is as if the form of the page for signing in had been sent.
    signing_in = request.POST.copy()
    signing_in["email"] = form.cleaned_data["host_email"]
    signing_in["next"] = f"{reverse('games:new')}?draft={code}"
    request.POST = signing_in  # type: ignore[assignment]
    answer: HttpResponse = SignInView.as_view()(request)
    return answer


@member_page
def _new_by_member(request: HttpRequest) -> HttpResponse:
    host = signed_in(request)
    code = request.GET.get("draft", "")
    if request.method != "POST":
        draft = find_draft(code)
        return _new_form(request, NewGameForm(draft, host=host))
    form = NewGameForm(request.POST, host=host)
    if not form.is_valid():
        return _new_form(request, form, status=HTTPStatus.BAD_REQUEST)
    now = database_now()
    NEW_GAMES.spend(host.pk, now=now)
    try:
        with transaction.atomic():
            if name := form.cleaned_data.get("host_name"):
                update_user(user=host, name=name)
            game = create_game(host=host, now=now, **form.create_arguments())
            drop_draft(code)
    except Refused as refusal:
        if refusal.code != "invalid":
            raise
        form.add_error(None, error_sentence(refusal))
        return _new_form(request, form, status=refusal.status)
    return see_table(game, host)


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Show the table to people who may watch or, before the start, who has answered. The
    players of a running game are led to their seats: a waiting page that was left open
    becomes their own table.
    """
    found, reader = seen_game(request, slug), request.user
    is_player = isinstance(reader, User) and bool(queries.own_seat(found, reader))
    if found.is_active and is_player and not request.GET:
        return see_other("games:play", slug=slug)
    return _game_page(request, found)


@row_action(_find, _game_page)
def seats(request: HttpRequest, found: Game) -> HttpResponse:
    form = SeatAction(request.POST)
    if not form.is_valid():
        return _game_page(request, found, first_error(form), 400)
    seat = found.seats.filter(number=form.cleaned_data["number"]).first()
    if seat is None:
        raise Http404
    _fill(seat, signed_in(request), form, database_now())
    return see_table(found, signed_in(request))


@row_action(_find, _game_page)
def take(request: HttpRequest, found: Game) -> HttpResponse:
    user = signed_in(request)
    form = JoinForm(request.POST, user=user)
    if not form.is_valid():
        return _game_page(request, found, first_error(form), 400, join_form=form)
    take_open_seat(
        game=found, user=user, now=database_now(), name=form.cleaned_data["name"]
    )
    return see_table(found, user)


@member_page
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the host before the game is cancelled, or handed over to somebody."""
    found, host = game_or_404(slug), signed_in(request)
    if request.method == "POST":
        word = request.POST.get("word", "")
        cancel_game(game=found, by=host, word=word, now=database_now())
        return see_other("games:game", slug=slug)
    if found.host_id != host.pk or not found.is_inviting:
        return see_other("games:game", slug=slug)
    own = queries.own_seat(found, host)
    seats = possible_hosts(found)
    others = found.seats.filter(user__isnull=False).exclude(user=host)
    told = others.exclude(invitation=Invitation.DECLINED)
    context = {
        "game": found,
        "possible_hosts": [(seat.number, name_of(seat)) for seat in seats],
        "is_told": told.exists(),
        "may_speak": own is not None
        and told.accepted().exists()
        and not why_cannot_write(own, database_now()),
        "longest": LONGEST_MESSAGE,
    }
    return render(request, "games/cancel.html", context)


@row_action(_find, _game_page)
def hand_over(request: HttpRequest, found: Game) -> HttpResponse:
    number = read_number(request.POST.get("number"))
    if number is None:
        raise Refused("incomplete")
    host = signed_in(request)
    game = hand_over_game(game=found, by=host, number=number, now=database_now())
    assert game.host is not None
    told = _("%(name)s is the host now.")
    messages.success(request, told % {"name": name_of_user(game.host)})
    return see_other("games:game", slug=found.slug)


def _fill(seat: Seat, host: User, form: SeatAction, now: datetime) -> None:
    match form.cleaned_data["do"]:
        case SeatAction.INVITE:
            INVITATIONS.spend(host.pk, now=now)
            email = form.cleaned_data["email"]
            invite_to_seat(seat=seat, by=host, email=email, now=now)
        case SeatAction.OPEN:
            open_seat(seat=seat, by=host, now=now)
        case SeatAction.LINK:
            link_seat(seat=seat, by=host, now=now)
        case SeatAction.UNLINK:
            unlink_seat(seat=seat, by=host, now=now)
        case SeatAction.REMIND:
            remind_seat(seat=seat, by=host, now=now)
        case _:
            opponent = form.cleaned_data["opponent"]
            automate_seat(seat=seat, by=host, now=now, opponent=opponent)


def _new_form(
    request: HttpRequest, form: NewGameForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"form": form, "is_draft": "draft" in request.GET and form.is_bound}
    return render(request, "games/new.html", context, status=status)
