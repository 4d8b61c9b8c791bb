"""The rules page: the buildings, and how one plays here."""

from typing import get_args

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation import labels
from games.presentation.cards import tile_face
from games.presentation.rule_links import price_anchor
from games.presentation.rulebook.chapter import (
    RuleChapter,
    RulePicture,
    RuleTopic,
    buildings_with,
)
from stoneage_core.components.buildings import STACK_SIZE, Fixed, Mixed, Open, Price
from stoneage_core.components.resources import VALUES

_TITLES: dict[type, Promise] = {
    Fixed: gettext_lazy("Resources that are shown"),
    Mixed: gettext_lazy("Resources of so many kinds"),
    Open: gettext_lazy("As many resources as you like"),
}
_SENTENCES: dict[type, Promise] = {
    Fixed: gettext_lazy(
        "You pay exactly the resources on the building. Its points are printed on it."
    ),
    Mixed: gettext_lazy(
        "You pay as many resources as it says, of exactly as many kinds as it says. "
        "Which ones, you choose."
    ),
    Open: gettext_lazy(
        "You choose how many resources you pay, within its bounds, and of which kinds."
    ),
}


def buildings() -> RuleChapter:
    """Say how a building is taken, and what it scores."""
    return RuleChapter(
        "buildings",
        _("Buildings"),
        (
            _(
                "One person reserves the building on top of a stack. When you use that "
                "person, you pay what it asks and score the value of what you paid, at "
                "once; or you leave it and only take the person back."
            ),
            _(
                "The next building of the stack is turned up at once. It can be "
                "reserved from the next round on. Each stack has %(count)d."
            )
            % {"count": STACK_SIZE},
        ),
        topics=tuple(map(_price, get_args(Price))),
        pictures=tuple(
            RulePicture((str(resource),), labels.count_points(value))
            for resource, value in VALUES.items()
        ),
        icon="building",
    )


def _price(kind: type[Price]) -> RuleTopic:
    found = list(buildings_with(kind))
    faces = {face.price: face for face in map(tile_face, found)}
    text = ngettext("%(count)d building", "%(count)d buildings", len(found))
    return RuleTopic(
        price_anchor(kind),
        str(_TITLES[kind]),
        (str(_SENTENCES[kind]),),
        icon="building",
        badge=text % {"count": len(found)},
        pictures=tuple(
            RulePicture(face.pieces, f"{face.price}: {face.points}")
            for face in list(faces.values())[:2]
        ),
    )


def playing_here() -> RuleChapter:
    """Say what is special about playing by mail: clocks, taking back, checks."""
    return RuleChapter(
        "here",
        _("How we play here"),
        (),
        topics=(
            RuleTopic(
                "clocks",
                _("Pace and clocks"),
                (
                    _(
                        "Every game has a pace that everyone sees before they join: a "
                        "fixed time for each turn, or a time bank for all of them."
                    ),
                    _(
                        "If your time runs out, your standing orders decide; without "
                        "any, we play a safe move for you. After several missed turns "
                        "autopilot plays on until you’re back, which takes one click."
                    ),
                    _("Practice games have no deadline."),
                ),
                icon="clock",
            ),
            RuleTopic(
                "take-back",
                _("Undo and take-back"),
                (
                    _(
                        "You can undo your last move for a short while, unless dice or "
                        "cards came of it or someone else has moved since. Later "
                        "everyone has to agree."
                    ),
                ),
                icon="seal",
            ),
            RuleTopic(
                "dice",
                _("Dice you can check"),
                (
                    _(
                        "The seed of all dice and cards is sealed before a game and "
                        "shown after it, so anyone can check every roll."
                    ),
                ),
                icon="roll",
            ),
        ),
        icon="mail",
    )
