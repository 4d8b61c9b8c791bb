"""`/.well-known/security.txt`: where to report a weakness of this installation.

The format is that of RFC 9116. Weaknesses of the project itself: SECURITY.md.
"""

from datetime import UTC, timedelta
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.now import database_now

#: The RFC asks for less than a year.
VALID = timedelta(days=180)


@require_safe
def security_txt(_request: HttpRequest) -> HttpResponse:
    """Return the operator's address; it is asked for anew when the text expires."""
    expires = (database_now() + VALID).astimezone(UTC)
    fields = {
        "Contact": f"mailto:{quote(settings.CONTACT_EMAIL, safe='@')}",
        "Expires": f"{expires:%Y-%m-%dT%H:%M:%SZ}",
        "Canonical": settings.SITE_URL + reverse("security_txt"),
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
