"""
Views of the site's log: a page for people; checkpoints, tiles, proofs for programs.
"""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.errors import Refused
from games.limits import LOG_PARTS, visitor_of
from games.models import Checkpoint, TransparencyLog
from games.now import database_now
from games.transparency.keys import signers_of
from games.transparency.log_proofs import prove_consistency, signed_note
from games.transparency.logs import current_log, newest_checkpoint, token_of
from games.transparency.nodes import read_tile
from games.transparency.witnesses import witnesses_of
from games.web.reader import zone_of_reader
from stoneage_core.transparency.checkpoints import encode_hash, read_tree_head
from stoneage_core.transparency.notes import read_note
from stoneage_core.transparency.tiles import BadTile, tile_at

_TEXT = "text/plain; charset=utf-8"
#: A complete tile never changes.
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Explain in plain words what the log is, and who witnessed it."""
    now = database_now()
    context = page_of_log(now=now) | {"zone": zone_of_reader(request)}
    return render(request, "games/log.html", context)


@require_safe
@never_cache
def newest(request: HttpRequest) -> HttpResponse:
    return _checkpoint(newest_checkpoint(_current()))


@require_safe
@never_cache
def keys(request: HttpRequest) -> HttpResponse:
    """Return the keys that sign the current log, one a line, newest first."""
    lines = (f"{each.key.vkey}\n" for each in signers_of(_current().origin))
    return HttpResponse("".join(lines), content_type=_TEXT)


@require_safe
@never_cache
def checkpoint(
    request: HttpRequest, token: str, size: int | None = None
) -> HttpResponse:
    """Return the newest checkpoint of a log, or that of a size, with all signatures."""
    log = _log(token)
    if size is None:
        return _checkpoint(newest_checkpoint(log))
    return _checkpoint(log.checkpoints.filter(size=size).first())


@require_safe
def tile(request: HttpRequest, token: str, path: str) -> HttpResponseBase:
    LOG_PARTS.spend(visitor_of(request), now=database_now())
    log = _log(token)
    try:
        content = read_tile(log, tile_at(path))
    except BadTile as error:
        raise Refused("not_there", f"{error}.") from error
    return HttpResponse(
        content, content_type="application/octet-stream", headers=_FOR_EVER
    )


@require_safe
@never_cache
def consistency(request: HttpRequest, token: str, old: int, size: int) -> HttpResponse:
    """Return a proof that the log grew between two sizes, with all signatures."""
    LOG_PARTS.spend(visitor_of(request), now=database_now())
    proof = prove_consistency(_log(token), old, size)
    return HttpResponse(str(proof), content_type=_TEXT)


def _current() -> TransparencyLog:
    log = current_log()
    if log is None:
        raise Refused("not_there")
    return log


def _log(token: str) -> TransparencyLog:
    log = TransparencyLog.objects.filter(origin__endswith=f"/{token}").first()
    if log is None:
        raise Refused("not_there")
    return log


def _checkpoint(made: Checkpoint | None) -> HttpResponse:
    if made is None:
        raise Refused("not_there")
    return HttpResponse(str(signed_note(made)), content_type=_TEXT)


def page_of_log(*, now: datetime) -> dict[str, Any]:
    """Return the page's context. Without a checkpoint there is little."""
    log = current_log()
    newest = newest_checkpoint(log) if log else None
    if log is None or newest is None:
        return {"now": now, "ended": _ended(log)}
    head = read_tree_head(read_note(newest.note))
    return {
        "now": now,
        "log": log,
        "token": token_of(log),
        "newest": newest,
        "root": encode_hash(head.root),
        "keys": [each.key.vkey for each in signers_of(log.origin)],
        "witnesses": witnesses_of(log.pk),
        "ended": _ended(log),
    }


def _ended(log: TransparencyLog | None) -> list[dict[str, Any]]:
    """Return the logs that restores ended, and what was lost of each, latest first."""
    ended = []
    while log is not None and log.follows is not None:
        before = log.follows
        newest = newest_checkpoint(before)
        size = newest.size if newest else 0
        # the published size, if it is known
        lost = log.lost_checkpoint and read_tree_head(read_note(log.lost_checkpoint))
        published = lost.size if lost else 0
        ended.append(
            {
                "origin": before.origin,
                "ended_at": log.began_at,
                "size": size,
                "lost": published - size,
            }
        )
        log = before
    return ended
