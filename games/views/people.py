"""Who is reading: sign-in and what depends on it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme

from games import services
from games.clocks import zone_of
from games.limits import ADDRESS_TRIALS
from games.models import User
from games.services.users import time_zones

#: What users have who never chose a time zone.
NOT_CHOSEN = "UTC"

BACKEND = "games.backends.MailLinkBackend"


def zone_of_reader(request: HttpRequest) -> str:
    """Return the IANA name of the reader's time zone, UTC where nobody is signed in."""
    user = request.user
    return user.time_zone if isinstance(user, User) else "UTC"


def reading(request: HttpRequest) -> AbstractContextManager[None]:
    """Word moments in the time zone of who reads."""
    return timezone.override(zone_of(zone_of_reader(request)))


@contextmanager
def reading_as(user: User | None) -> Iterator[None]:
    """Word everything in the language and time zone of who will read it."""
    zone = zone_of(user.time_zone if user else NOT_CHOSEN)
    with translation.override(language_of(user)), timezone.override(zone):
        yield


def language_of(reader: User | None) -> str:
    """
    Return the language in which a reader gets mails: pages speak it as well.

    Whom we write to in English as we know nothing of them reads the browser's.
    """
    if reader is not None and _is_known_or_guessed(reader):
        return reader.language
    return translation.get_language() or settings.LANGUAGE_CODE


def _is_known_or_guessed(reader: User) -> bool:
    """Whether they chose their language, or who invited them speaks it."""
    return reader.language_known or reader.language != settings.LANGUAGE_CODE


def mark_of(reader: User | None) -> str:
    """Return what lets a page change the language of whom it was made for."""
    return "" if reader is None else _signer().sign(str(reader.pk))


def marked(mark: str) -> User | None:
    """Return whom a page was made for."""
    try:
        return User.objects.get(pk=_signer().unsign(mark), is_active=True)
    except (BadSignature, User.DoesNotExist):
        return None


def _signer() -> Signer:
    return Signer(salt="games.language")


def remember_language(user: User | None, now: datetime) -> None:
    """Keep the language of the page that somebody uses who never chose one."""
    if user is None:
        return
    user.refresh_from_db()
    if not user.language_known:
        update_user(user, now, language=language_of(user))


def safe_next(request: HttpRequest, address: str) -> str:
    """Return ``address`` if it is a page of this site, else ''."""
    hosts = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(
        address, hosts, require_https=request.is_secure()
    )
    return address if safe else ""


def update_user(user: User, now: datetime, **changes: Any) -> None:
    """Change a user; with their zone and quiet hours, deadlines and reminders too."""
    before = _hours(user)
    services.user_update(user=user, **changes)
    if _hours(user) != before:
        services.user_deadlines_refresh(user=user, now=now)


def _hours(user: User) -> tuple[str, int, int]:
    return user.time_zone, user.quiet_from, user.quiet_until


def mail_arrived(user: User | None, signed_at: datetime | None) -> None:
    """Note that somebody uses a link that came by a mail of that moment."""
    if user is not None and signed_at is not None:
        services.user_reached(user=user, sent_at=signed_at)


def try_address(user: User | None, now: datetime) -> None:
    """Write again to somebody whom mails did not reach; not over and over."""
    if user is None or user.unreachable_since is None:
        return
    ADDRESS_TRIALS.spend(user.pk, now=now)
    services.address_try(user=user, now=now)


def remember_zone(user: User | None, zone: str, now: datetime) -> None:
    """Keep the time zone that the browser tells of somebody who never chose one."""
    if user is None or zone not in time_zones():
        return
    user.refresh_from_db()  # a service may have written the name
    if user.time_zone == NOT_CHOSEN:
        update_user(user, now, time_zone=zone)


def set_language(response: HttpResponse, language: str) -> None:
    """Let this browser see the site in a language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.SESSION_COOKIE_AGE,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
