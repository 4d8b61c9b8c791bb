"""Profiles: what somebody shows of themselves to anybody, made and taken down."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models import User
from games.models.games import SLUG_ALPHABET, SLUG_LENGTH
from games.models.users import Profile
from games.store.locks import lock_user

#: The columns that say what a page shows besides a name.
SHOWN = ("shows_games", "shows_results", "shows_pace", "shows_record", "shows_ratings")
NAMELESS = _("A page about you needs your name first.")
NOT_SHOWN = _("There’s no such player here, or they show nothing.")


@transaction.atomic
def show_profile(*, user: User, now: datetime, **shown: bool) -> Profile:
    """
    Let anybody open a page about a user, with their name and what else they show.

    That is which of ``SHOWN`` are true. Locks the user. The page keeps its address for
    as long as it is shown. Raise Refused (address_needed) for guests, (invalid) for
    whoever has no name.
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
    """Take the page about a user down; its address never opens anything again."""
    Profile.objects.filter(user=user).delete()


def profile_of(user: User) -> Profile | None:
    """Return what a user shows of themselves, None for nothing. One query."""
    return Profile.objects.filter(user=user).first()


def profile_urls(users: Iterable[int | None]) -> dict[int, str]:
    """Return the addresses of the pages about those who show one. One query."""
    wanted = [user for user in users if user is not None]
    shown = Profile.objects.filter(user_id__in=wanted, user__is_active=True)
    return {
        user: reverse("games:profile", args=[slug])
        for user, slug in shown.values_list("user_id", "slug")
    }


def find_profile(slug: str) -> Profile | None:
    """Return the profile at an address, while its owner may play."""
    shown = Profile.objects.select_related("user")
    return shown.filter(slug=slug, user__is_active=True).exclude(user__name="").first()


def require_profile(slug: str) -> Profile:
    """
    Return the profile at an address; raise Refused (not_there) where none is shown.
    """
    profile = find_profile(slug)
    if profile is None:
        raise Refused("not_there", NOT_SHOWN)
    return profile
