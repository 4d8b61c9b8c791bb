"""Who may watch a game, and how far behind, in words for its table and its host."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Audience, Game, WatchDelay
from games.presentation import labels
from games.presentation.dates import duration_in_words


def watch_delays() -> list[tuple[str, str]]:
    """Return by how much spectators can be kept behind, in words."""
    return [(delay.value, delay_in_words(delay)) for delay in WatchDelay]


def audience_in_words(game: Game) -> str:
    """Say who may watch a game, and what they see."""
    match game.audience:
        case Audience.NOBODY:
            return _("Only the players see this game.")
        case Audience.EVERYONE:
            who = _("Everyone may watch: the game is listed here.")
        case _:
            who = _("Whoever has the link may watch.")
    if game.watch_delay == WatchDelay.NONE:
        return who
    behind = _("They see it %(delay)s behind until it’s over.")
    return f"{who} {behind % {'delay': _length_of(WatchDelay(game.watch_delay))}}"


def behind_in_words(game: Game) -> str:
    """Say to spectators how far behind they are, '' where a game is told as it is."""
    if not game.is_past:
        return ""
    sentence = _("You see this game %(delay)s behind, as its players wish.")
    return sentence % {"delay": _length_of(WatchDelay(game.watch_delay))}


def progress_in_words(game: Game) -> str:
    """Say to spectators how far a running game is, or only how far behind they are."""
    if not game.shows_all:
        return delay_in_words(WatchDelay(game.watch_delay))
    return labels.round_and_phase(game)


def delay_in_words(delay: WatchDelay) -> str:
    """Return by how much spectators are behind: 'as it is', '3 moves behind'."""
    if delay is WatchDelay.NONE:
        return _("the table as it is")
    return _("%(delay)s behind") % {"delay": _length_of(delay)}


def _length_of(delay: WatchDelay) -> str:
    """Return what is held back: '3 moves', '1 day'."""
    if not delay.moves:
        return duration_in_words(int(delay.time.total_seconds()))
    sentence = ngettext("%(count)d move", "%(count)d moves", delay.moves)
    return sentence % {"count": delay.moves}
