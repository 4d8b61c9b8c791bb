"""Two steps to every deed: the form, what would come of it, and only then the deed."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.desk import confirming
from games.desk.actions import Action, Case
from games.desk.confirming import Shown
from games.desk.dossier import why_not
from games.desk.queue import called
from games.error_text import error_sentence
from games.errors import Forbidden, Refused, TooLate
from games.services.staff.desk import require_permission
from games.web.pages import status_of
from games.web.reader import zone_of_reader
from stoneage_core import GameError

MOVED_ON = gettext_lazy(
    "The game moved on since you were shown this. Nothing was done: this is what it "
    "would come to now."
)

DOES_NOT_FIT = gettext_lazy(
    "That cannot be done to this game as it is now. Its page shows what can be."
)


def act(request: HttpRequest, action: Action, case: Case, back: str) -> HttpResponse:
    """Take one of the steps; nothing is changed before the last one."""
    desk = _Desk(request, action, case, back)
    try:
        require_permission(case.by, action.permission)
        if case.game is not None and (reason := why_not(case.game, case.by)):
            raise Forbidden(reason)
        if case.game is not None and not action.fits(case.game, case.now):
            raise TooLate(DOES_NOT_FIT)
    except Refused as refusal:
        return desk.closed(refusal)
    if request.method != "POST":
        return desk.form(action.form(case=case, initial=request.GET.dict()))
    if "confirm" in request.POST:
        return desk.confirmed(request.POST["confirm"])
    fields = {
        name: str(value)
        for name, value in request.POST.items()
        if name != "csrfmiddlewaretoken"
    }
    return desk.filled_in(fields)


class _Desk:
    """One act on its way through the steps."""

    def __init__(
        self, request: HttpRequest, action: Action, case: Case, back: str
    ) -> None:
        self.request, self.action, self.case, self.back = request, action, case, back

    def closed(self, refusal: Refused) -> HttpResponse:
        """Say why somebody may not do this, or not now."""
        return self._page("refused", {"why": str(refusal)}, refusal.status)

    def form(
        self, form: forms.Form, status: int = HTTPStatus.OK, refusal: str = ""
    ) -> HttpResponse:
        return self._page("act", {"form": form, "refusal": refusal}, status)

    def filled_in(
        self, fields: dict[str, str], note: str = "", status: int = HTTPStatus.OK
    ) -> HttpResponse:
        """Show what would come of it."""
        form = self.action.form(fields, case=self.case)
        if not form.is_valid():
            return self.form(form, HTTPStatus.BAD_REQUEST)
        case = replace(self.case, data=form.cleaned_data)
        stamp = confirming.stamp_of(case)
        try:
            preview = confirming.rehearse(self.action, case)
        except (Refused, GameError) as error:
            return self.form(form, status_of(error), self._sentence(error))
        shown = Shown(fields, stamp)
        context = {
            "preview": preview,
            "reason": case.reason,
            "note": note,
            "confirm": confirming.sign(self.action, case, shown),
            "change": f"{self.request.path}?{urlencode(fields)}",
        }
        return self._page("confirm", context, status)

    def confirmed(self, token: str) -> HttpResponse:
        """Do what was shown, if it is still what it would come to."""
        shown = confirming.read(token, self.action, self.case)
        if shown is None:
            form = self.action.form(case=self.case)
            late = _("That confirmation is too old. Fill in the form again, please.")
            return self.form(form, HTTPStatus.BAD_REQUEST, late)
        form = self.action.form(shown.fields, case=self.case)
        if confirming.stamp_of(self.case) != shown.stamp or not form.is_valid():
            return self._moved_on(shown)
        case = replace(self.case, data=form.cleaned_data)
        try:
            is_done = confirming.perform(self.action, case, shown)
        except (Refused, GameError) as error:
            return self.form(form, status_of(error), self._sentence(error))
        if not is_done:
            return self._moved_on(shown)
        messages.success(
            self.request, _("Done: %(what)s.") % {"what": self.action.title}
        )
        return HttpResponseRedirect(self.back, status=HTTPStatus.SEE_OTHER)

    def _moved_on(self, shown: Shown) -> HttpResponse:
        self.case = confirming.anew(self.case)
        return self.filled_in(shown.fields, str(MOVED_ON), HTTPStatus.CONFLICT)

    def _sentence(self, error: Refused | GameError) -> str:
        seats = () if self.case.game is None else queries.seats_of(self.case.game)
        return error_sentence(error, seats)

    def _page(self, name: str, context: dict[str, Any], status: int) -> HttpResponse:
        game = self.case.game
        shared = {
            **admin.site.each_context(self.request),
            "zone": zone_of_reader(self.request),
            "action": self.action,
            "title": self.action.title,
            "game": game,
            "person": self.case.user,
            "called": called(game) if game else str(self.case.person),
            "back": self.back,
        }
        template = f"games/desk/{name}.html"
        return render(self.request, template, {**shared, **context}, status=status)
