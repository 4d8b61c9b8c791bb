"""Views of a game's proofs: its log and record as files, and their checks."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.errors import Refused
from games.history.export import (
    log_lines,
    record_lines,
    require_record_may_be_read,
    table_of_events,
    transcript_of,
)
from games.history.hash_lookup import broken_at, find_game, find_hash
from games.history.views.arguments import counted_game
from games.history.waits import waits_context
from games.limits import CHECKS, WHOLE_GAMES, visitor_of
from games.log.table_rows import read_seats
from games.models import Game, StaffTrace, Status, User
from games.models.service import Restoration
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.text import names_of
from games.staff_traces import record_look
from games.web.reader import signed_in, zone_of_reader
from stoneage_core import audit

#: Not a template: it also works when saved to a disk.
VERIFIER = Path(__file__).parents[1] / "offline" / "verifier.html"


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return all events so far, one JSON object a line."""
    game = counted_game(request, slug, WHOLE_GAMES)
    return StreamingHttpResponse(
        log_lines(game),
        content_type="text/plain; charset=utf-8",
        headers=_as_file(f"{game.slug}.jsonl"),
    )


@require_safe
def record(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the whole record. Before the game is over only auditors may have it."""
    game = counted_game(request, slug, WHOLE_GAMES)
    if not _may_audit(request, game):
        require_record_may_be_read(game)
    elif game.status == Status.ACTIVE:
        what, by = StaffTrace.What.RECORD, signed_in(request)
        record_look(by=by, what=what, now=database_now(), game=game)
    return StreamingHttpResponse(
        record_lines(game),
        content_type="application/jsonl; charset=utf-8",
        headers=_as_file(f"{game.slug}-record.jsonl"),
    )


@require_safe
def transcript(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a transcript for people: a header, and numbered decisions."""
    game = counted_game(request, slug, WHOLE_GAMES)
    return HttpResponse(
        transcript_of(game),
        content_type="text/plain; charset=utf-8",
        headers=_as_file(f"{game.slug}.txt"),
    )


@require_safe
def event_table(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return all events so far, as a table for programs."""
    game = counted_game(request, slug, WHOLE_GAMES)
    return StreamingHttpResponse(
        table_of_events(game),
        content_type="text/csv; charset=utf-8",
        headers=_as_file(f"{game.slug}.csv"),
    )


def _may_audit(request: HttpRequest, game: Game) -> bool:
    """Return whether the reader is an auditor who does not play in this game."""
    user = request.user
    if not (isinstance(user, User) and user.is_staff):
        return False
    if not user.has_perm("games.audit_game"):
        return False
    seats = (queries.seat_for(game, user), queries.lent_seat(game, user))
    return not any(seats)


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@require_safe
@never_cache
def check(request: HttpRequest) -> HttpResponse:
    """Show which event has a hash, and whether everything before it is unchanged."""
    typed, named = request.GET.get("head", ""), request.GET.get("game", "")
    context: dict[str, Any] = {
        "head": typed[:200],
        "named": named[:200],
        "zone": zone_of_reader(request),
    }
    if not typed.strip():
        return render(request, "games/check.html", context)
    try:
        CHECKS.spend(visitor_of(request), now=database_now())
        context |= _answer(typed[:2000], named[:200])
    except Refused as refusal:
        context["refusal"] = error_sentence(refusal)
        return render(request, "games/check.html", context, status=refusal.status)
    return render(request, "games/check.html", context)


def _answer(typed: str, named: str) -> dict[str, Any]:
    digits = audit.head_in(typed)
    game = find_game(named) if named.strip() else None
    if named.strip() and game is None:
        raise Refused("not_there", _("There’s no game with that address here."))
    if not digits:
        raise Refused(
            "invalid",
            _(
                "A checksum has 64 digits, 0 to 9 and a to f. All of them are needed: "
                "two histories can be made whose checksums begin alike."
            ),
        )
    found = find_hash(digits, game)
    return {
        "is_answered": True,
        "digits": digits,
        "found": found,
        "names": ", ".join(names_of(read_seats(found.game))) if found else "",
        "searched": game,
        "losses": [] if found else Restoration.objects.order_by("pk"),
        "searched_broken_at": broken_at(game) if game and not found else None,
    }


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """
    Return the page that checks a record in a browser: one file that needs no network.
    Its content security policy allows only its own script, and no connections.
    """
    page, policy = _verifier_page()
    headers = {"Content-Security-Policy": policy}
    if "save" in request.GET:
        headers["Content-Disposition"] = 'attachment; filename="verifier.html"'
    return HttpResponse(page, headers=headers)


@require_safe
@never_cache
def check_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the verifier's page with the record of a game in it."""
    game = counted_game(request, slug, WHOLE_GAMES)
    if not _may_audit(request, game):
        require_record_may_be_read(game)
    _page, policy = _verifier_page()
    page = verifier_with("".join(record_lines(game)), _words(request, game))
    return HttpResponse(page, headers={"Content-Security-Policy": policy})


@require_safe
@never_cache
def waits(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how long each player took, to those who may have the record."""
    game = counted_game(request, slug, CHECKS)
    if not _may_audit(request, game):
        require_record_may_be_read(game)
    return render(request, "games/waits.html", waits_context(game))


def verifier_with(record: str, words: Mapping[str, str]) -> str:
    """Return the verifier's page with a record and with sentences about it."""
    page, _policy = _verifier_page()
    for name, text in (("given", record), ("words", json.dumps(words))):
        empty = f'<textarea id="{name}" hidden>'
        # A browser drops one newline at the beginning of a textarea.
        page = page.replace(empty, f"{empty}\n{escape(text)}", 1)
    return page


def _words(request: HttpRequest, game: Game) -> dict[str, str]:
    """Return the sentences of the verifier's page about a game, by its keys."""
    return {
        "language": get_language() or "en",
        "home": request.build_absolute_uri(reverse("games:game", args=[game.slug])),
        "back": _("Back to the game"),
        "title": _("Check this game"),
        "intro": _(
            "This page has the record of the game in it and checks it in your browser. "
            "It sends nothing anywhere."
        ),
        "holds": _("This game holds"),
        "wrong": _("Something is wrong in this game"),
        "dice": _(
            "All {count} dice and cards follow from a seed that was sealed before the "
            "first move, so no roll was changed."
        ),
        "open": _("The seed isn’t revealed yet, so the dice can’t be checked."),
        "chain": _(
            "The hashes of all {count} events fit together. Only with the code of an "
            "old email does that prove that nothing was changed since."
        ),
        "belongs": _("The code is that of event {count}."),
        "mailed": _(
            "It’s the game that your email was about: nothing up to event {count} was "
            "changed since."
        ),
        "rules": _(
            "This page doesn’t check whether the rules, the clocks and the votes were "
            "kept: only the program below does that."
        ),
        "mail": _("Do you have an old email about this game?"),
        "code": _("Code of the email"),
        "help": _(
            "It’s 64 digits, behind the link at the foot of the email and in its "
            "header X-Game-Head. You can also paste the whole address or header."
        ),
        "again": _("Compare"),
        "does": _("What this page checks"),
        "form": _("each line’s form, and that none is missing in between"),
        "hashes": _("the chain of hashes from the first event to the last"),
        "seed": _("the seed: that it’s the one that was sealed before the first move"),
        "draws": _("each die, card and tile: that it follows from the seed"),
        "beacon": _("each round of a public beacon: that its value fits its signature"),
        "reasons": _("the moderators’ reasons: that they’re those given at the time"),
        "program": _("What only the program checks"),
        "others": _(
            "That every event follows from a legal move, clocks, votes and scores, "
            "who signed a beacon, and the place in the log of all games. Someone who "
            "makes up a past and hashes it anew can break those rules without this "
            "page noticing. The program decides the whole game again:"
        ),
        "digits": _(
            "That’s no code: it has 64 digits, 0 to 9 and a to f. All of them are "
            "needed."
        ),
        "unknown": _(
            "No event of this game has this code. That can have three reasons:"
        ),
        "mistyped": _("A digit is wrong. Copy the checksum from the email once more."),
        "another": _("The email is about another game. Look at the game’s name in it."),
        "changed": _(
            "Something up to that event was changed or removed since the email was "
            "written. Keep the email; it’s the proof."
        ),
    }


@cache
def _verifier_page() -> tuple[str, str]:
    """Return the page, and a policy that allows script and style by their hashes."""
    page = VERIFIER.read_text("utf-8")
    script, style = (
        b64encode(sha256(part.encode()).digest()).decode()
        for part in re.findall(r"<(?:script|style)>(.*?)</", page, re.DOTALL)[::-1]
    )
    allowed = f"script-src 'sha256-{script}'; style-src 'sha256-{style}'"
    return page, f"default-src 'none'; {allowed}; frame-ancestors 'none'"
