"""The wizard of every action: the form, a preview, and a signed confirmation.

The preview executes the action, describes the result, and rolls back. Dice and cards
that it would draw are not shown, because a moderator could choose an action by them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import urlencode

from games.errors import Refused
from games.locks import lock_game, lock_games, lock_league, lock_user
from games.log.positions import past_events
from games.log.table_rows import read_seats
from games.models import Game, League, LeagueGame, ModerationAction, Seat, User
from games.models.moderation import Case, ReportKind
from games.moderation import conflicts
from games.moderation.action import (
    Action,
    ActionContext,
    Preview,
    ReasonForm,
    execute,
)
from games.moderation.actions.cases import ANSWER, ASK, CLOSING
from games.moderation.kinds import ACT_AND_CLOSE
from games.moderation.subjects import name_case, name_subject, url_of, what_is
from games.presentation.dates import moment_in_words
from games.presentation.error_text import error_sentence
from games.presentation.event_text import SourceMask, event_text
from games.presentation.ready_reasons import OUTCOMES
from games.presentation.text import join_list, name_of, names_of
from games.sanctions import SANCTIONS
from games.web.pages import http_status_of
from games.web.reader import zone_of_reader
from stoneage_core import GameError
from stoneage_core.events.rounds import GameEnded
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.state import Source

#: The deadline of each seat of a game, by number.
_Deadlines = dict[int, datetime | None]


def dry_run(action: Action, context: ActionContext) -> Preview:
    """Nobody is informed. Raises the same refusals as executing it."""
    with transaction.atomic():
        context = replace(context)  # executing it sets the row of the context
        before = [(game, _deadlines_of(game)) for game in _games_of(context)]
        row = execute(action, context)
        row = ModerationAction.objects.select_related("game", "user").get(pk=row.pk)
        preview = action.notes(context)
        preview.sentences = [
            *(line for one in before for line in _changes_since(*one, context)),
            *preview.sentences,
            *_sentences_about_emails(action, context, row),
        ]
        transaction.set_rollback(True)
    return preview


def _games_of(context: ActionContext) -> QuerySet[Game]:
    if isinstance(context.subject, Game):
        return Game.objects.filter(pk=context.subject.pk)
    if not isinstance(context.subject, User):
        return Game.objects.none()
    theirs = Game.objects.filter(seats__user=context.person)
    return theirs.distinct().order_by("pk")


def _deadlines_of(game: Game) -> _Deadlines:
    return dict(game.seats.values_list("number", "deadline_at"))


def _changes_since(
    before: Game, deadlines: _Deadlines, context: ActionContext
) -> Iterator[str]:
    names = names_of(read_seats(before))
    is_only_one = isinstance(context.subject, Game)
    where = "" if is_only_one else f"{join_list([*names])} ({before.slug}): "
    for sentence in _events_since(before, names):
        yield where + sentence
    for number, deadline in sorted(_deadlines_of(before).items()):
        former = deadlines[number]
        if deadline is None or deadline == former:
            continue
        instead = f" Until now it was {moment_in_words(former)}." if former else ""
        until = moment_in_words(deadline)
        yield f"{where}{names[number]} decides until {until}.{instead}"


def _events_since(before: Game, names: Sequence[str]) -> Iterator[str]:
    """Yield the act's consequences in words, up to the first event of chance."""
    happened = past_events(before, after=before.version)
    if not happened or happened[0].source != Source.STAFF:
        return
    for one in happened:
        if one.event.is_revealing and not isinstance(one.event, GameEnded):
            yield "Dice and cards are shown only after it is done."
            return
        if not isinstance(one.event, StaffActed):
            yield event_text(one, names, SourceMask(before)).text


