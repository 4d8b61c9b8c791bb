"""Pages of the desk about mails: who was told what, when, and what became of it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.http import require_safe

from games.history.hash_lookup import find_game
from games.log.positions import past_events
from games.log.table_rows import read_seats
from games.models import Game, StaffTrace, User
from games.moderation import conflicts
from games.moderation.registry import all_actions
from games.moderation.subjects import name_game
from games.moderation.wizard import render_page
from games.now import database_now
from games.presentation.event_text import SourceMask, event_text
from games.presentation.text import names_of
from games.staff_traces import record_look
from games.web.reader import reading, signed_in
from notifications.desk import BAD_STEPS, describe_life
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.privacy import IN_ORDER
from notifications.sending.past_mail import PastMail, render_again

PAGE = 50
FAILED, RETURNED = "failed", "returned"

sees_mails = permission_required(
    ["games.view_game", "notifications.view_outgoingmail"], raise_exception=True
)


class MailSearchForm(forms.Form):
    """Empty fields do not filter."""

    game = forms.CharField(label="Game, or its link", required=False, max_length=300)
    person = forms.CharField(
        label="Name or address of the recipient", required=False, max_length=254
    )
    kind = forms.ChoiceField(
        label="Kind", required=False, choices=[("", "all kinds"), *Kind.choices]
    )
    outcome = forms.ChoiceField(
        label="Outcome",
        required=False,
        choices=[
            ("", "any"),
            *((status.value, status.label) for status in MailStatus),
            (RETURNED, "came back, or marked as spam"),
        ],
    )

    def clean_game(self) -> Game | None:
        named = self.cleaned_data["game"]
        found = find_game(named) if named else None
        if named and found is None:
            raise forms.ValidationError("There is no game of that name or link.")
        return found

    def mails(self) -> QuerySet[OutgoingMail]:
        """The form must be valid."""
        wanted, mails = self.cleaned_data, OutgoingMail.objects.all()
        if wanted["game"] is not None:
            mails = mails.filter(game=wanted["game"])
        if person := wanted["person"].strip():
            people = User.objects.filter(
                Q(email__iexact=person) | Q(name__icontains=person)
            )
            to = Q(user__in=people) | Q(sent_to__iexact=person)
            mails = mails.filter(to)
        if wanted["kind"]:
            mails = mails.filter(kind=wanted["kind"])
        if wanted["outcome"] == RETURNED:
            mails = mails.filter(steps__what__in=BAD_STEPS).distinct()
        elif wanted["outcome"]:
            mails = mails.filter(status=wanted["outcome"])
        return mails


def mails_for(by: User, mails: QuerySet[OutgoingMail]) -> QuerySet[OutgoingMail]:
    """Leave out the mails about games that a member of the staff plays in."""
    own = mails.filter(game__in=conflicts.open_games_of(by)).order_by()
    shown = mails.exclude(pk__in=own.values("pk")).defer("game__state", "game__table")
    return shown.select_related("user", "game", "act").prefetch_related(IN_ORDER)


def describe_mail(mail: OutgoingMail) -> dict[str, Any]:
    """Return a row of the list: what it was about, and what became of it."""
    return {
        "mail": mail,
        "kind": Kind(mail.kind).label,
        "status": MailStatus(mail.status).label,
        "life": describe_life(mail),
        "act": all_actions()[mail.act.kind].title if mail.act else "",
        "is_bad": mail.status == MailStatus.FAILED
        or any(step.what in BAD_STEPS for step in mail.steps.all()),
    }


@require_safe
@sees_mails
def mails(request: HttpRequest) -> HttpResponse:
    asked = request.GET.copy()
    number = asked.pop("page", ["1"])[-1]
    form, by = MailSearchForm(asked), signed_in(request)
    page: dict[str, Any] = {"form": form, "query": asked.urlencode()}
    with reading(request):
        if form.is_valid():
            if asked:
                record_look(
                    by=by,
                    what=StaffTrace.What.LIST,
                    now=database_now(),
                    detail=f"emails: {asked.urlencode()}",
                )
            found = mails_for(by, form.mails()).order_by("-pk")
            page["page"] = Paginator(found, PAGE).get_page(number)
            page["rows"] = [describe_mail(mail) for mail in page["page"]]
        return render_page(request, "games/moderation/mails.html", page)


@require_safe
@sees_mails
def mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one mail: what happened to it, and its words, rendered again."""
    by, now = signed_in(request), database_now()
    found = get_object_or_404(mails_for(by, OutgoingMail.objects.all()), pk=pk)
    record_look(
        by=by,
        what=StaffTrace.What.LIST,
        now=now,
        game=found.game,
        user=found.user,
        detail=f"email {found.pk}",
    )
    page = describe_mail(found)
    page |= {"game_name": name_game(found.game) if found.game else ""}
    page |= {"event": _event_in_words(found)}
    again = render_again(found, sees_talk=by.has_perm("games.view_talkmessage"))
    page["again"] = again if isinstance(again, PastMail) else None
    page["why_not"] = "" if isinstance(again, PastMail) else again
    beside = [found.beside_id] if found.beside_id else []
    together = Q(part_of=found) | Q(beside=found) | Q(pk__in=beside)
    if found.part_of_id:
        together |= Q(pk=found.part_of_id)
    related = mails_for(by, OutgoingMail.objects.filter(together)).order_by("pk")
    page["related"] = [describe_mail(each) for each in related]
    with reading(request):
        return render_page(request, "games/moderation/mail.html", page)


def _event_in_words(mail: OutgoingMail) -> str:
    """Return the event that caused a mail, or ''."""
    if mail.game is None or not mail.about_version:
        return ""
    after = mail.about_version - 1
    names = names_of(read_seats(mail.game))
    for one in past_events(mail.game, after=after, limit=1):
        return event_text(one, names, SourceMask(mail.game)).text
    return ""


urlpatterns = [
    path("", admin.site.admin_view(mails), name="desk_mails"),
    path("<int:pk>/", admin.site.admin_view(mail), name="desk_mail"),
]
