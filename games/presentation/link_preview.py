"""The preview of a shared link: a picture and a sentence, without names."""

from dataclasses import dataclass

from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.log import positions
from games.models import Game, Status
from games.presentation import labels
from games.presentation.drawing import HEIGHT, SCORES_HEIGHT, WIDTH
from games.presentation.picture import ZOOM, picture_url
from games.presentation.text import join_list

#: The static picture of the service, and its size in pixels.
PICTURE, PICTURE_SIZE = "games/preview.png", (1200, 630)


@dataclass(frozen=True)
class LinkPreview:
    """A title, a sentence, and the URL of a picture with its size in pixels."""

    title: str
    sentence: str
    image: str
    width: int
    height: int


def service_preview(title: str = "", sentence: str = "") -> LinkPreview:
    slowly = _("The board game Stone Age with friends, by email, at your own pace.")
    image = settings.SITE_URL + static(PICTURE)
    return LinkPreview(
        title or _("Stone Age with friends, at your own pace"),
        sentence or slowly,
        image,
        *PICTURE_SIZE,
    )


def game_preview(game: Game) -> LinkPreview:
    """Return the preview of a game, with its board once it has started."""
    title = ngettext(
        "Stone Age with %(count)d player",
        "Stone Age with %(count)d players",
        game.seat_count,
    ) % {"count": game.seat_count}
    if game.status not in {Status.ACTIVE, Status.FINISHED}:
        return service_preview(title)
    image = settings.SITE_URL + picture_url(game, "png", get_language() or "")
    is_over = game.status == Status.FINISHED
    height = round((HEIGHT + is_over * SCORES_HEIGHT) * ZOOM)
    return LinkPreview(title, _stand_of(game), image, round(WIDTH * ZOOM), height)


def _stand_of(game: Game) -> str:
    if game.status == Status.ACTIVE:
        return labels.round_and_phase(game) + "."
    players = positions.state_of(game).players
    scores = sorted((player.score for player in players), reverse=True)
    values = {"round": game.round, "scores": join_list([*map(str, scores)])}
    return _("Over after round %(round)d: %(scores)s points.") % values
