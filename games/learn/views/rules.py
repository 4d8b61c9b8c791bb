"""The rules page: for anybody, and open to search engines.

Each chapter is worded by a function, for the language is known only when somebody
reads. Nothing on the page depends on who that is.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presentation.rulebook import buildings, cards, places, rounds
from games.presentation.rulebook.chapter import RuleChapter

#: The chapters in their order; each is worded in the language of the moment.
CHAPTERS: tuple[Callable[[], RuleChapter], ...] = (
    # What one does,
    rounds.goal,
    rounds.rounds,
    # where and with what,
    places.places,
    places.tools,
    places.food_track,
    # what one can win,
    cards.cards,
    cards.scoring,
    buildings.buildings,
    # what it costs, and what becomes of it.
    rounds.feeding,
    rounds.end,
    buildings.playing_here,
)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All rules on one page, each under its own anchor; reads no database."""
    chapters = [chapter() for chapter in CHAPTERS]
    return render(request, "games/learn/rules.html", {"chapters": chapters})
