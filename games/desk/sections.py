"""Lists on the desk, and the surveys by which other apps add theirs."""

from dataclasses import dataclass
from datetime import datetime

from games.labels import Text
from games.models import Game
from games.signals import Survey


@dataclass(frozen=True)
class Row:
    """One line: what it is about (a link), what is to be said of it, since when."""

    text: str
    href: str
    detail: str = ""
    at: datetime | None = None
    badge: str = ""
    is_bad: bool = False


@dataclass(frozen=True)
class Section:
    """A list with its heading; ``empty`` is said where nothing is in it."""

    key: str
    title: Text
    empty: Text
    rows: tuple[Row, ...]
    #: Where the whole list is, if it is longer, or what else is known of it.
    more_href: str = ""


@dataclass(frozen=True)
class CollectSections(Survey[Section]):
    """Lists for the whole desk."""

    now: datetime


@dataclass(frozen=True)
class CollectGameSections(Survey[Section]):
    """Lists for the page of one game."""

    game: Game
