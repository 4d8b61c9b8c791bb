"""An Atom feed of a game: the rounds that have begun, and how all stood then."""

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed

from games import queries
from games.history.viewer import round_starts
from games.history.views.arguments import counted_game
from games.limits import WHOLE_GAMES
from games.links.purposes import game_url
from games.models import Game
from games.presentation import labels
from games.presentation.replay.timeline import load_timeline
from games.presentation.result import scores_in_words
from games.presentation.text import join_names, names_of
from games.web.decorators import explain_refusals
from stoneage_core.state import Phase


class RoundBegun(NamedTuple):
    """A round of a game: with which event it began, when, and how all stood then."""

    address: str
    round: int
    scores: str
    began_at: datetime


if TYPE_CHECKING:
    _GameFeed = Feed[RoundBegun, Game]
else:  # Django's class has its type parameters in the stubs alone
    _GameFeed = Feed


class GameFeed(_GameFeed):
    """The rounds of a game as far as its spectators see it, the latest first."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Game:
        return counted_game(request, slug, WHOLE_GAMES)

    def title(self, obj: Game) -> str:
        return f"Stone Age by Mail · {join_names(queries.seats_of(obj))}"

    def link(self, obj: Game) -> str:
        return game_url(obj)

    def items(self, obj: Game) -> list[RoundBegun]:
        return rounds_begun(obj)

    def item_title(self, item: RoundBegun) -> str:
        return labels.round_and_phase(item.round, Phase.PLACEMENT)

    def item_description(self, item: RoundBegun) -> str:
        return item.scores

    def item_link(self, item: RoundBegun) -> str:
        return item.address

    def item_pubdate(self, item: RoundBegun) -> datetime:
        return item.began_at


@explain_refusals
def game_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the feed of a game, to whoever may watch it."""
    return GameFeed()(request, slug=slug)


def rounds_begun(game: Game) -> list[RoundBegun]:
    """Return the rounds of a game that have begun, the latest first."""
    timeline, names = load_timeline(game), names_of(queries.seats_of(game))
    found = []
    for start in reversed(round_starts(timeline)):
        found.append(
            RoundBegun(
                address=f"{game_url(game)}at/{start.sequence}/",
                round=start.round,
                scores=scores_in_words(timeline.state_after(start.sequence), names),
                began_at=timeline.happened[start.sequence - 1].recorded_at,
            )
        )
    return found