def _sentences_about_emails(
    action: Action, context: ActionContext, row: ModerationAction
) -> Iterator[str]:
    if isinstance(context.subject, User) and context.subject.email is None:
        yield "They have no address, so they get no email."
        return
    if isinstance(context.subject, League) and row.user is None:
        yield "The page of the league shows it with your reason. It does not name you."
        return
    what = "the outcome" if action.key in CLOSING else "your reason"
    if action.key == ASK.key:
        what = "your question"
    who_gets = _who_gets(action, context, row)
    yield f"{who_gets} an email with {what}. It does not name you."
    if meaning := action.meaning_of(row, moment_in_words):
        yield f"It also says: “{meaning}”"
    if action.emails_only_its_player:
        yield "The page of the game shows it to everybody."
    if action.leads_to_data:
        yield "It has a link with which only they can download their data."
    if action.may_be_appealed:
        yield "The person who gets it can appeal once."


def _who_gets(action: Action, context: ActionContext, row: ModerationAction) -> str:
    match context.subject:
        case Case() if row.user is not None:
            people = [str(row.user)]
        case Case() as case:
            reports = case.reports.exclude(reporter=None)
            people = sorted({str(report.reporter) for report in reports})
        case Game() as game:
            seats = action.seats_emailed(row, read_seats(game))
            people = [name_of(seat) for seat in seats if seat.user_id is not None]
        case _:
            return "They get"
    return f"{join_list(people) or 'Nobody'} {'get' if len(people) > 1 else 'gets'}"


#: How long a confirmation is valid.
LIFETIME = timedelta(minutes=30)
SALT = "moderation"


@dataclass(frozen=True)
class ConfirmedForm:
    """The values of the form, and a stamp of the position that the preview showed."""

    fields: dict[str, str]
    stamp: str


def sign(action: Action, context: ActionContext, confirmed: ConfirmedForm) -> str:
    """Return a token with which only this person can confirm exactly this."""
    shown_at = int(context.now.timestamp())
    said = [*_subject_key(action, context), confirmed.fields, confirmed.stamp, shown_at]
    return Signer(salt=SALT).sign_object(said)


def read_confirmed(
    token: str, action: Action, context: ActionContext
) -> ConfirmedForm | None:
    try:
        *bound, fields, stamp, shown_at = Signer(salt=SALT).unsign_object(token)
    except (BadSignature, ValueError):
        return None
    is_late = context.now - datetime.fromtimestamp(shown_at, UTC) > LIFETIME
    if is_late or bound != _subject_key(action, context):
        return None
    return ConfirmedForm(fields, stamp)


def _subject_key(action: Action, context: ActionContext) -> list[str | int]:
    subject, case = context.subject, context.case
    to_what = (type(subject).__name__, subject.pk, case.pk if case else 0)
    return [action.key, *to_what, context.by.pk]


def stamp_of(context: ActionContext) -> str:
    """Return a string that changes whenever the subject of the action changes."""
    if isinstance(context.subject, User):
        user = User.objects.get(pk=context.subject.pk)
        games = Seat.objects.filter(user=user).values_list("game_id", flat=True)
        facts = (
            *(getattr(user, column) for column in SANCTIONS),
            *(user.is_active, user.email, user.forget_at),
        )
        return f"{facts} {sorted(games)}"
    if isinstance(context.subject, Case):
        case = Case.objects.get(pk=context.subject.pk)
        return f"{case.closed_at} {case.reported_at}"
    if isinstance(context.subject, League):
        seasons = context.subject.seasons.order_by("pk").values_list("number", "status")
        results = LeagueGame.objects.filter(season__league=context.subject)
        ranks = results.order_by("pk").values_list("pk", "ranks")
        return f"{list(seasons)} {list(ranks)}"
    game = Game.objects.get(pk=context.subject.pk)
    actions = ModerationAction.objects.filter(game=game).count()
    return f"{game.head} {game.status} {actions}"


def execute_confirmed(
    action: Action, context: ActionContext, confirmed: ConfirmedForm
) -> bool:
    """
    Also closes the case if the form says so. Return False if the subject has changed
    since.
    """
    outcome = outcome_in(action, context, confirmed.fields)
    with transaction.atomic():
        if outcome:
            _lock_all(context)
        elif isinstance(context.subject, Game):
            lock_game(context.subject.pk)
        if stamp_of(context) != confirmed.stamp:
            return False
        execute(action, context)
        if outcome:
            execute(ANSWER, _closing(context, outcome, confirmed.fields))
    return True


