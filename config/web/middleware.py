"""Middleware for every page: health checks, security policy, language, refusals."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from games.models import User
from games.web.pages import is_refusal, refusal_page
from games.web.reader import language_of

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


class HealthMiddleware:
    """
    Lets monitors request /healthz by any name or address of the machine.

    A load balancer asks by IP address, which ALLOWED_HOSTS does not contain. The answer
    does not depend on the host.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz":
            request.META["HTTP_HOST"] = urlsplit(settings.SITE_URL).netloc
        return self.get_response(request)


class ContentSecurityPolicyMiddleware:
    """Adds the policy to every response that does not have its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response


class ReaderLanguageMiddleware:
    """Shows pages to signed-in readers in their own language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User):
            translation.activate(language_of(request.user))
        return self.get_response(request)


class RefusalMiddleware:
    """Turns a service's refusal into a page that says why. Caches do not keep it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, error: Exception
    ) -> HttpResponse | None:
        """Return the page of a refusal, or None for other errors."""
        if not is_refusal(error):
            return None
        page = refusal_page(request, error)
        add_never_cache_headers(page)
        return page
