"""Profiles: what users show of themselves publicly."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.locks import lock_user
from games.models import User
from games.models.games import SLUG_ALPHABET, SLUG_LENGTH
from games.models.users import Profile

#: The columns that say what a page shows besides the name.
SHOWN = ("shows_games", "shows_results", "shows_pace", "shows_record", "shows_ratings")
NAMELESS = _("A page about you needs your name first.")
NOT_SHOWN = _("There’s no such player here, or they show nothing.")


@transaction.atomic
def show_profile(*, user: User, now: datetime, **shown: bool) -> Profile:
    """
    Make a user's page public, or change what it shows.

    ``shown`` has names of ``SHOWN``; missing ones are False. Locks the user. The page
    keeps its URL for as long as it is shown. Raise Refused (address_needed) for guests,
    (invalid) for users without a name.
    """
    owner = lock_user(user.pk)
    if owner.is_guest:
        raise Refused("address_needed")
    if not owner.name:
        raise Refused("invalid", NAMELESS)
    shown = dict.fromkeys(SHOWN, False) | shown
    slug = get_random_string(SLUG_LENGTH, SLUG_ALPHABET)
    profile, _made = Profile.objects.update_or_create(
        user=owner,
        defaults=shown,
        create_defaults={**shown, "slug": slug, "made_at": now},
    )
    return profile


def hide_profile(*, user: User) -> None:
    """Delete a user's page. Its URL will never be used again."""
    Profile.objects.filter(user=user).delete()


def profile_of(user: User) -> Profile | None:
    """Return a user's profile, or None if they show none (one query)."""
    return Profile.objects.filter(user=user).first()


def profile_urls(users: Iterable[int | None]) -> dict[int, str]:
    """Return the URLs of the pages of users who show one, by user id (one query)."""
    wanted = [user for user in users if user is not None]
    shown = Profile.objects.filter(user_id__in=wanted, user__is_active=True)
    return {
        user: reverse("games:profile", args=[slug])
        for user, slug in shown.values_list("user_id", "slug")
    }


def find_profile(slug: str) -> Profile | None:
    """Return the profile with this slug, if its owner is active, or None."""
    shown = Profile.objects.select_related("user")
    return shown.filter(slug=slug, user__is_active=True).exclude(user__name="").first()


def require_profile(slug: str) -> Profile:
    """Return the profile with this slug. Raise Refused (not_there) if none is shown."""
    profile = find_profile(slug)
    if profile is None:
        raise Refused("not_there", NOT_SHOWN)
    return profile
