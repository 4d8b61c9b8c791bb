"""The page about somebody, for anybody who has its address; what it shows."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.forms import ProfileForm
from games.accounts.profile_page import profile_context
from games.accounts.profiles import find_profile, hide_profile, show_profile
from games.errors import NotThere
from games.limits import PROFILES, visitor_of
from games.models import User
from games.now import database_now
from games.web.decorators import explain_refusals
from games.web.pages import see_other
from games.web.reader import reading, signed_in, zone_of_reader


@require_safe
@explain_refusals
def profile(request: HttpRequest, slug: str) -> HttpResponse:
    """Their name, and what else they show."""
    PROFILES.spend(visitor_of(request), now=database_now())
    found = find_profile(slug)
    if found is None:
        raise NotThere(_("There’s no such player here, or they show nothing."))
    reader = signed_in(request) if request.user.is_authenticated else None
    with reading(request):
        context = profile_context(found, reader)
    context |= {"zone": zone_of_reader(request)}
    return render(request, "games/profile.html", context)


def change_profile(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Show a page about oneself with as much as is ticked, or take it down."""
    form = ProfileForm(request.POST)
    form.is_valid()  # boxes are never wrong
    shown = dict(form.cleaned_data)
    if shown.pop("is_shown"):
        show_profile(user=user, now=now, **shown)
        messages.success(request, _("Your page is shown."))
    else:
        hide_profile(user=user)
        messages.success(request, _("No one sees a page about you."))
    return see_other("games:account")