def outcome_in(action: Action, context: ActionContext, fields: dict[str, str]) -> str:
    """Return with which outcome a form also closes the case, or ''."""
    case, ready = context.case, OUTCOMES.get(fields.get("close", ""))
    if case is None or ready is None or action.locks_people:
        return ""
    is_open_report = not ANSWER.obstacle(case, context.now)
    is_about_case = action.subject_type is Case
    return ready.text if is_open_report and not is_about_case else ""


def _closing(
    context: ActionContext, outcome: str, fields: dict[str, str]
) -> ActionContext:
    assert context.case is not None
    data = {"reason": outcome, "hide": bool(fields.get("hide"))}
    return ActionContext(context.by, context.now, context.case, data, context.case)


def _lock_all(context: ActionContext) -> None:
    """Lock in one go what an act and closing its case lock one after the other."""
    games = Q(cases=context.case)
    if isinstance(context.subject, User):
        lock_user(context.subject.pk)
        games |= Q(seats__user=context.subject)
    elif isinstance(context.subject, League):
        lock_league(context.subject.pk)
        games |= Q(league_game__season=context.subject.current_season())
    elif isinstance(context.subject, Game):
        games |= Q(pk=context.subject.pk)
    lock_games(Game.objects.filter(games))


def refresh(context: ActionContext) -> ActionContext:
    return replace(
        context, subject=type(context.subject).objects.get(pk=context.subject.pk)
    )


MOVED_ON = (
    "The game has advanced since you saw this. Nothing was done. This is what it "
    "would do now."
)
TOO_OLD = "That confirmation has expired. Please fill in the form again."


def take_step(
    request: HttpRequest, action: Action, context: ActionContext, back: str
) -> HttpResponse:
    """Nothing changes before the last one."""
    wizard = Wizard(request, action, context, back)
    try:
        wizard.require_possible()
    except Refused as refusal:
        return wizard.refuse(refusal)
    if request.method != "POST":
        return wizard.show_form(
            action.form(context=context, initial=request.GET.dict())
        )
    if "confirm" in request.POST:
        return wizard.carry_out(request.POST["confirm"])
    fields = {
        name: str(value)
        for name, value in request.POST.items()
        if name != "csrfmiddlewaretoken"
    }
    if fields.get("close") and not (fields.get("ready") or fields.get("reason")):
        fields["ready"] = usual_reason(action, context)
    return wizard.show_preview(fields)


def usual_reason(action: Action, context: ActionContext) -> str:
    """Return the key of the reason for which an act usually ends a case, or ''."""
    usual = ACT_AND_CLOSE.get(ReportKind(context.case.kind)) if context.case else None
    return usual.reason if usual and usual.act == action.key else ""


def _is_public(context: ActionContext, form: ReasonForm) -> bool:
    """Whether a whole table or league reads the reason, and not only one person."""
    is_about_one = isinstance(context.subject, User | Case)
    return not is_about_one or bool(form.cleaned_data.get("hide"))


