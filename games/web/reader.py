"""The reader of a page: their language, their time zone, and the browser's cookies."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme

from games.models import User
from games.now import zone_of

#: The only authentication backend.
BACKEND = "games.accounts.backends.SessionBackend"


def signed_in(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def zone_of_reader(request: HttpRequest) -> str:
    user = request.user
    return user.time_zone if isinstance(user, User) else "UTC"


def reading(request: HttpRequest) -> AbstractContextManager[None]:
    """Format times in the time zone of the reader."""
    return timezone.override(zone_of(zone_of_reader(request)))


@contextmanager
def reading_as(user: User | None) -> Iterator[None]:
    zone = zone_of(user.time_zone if user else "UTC")
    with translation.override(language_of(user)), timezone.override(zone):
        yield


def language_of(reader: User | None) -> str:
    """
    Return the language of a reader's pages and emails. A reader whose language we
    neither know nor guess reads the browser's.
    """
    # They chose it, or the person who invited them speaks it.
    if reader and (reader.language_known or reader.language != settings.LANGUAGE_CODE):
        return reader.language
    return translation.get_language() or settings.LANGUAGE_CODE


def sign_reader(reader: User | None) -> str:
    """Return the mark with which a page can change the language of its reader."""
    return "" if reader is None else _signer().sign(str(reader.pk))


def unsign_reader(mark: str) -> User | None:
    """Return the user for whom a page with this mark was made, or None."""
    try:
        return User.objects.get(pk=_signer().unsign(mark), is_active=True)
    except (BadSignature, User.DoesNotExist):
        return None


def _signer() -> Signer:
    return Signer(salt="page reader")


def safe_next(request: HttpRequest, address: str) -> str:
    """Return ``address`` if it is a page of this site, or else ''."""
    hosts = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(
        address, hosts, require_https=request.is_secure()
    )
    return address if safe else ""


def set_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.SESSION_COOKIE_AGE,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
