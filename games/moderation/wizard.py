"""The wizard of every action: the form, then a preview to confirm."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import urlencode

from games.errors import Refused
from games.log.table_rows import read_seats
from games.models import Game
from games.moderation import confirmation, conflicts
from games.moderation.action import Action
from games.moderation.confirmation import ConfirmedForm
from games.moderation.context import ActionContext
from games.moderation.preview import dry_run
from games.moderation.subjects import name_subject
from games.presentation.error_text import error_sentence
from games.web.pages import http_status_of
from games.web.reader import zone_of_reader
from stoneage_core import GameError

MOVED_ON = (
    "The game has advanced since you saw this. Nothing was done. This is what it "
    "would do now."
)
TOO_OLD = "That confirmation has expired. Please fill in the form again."


def take_step(
    request: HttpRequest, action: Action, context: ActionContext, back: str
) -> HttpResponse:
    """Answer one of the steps. Nothing changes before the last one."""
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
    return wizard.show_preview(fields)


class Wizard:
    """The steps of one action."""

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
        """Raise Refused if the form need not be shown at all."""
        conflicts.require_permission(self.context.by, self.action.permission)
        conflicts.require_no_conflict(self.context.by, self.context.subject)
        if obstacle := self.action.obstacle(self.context.subject, self.context.now):
            raise Refused("too_late", obstacle)

    def refuse(self, refusal: Refused) -> HttpResponse:
        return self._page("refused", {"why": str(refusal)}, refusal.status)

    def show_form(
        self, form: forms.Form, status: int = HTTPStatus.OK, refusal: str = ""
    ) -> HttpResponse:
        return self._page("form", {"form": form, "refusal": refusal}, status)

    def show_preview(
        self, fields: dict[str, str], note: str = "", status: int = HTTPStatus.OK
    ) -> HttpResponse:
        form = self.action.form(fields, context=self.context)
        if not form.is_valid():
            return self.show_form(form, HTTPStatus.BAD_REQUEST)
        stamp = confirmation.stamp_of(self.context)
        filled_in = replace(self.context, data=form.cleaned_data)
        try:
            preview = dry_run(self.action, filled_in)
        except (Refused, GameError) as error:
            return self.show_form(form, http_status_of(error), self._sentence(error))
        confirmed = ConfirmedForm(fields, stamp)
        page = {
            "preview": preview,
            "answers": form.answers(),
            "reason": form.cleaned_data["reason"],
            "note": note,
            "confirm": confirmation.sign(self.action, self.context, confirmed),
            "change": f"{self.request.path}?{urlencode(self._case_number() | fields)}",
        }
        return self._page("confirm", page, status)

    def carry_out(self, token: str) -> HttpResponse:
        """Execute the action, if the preview is still valid."""
        confirmed = confirmation.read_confirmed(token, self.action, self.context)
        if confirmed is None:
            form = self.action.form(context=self.context)
            return self.show_form(form, HTTPStatus.BAD_REQUEST, TOO_OLD)
        form = self.action.form(confirmed.fields, context=self.context)
        stamp = confirmation.stamp_of(self.context)
        if stamp != confirmed.stamp or not form.is_valid():
            return self._show_again(confirmed)
        filled_in = replace(self.context, data=form.cleaned_data)
        try:
            is_done = confirmation.execute_confirmed(self.action, filled_in, confirmed)
        except (Refused, GameError) as error:
            return self.show_form(form, http_status_of(error), self._sentence(error))
        if not is_done:
            return self._show_again(confirmed)
        messages.success(self.request, f"Done: {self.action.title}.")
        return HttpResponseRedirect(self.back, status=HTTPStatus.SEE_OTHER)

    def _case_number(self) -> dict[str, str]:
        case = self.context.case
        return {} if case is None else {"case": str(case.pk)}

    def _show_again(self, confirmed: ConfirmedForm) -> HttpResponse:
        self.context = confirmation.refresh(self.context)
        return self.show_preview(confirmed.fields, MOVED_ON, HTTPStatus.CONFLICT)

    def _sentence(self, error: Refused | GameError) -> str:
        subject = self.context.subject
        seats = read_seats(subject) if isinstance(subject, Game) else ()
        return error_sentence(error, seats)

    def _page(self, name: str, page: dict[str, Any], status: int) -> HttpResponse:
        subject = self.context.subject
        game = subject if isinstance(subject, Game) else None
        shared = {
            "action": self.action,
            "title": self.action.title,
            "game": game,
            "called": name_subject(subject),
            "back": self.back,
        }
        template = f"games/moderation/{name}.html"
        return render_page(self.request, template, {**shared, **page}, status)


def render_page(
    request: HttpRequest, template: str, page: dict[str, Any], status: int = 200
) -> HttpResponse:
    shared = {**admin.site.each_context(request), "zone": zone_of_reader(request)}
    return render(request, template, {**shared, **page}, status=status)
