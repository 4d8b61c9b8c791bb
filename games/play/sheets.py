"""What can be opened beside a table: a tribe, the talk, the menu, all about the game."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation.table import TableView
from games.presentation.tribes import Tribe


@dataclass(frozen=True)
class Sheet:
    """A sheet that lies beside the table, and the template of what stands on it."""

    key: str
    heading: str
    template: str
    tribe: Tribe | None = None


def sheet_of(key: str, table: TableView, *, has_talk: bool) -> Sheet | None:
    """Return the sheet that an address asks for, None for one that is not there."""
    for row in table.rows:
        if key == f"tribe-{row.tribe.seat}":
            template = "games/table/_sheet_tribe.html"
            return Sheet(key, row.tribe.name, template, row.tribe)
    if key == "talk" and has_talk:
        return Sheet(key, _("Table talk"), "games/table/_sheet_talk.html")
    if key == "menu":
        return Sheet(key, _("Menu"), "games/table/_sheet_menu.html")
    if key == "about":
        return Sheet(key, _("About this game"), "games/table/_sheet_about.html")
    return None
