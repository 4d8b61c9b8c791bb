"""Views of a user's public page."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.forms import ProfileForm
from games.accounts.profile_page import profile_page
from games.accounts.profiles import hide_profile, require_profile, show_profile
from games.limits import FOLLOWS, PROFILES, visitor_of
from games.models import User
from games.now import database_now
from games.presentation.link_preview import service_preview
from games.watching.following import end_follow, follow_button, follow_player
from games.web.decorators import member_page
from games.web.pages import see_other
from games.web.reader import reading, signed_in, zone_of_reader


@require_safe
def profile(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a user's name, and what else they show."""
    PROFILES.spend(visitor_of(request), now=database_now())
    found = require_profile(slug)
    reader = signed_in(request) if request.user.is_authenticated else None
    with reading(request):
        page = profile_page(found, reader)
    context: dict[str, Any] = {
        "profile": page,
        "zone": zone_of_reader(request),
        "link_preview": service_preview(
            page.name, _("Plays Stone Age by email. See games and results.")
        ),
    }
    if not page.is_own and (page.shows_games or page.shows_results):
        url = reverse("games:follow_player", args=[slug])
        context["follow"] = follow_button(request.user, url, profile=found)
    return render(request, "games/profile.html", context)


@member_page
def follow_a_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a user, or stop. After signing in, their page is shown."""
    if request.method != "POST":
        return see_other("games:profile", slug=slug)
    user, found, now = signed_in(request), require_profile(slug), database_now()
    FOLLOWS.spend(user.pk, now=now)
    if request.POST.get("do") == "stop":
        end_follow(user=user, game=None, profile=found)
    else:
        follow_player(user=user, profile=found, now=now)
    if "list" in request.POST:
        return see_other("games:following")
    return see_other("games:profile", slug=slug)


def change_profile(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Make one's own page public with the ticked parts, or delete it."""
    form = ProfileForm(request.POST)
    form.is_valid()  # check boxes are always valid
    shown = dict(form.cleaned_data)
    if shown.pop("is_shown"):
        show_profile(user=user, now=now, **shown)
        messages.success(request, _("Your page is shown."))
    else:
        hide_profile(user=user)
        messages.success(request, _("No one sees a page about you."))
    return see_other("games:account")
