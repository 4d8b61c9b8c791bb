"""The page that checks a record in a browser: one file, without a network."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

#: It is no template: saved, it works from a disk as it is.
VERIFIER = Path(__file__).parents[1] / "offline" / "verifier.html"


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """Serve the page; its policy lets it run what is in it, and reach nothing."""
    page, policy = _page()
    headers = {"Content-Security-Policy": policy}
    if "save" in request.GET:
        headers["Content-Disposition"] = 'attachment; filename="verifier.html"'
    return HttpResponse(page, headers=headers)


@cache
def _page() -> tuple[str, str]:
    """Return the page, and a policy that names script and style by their hashes."""
    page = VERIFIER.read_text("utf-8")
    script, style = (
        b64encode(sha256(part.encode()).digest()).decode()
        for part in re.findall(r"<(?:script|style)>(.*?)</", page, re.DOTALL)[::-1]
    )
    allowed = f"script-src 'sha256-{script}'; style-src 'sha256-{style}'"
    return page, f"default-src 'none'; {allowed}; frame-ancestors 'none'"
