"""The index of what happened in all games, by which the staff search for words.

Moves write nothing into it. A sweep adds the events of games whose ``indexed_version``
is behind their ``version``, as the site's log does with their heads. It holds no names:
a search for a name looks at the players instead.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import translation

from games.log.positions import past_events
from games.models import Game, GameWords
from games.presentation.text import say
from stoneage_core.fields import MOST_SEATS
from stoneage_core.wording.sentences import describe_event

#: The name of this work in attempts.
INDEXING = "index of events"
#: How many games a batch reads, and how many events of each.
GAMES, EVENTS = 20, 2_000
_NOBODY = ("-",) * MOST_SEATS


def has_unindexed_events() -> bool:
    return _unindexed().exists()


def _unindexed() -> QuerySet[Game]:
    return Game.objects.filter(version__gt=F("indexed_version"))


def index_events(*, now: datetime) -> bool:
    """Add the next events to the index. Return whether there are more."""
    for pk in _unindexed().order_by("pk").values_list("pk", flat=True)[:GAMES]:
        _index_game(pk)
    return has_unindexed_events()


def _index_game(pk: int) -> None:
    """Works without a lock, so that no move waits. Another sweep may be first."""
    game = Game.objects.get(pk=pk)
    happened = past_events(game, after=game.indexed_version, limit=EVENTS)
    if not happened:
        return
    row = GameWords.objects.filter(game=game).first() or GameWords(game=game)
    lines = set(row.text.splitlines())
    with translation.override("en"):
        for one in happened:
            lines.add(say(describe_event(one.event), _NOBODY).casefold())
            lines.add(one.command.casefold())
    row.text = "\n".join(sorted(lines - {""}))
    before = Game.objects.filter(pk=pk, indexed_version=game.indexed_version)
    with transaction.atomic():
        if before.update(indexed_version=happened[-1].sequence):
            row.save()


def games_with(words: str) -> Q:
    """
    Return the condition for games in whose events, or names of players, all words may
    occur. Games with events that are not in the index yet are among them.
    """
    condition = Q()
    for word in words.split():
        in_events = Q(words__text__contains=word.casefold())
        condition &= in_events | Q(seats__user__name__icontains=word)
    return condition | Q(version__gt=F("indexed_version"))
