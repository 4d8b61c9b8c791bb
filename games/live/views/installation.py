"""Views for installing the site as an app, and reading it offline."""

import json
from functools import cache
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from resvg_py import svg_to_bytes

from games.presentation.drawing import read_static

#: The sizes of the icons in pixels: an iPhone's, and those that all browsers request.
SIDES = (180, 192, 512)
#: The drawing fills the square with its figure in the middle, because systems crop it.
DRAWING = "games/icon.svg"
WORKER = "games/service-worker.js"
#: The background of light pages, and the ochre of the icon.
GROUND, OCHRE = "#f4ecdc", "#8a4b12"
#: What the offline page needs.
SHELL = (
    "games/palette.css",
    "games/page.css",
    "games/site.css",
    "games/favicon.svg",
)


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    described = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "name": "Stone Age by Mail",
        "short_name": "Stone Age",
        "description": _("Stone Age with friends, over days and weeks."),
        "background_color": GROUND,
        "theme_color": OCHRE,
        "icons": [*map(_icon, SIDES)],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
@cache_control(max_age=30 * 86400, public=True)
def icon(request: HttpRequest, side: int) -> HttpResponse:
    """Return the icon as a PNG, for systems that cannot draw the SVG."""
    if side not in SIDES:
        raise Http404
    return HttpResponse(drawn(side), content_type="image/png")


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """
    Return the service worker, which answers while the site cannot be reached.

    It is served from the root, because a service worker only covers paths below its
    own.
    """
    shell = [reverse("games:offline"), *map(static, SHELL)]
    script = read_static(WORKER)
    version = sha256("".join([*shell, script]).encode()).hexdigest()[:12]
    head = f"const SHELL = {json.dumps(shell)};\nconst VERSION = {version!r};\n"
    return HttpResponse(head + script, content_type="text/javascript; charset=utf-8")


@require_safe
@never_cache
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page for pages that were never open in this browser."""
    return render(request, "games/live/offline.html")


@cache
def drawn(side: int) -> bytes:
    picture = svg_to_bytes(svg_string=read_static(DRAWING), width=side, height=side)
    return bytes(picture)


def _icon(side: int) -> dict[str, str]:
    return {
        "src": reverse("games:icon", args=[side]),
        "sizes": f"{side}x{side}",
        "type": "image/png",
        "purpose": "any maskable",
    }
