"""The preview of a shared link: a wide picture and a sentence.

Names are shown for games that anyone with the link may watch, once they have begun.
"""

from dataclasses import dataclass

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Status
from games.presentation import labels
from games.presentation.drawing import WIDE_HEIGHT, WIDE_WIDTH
from games.presentation.picture import ZOOM
from games.presentation.result import result_in_words, scores_in_words
from games.presentation.text import join_list, names_of
from stoneage_core import awaited

#: The static picture of the service.
PICTURE = "games/preview.png"
#: The size of all pictures in pixels.
PICTURE_SIZE = round(WIDE_WIDTH * ZOOM), round(WIDE_HEIGHT * ZOOM)


@dataclass(frozen=True)
class LinkPreview:
    """
    A title, a sentence, and the URL of a picture with its size in pixels.

    ``embedding`` is the URL of what other sites need to embed the ``page`` (oEmbed).
    Both are '' if there is nothing to embed.
    """

    title: str
    sentence: str
    image: str
    width: int
    height: int
    page: str = ""
    embedding: str = ""


def service_preview(title: str = "", sentence: str = "") -> LinkPreview:
    slowly = _("The board game Stone Age with friends, by email, at your own pace.")
    image = settings.SITE_URL + static(PICTURE)
    return LinkPreview(
        title or _("Stone Age with friends, at your own pace"),
        sentence or slowly,
        image,
        *PICTURE_SIZE,
    )


def is_shown_elsewhere(game: Game) -> bool:
    """Return whether anyone who has the link may see the game's board and names."""
    return game.is_watchable and game.status in {Status.ACTIVE, Status.FINISHED}


def game_preview(game: Game) -> LinkPreview:
    """Return the preview of a game, with its position once it has started."""
    if not is_shown_elsewhere(game):
        title = ngettext(
            "Stone Age with %(count)d player",
            "Stone Age with %(count)d players",
            game.seat_count,
        )
        return service_preview(title % {"count": game.seat_count})
    names, state = names_of(read_seats(game)), positions.state_of(game)
    if game.status == Status.FINISHED:
        # A game that was called off has no winner.
        scores = scores_in_words(state, names)
        sentence = " ".join(filter(None, (result_in_words(state, names), scores)))
    else:
        waiting = join_list([names[player] for player in sorted(awaited(state))])
        sentence = f"{labels.round_and_phase(game)}."
        if waiting:
            sentence += " " + _("Waiting for %(names)s") % {"names": waiting} + "."
    page = settings.SITE_URL + reverse("games:game", args=[game.slug])
    return LinkPreview(
        _("Stone Age: %(names)s") % {"names": join_list(names)},
        sentence,
        settings.SITE_URL + reverse("games:preview_png", args=[game.slug]),
        *PICTURE_SIZE,
        page=page,
        embedding=f"{settings.SITE_URL}{reverse('games:oembed')}?url={page}",
    )