class Wizard:
    def __init__(
        self,
        request: HttpRequest,
        action: Action,
        context: ActionContext,
        back: str,
    ) -> None:
        self.request, self.action = request, action
        self.context, self.back = context, back

    def require_possible(self) -> None:
        conflicts.require_permission(self.context.by, self.action.permission)
        conflicts.require_no_conflict(self.context.by, self.context.subject)
        if obstacle := self.action.obstacle(self.context.subject, self.context.now):
            raise Refused("too_late", obstacle)
        by, now = self.context.by, self.context.now
        if obstacle := self.action.obstacle_for(self.context.subject, by, now):
            raise Refused("forbidden", obstacle)

    def refuse(self, refusal: Refused) -> HttpResponse:
        return self._page("refused", {"why": error_sentence(refusal)}, refusal.status)

    def show_form(
        self, form: forms.Form, status: int = HTTPStatus.OK, refusal: str = ""
    ) -> HttpResponse:
        sent = self.request.GET.dict() | self.request.POST.dict()
        page = {"form": form, "refusal": refusal, "close": sent.get("close", "")}
        return self._page("form", page, status)

    def show_preview(
        self, fields: dict[str, str], note: str = "", status: int = HTTPStatus.OK
    ) -> HttpResponse:
        form = self.action.form(fields, context=self.context)
        if not form.is_valid():
            return self.show_form(form, HTTPStatus.BAD_REQUEST)
        stamp = stamp_of(self.context)
        filled_in = replace(self.context, data=form.cleaned_data)
        try:
            preview = dry_run(self.action, filled_in)
        except (Refused, GameError) as error:
            return self.show_form(form, http_status_of(error), self._sentence(error))
        if outcome := outcome_in(self.action, self.context, fields):
            closing = dry_run(ANSWER, _closing(self.context, outcome, fields))
            preview.sentences.append(f"Then the case is closed. Outcome: “{outcome}”")
            preview.sentences += closing.sentences
        confirmed = ConfirmedForm(fields, stamp)
        page = {
            "preview": preview,
            "also_closes": bool(outcome),
            "answers": form.answers(),
            "reason": form.cleaned_data["reason"],
            "label": form.reason_label or "Your reason",
            "is_public": _is_public(self.context, form),
            "note": note,
            "confirm": sign(self.action, self.context, confirmed),
            "change": f"{self.request.path}?{urlencode(self._case_number() | fields)}",
        }
        return self._page("confirm", page, status)

    def carry_out(self, token: str) -> HttpResponse:
        confirmed = read_confirmed(token, self.action, self.context)
        if confirmed is None:
            form = self.action.form(context=self.context)
            return self.show_form(form, HTTPStatus.BAD_REQUEST, TOO_OLD)
        form = self.action.form(confirmed.fields, context=self.context)
        stamp = stamp_of(self.context)
        if stamp != confirmed.stamp or not form.is_valid():
            return self._show_again(confirmed)
        filled_in = replace(self.context, data=form.cleaned_data)
        outcome = outcome_in(self.action, self.context, confirmed.fields)
        also = " and close" if outcome else ""
        try:
            is_done = execute_confirmed(self.action, filled_in, confirmed)
        except (Refused, GameError) as error:
            return self.show_form(form, http_status_of(error), self._sentence(error))
        if not is_done:
            return self._show_again(confirmed)
        messages.success(self.request, f"Done: {self.action.title}{also}.")
        return HttpResponseRedirect(self.back, status=HTTPStatus.SEE_OTHER)

    def _case_number(self) -> dict[str, str]:
        case = self.context.case
        return {} if case is None else {"case": str(case.pk)}

    def _show_again(self, confirmed: ConfirmedForm) -> HttpResponse:
        self.context = refresh(self.context)
        return self.show_preview(confirmed.fields, MOVED_ON, HTTPStatus.CONFLICT)

    def _sentence(self, error: Refused | GameError) -> str:
        subject = self.context.subject
        seats = read_seats(subject) if isinstance(subject, Game) else ()
        return error_sentence(error, seats)

    def _page(self, name: str, page: dict[str, Any], status: int) -> HttpResponse:
        subject, case = self.context.subject, self.context.case
        game = subject if isinstance(subject, Game) else None
        shared = {
            "action": self.action,
            "title": self.action.title,
            "also_closes": False,
            "game": game,
            "what": what_is(subject),
            "called": name_subject(subject),
            "subject_url": url_of(subject),
            "of_case": name_case(case) if case and case != subject else "",
            "back": self.back,
        }
        template = f"games/moderation/{name}.html"
        return render_page(self.request, template, {**shared, **page}, status)


def render_page(
    request: HttpRequest, template: str, page: dict[str, Any], status: int = 200
) -> HttpResponse:
    shared = {**admin.site.each_context(request), "zone": zone_of_reader(request)}
    return render(request, template, {**shared, **page}, status=status)
