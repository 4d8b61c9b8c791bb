"""The rules page: what it is about, how a round goes, feeding, the end."""

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.rulebook.chapter import RuleChapter, RulePicture, RuleTopic
from stoneage_core.components.places import (
    CARD_SLOTS,
    TRIBES_ON_A_RESOURCE,
    VILLAGE_PLACES_OPEN,
)
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.rules.setup import PLAYER_COUNTS
from stoneage_core.state import Player, TieBreak


def goal() -> RuleChapter:
    """Say what one plays for, and with what one begins."""
    tribe = Player()
    begins = {
        "people": labels.count_people(tribe.people),
        "food": labels.count_good("food", tribe.food),
        "fewest": PLAYER_COUNTS[0],
        "most": PLAYER_COUNTS[-1],
    }
    return RuleChapter(
        "goal",
        _("What it is about"),
        (
            _(
                "You lead a tribe: send its people out, gather, learn, build, and feed "
                "everyone. Most points at the end win."
            ),
            _(
                "%(fewest)d to %(most)d can play. Each tribe begins with %(people)s "
                "and %(food)s, and with nothing else."
            )
            % begins,
        ),
        icon="person",
    )


def rounds() -> RuleChapter:
    """Say what happens in each round, and what is different when few play."""
    return RuleChapter(
        "round",
        _("A round"),
        (
            _(
                "Every round has three parts: all place their people, all use them, "
                "and all eat."
            ),
        ),
        topics=(_placing(), _using(), _new_round(), _few_players()),
        icon="start",
    )


def _placing() -> RuleTopic:
    return RuleTopic(
        "placing",
        _("Placing people"),
        (
            _(
                "Clockwise from the start player, each sends people to one place, "
                "again and again, until no one has anyone left to send. No one may "
                "pass while a place is open to them."
            ),
            _(
                "You go to each place only once a round; every card and every "
                "building is a place of its own."
            ),
        ),
        icon="person",
    )


def _using() -> RuleTopic:
    return RuleTopic(
        "using",
        _("Using people"),
        (
            _(
                "Then the start player uses all of their people, in any order they "
                "like, and after them the next. So make a tool before you roll, and "
                "gather before you buy."
            ),
            _("Where only one thing can be done, it is done for you."),
        ),
        icon="roll",
    )


def _new_round() -> RuleTopic:
    return RuleTopic(
        "new-round",
        _("The next round"),
        (
            _(
                "The start player marker moves on clockwise, and all tools are ready "
                "again. The cards that are left move to the right, and new ones fill "
                "the empty places."
            ),
        ),
        icon="start",
    )


def _few_players() -> RuleTopic:
    by_count = TRIBES_ON_A_RESOURCE
    tribes = {"two": by_count[2], "three": by_count[3], "four": by_count[4]}
    village = {"open": VILLAGE_PLACES_OPEN[2]}
    slots = {"slots": len(CARD_SLOTS)}
    return RuleTopic(
        "few-players",
        _("When two or three play"),
        (
            _(
                "Of tool maker, hut and field only %(open)d can be taken in a round; "
                "the third one stays empty."
            )
            % village,
            _(
                "How many tribes may stand in the forest, the clay pit, the quarry "
                "and the river, on each of them: %(two)d with two players, %(three)d "
                "with three, %(four)d with four."
            )
            % tribes,
            _(
                "There’s one building stack for each player. The number of card slots "
                "is always %(slots)d."
            )
            % slots,
        ),
        icon="token-circle",
    )


def feeding() -> RuleChapter:
    """Say who eats what, and what hunger costs."""
    lost = {"points": labels.count_points(HUNGER_POINTS)}
    return RuleChapter(
        "feeding",
        _("Feeding the tribe"),
        (
            _(
                "At the end of a round you first receive the food of your food track; "
                "then each of your people eats one food. What is left you keep."
            ),
            _(
                "If it’s too little, all your food is eaten. You may pay for all that "
                "is missing with resources, one for each food. If you don’t, you lose "
                "%(points)s: once, however many of your people are hungry."
            )
            % lost,
            _(
                "Your score may fall below zero. "
                "Everyone who is short is asked at once."
            ),
        ),
        pictures=(
            RulePicture(("person", "food"), _("one food for each person")),
            RulePicture(("wood", "food"), _("any resource for one missing food")),
        ),
        icon="food",
    )


def end() -> RuleChapter:
    """Say when the game ends, and how equal scores are told apart."""
    by_default = {"rule": labels.TIE_BREAKS[TieBreak.SEQUENTIAL]}
    by_choice = {"rule": labels.TIE_BREAKS[TieBreak.SUM]}
    ties = RuleTopic(
        "ties",
        _("Equal points"),
        (
            _("This decides between equal points: %(rule)s.") % by_default,
            _("The host can choose otherwise before the start: %(rule)s.") % by_choice,
            _("Players who are tied even then share the place."),
        ),
        icon="crown",
    )
    return RuleChapter(
        "end",
        _("The end"),
        (
            _(
                "When a building stack is empty, the round is finished, feeding "
                "included, and the game is over. It’s over at once when the card slots "
                "can’t all be filled for a new round."
            ),
            _(
                "Then the lower halves of the cards score. Each resource left scores "
                "1 point; food scores nothing."
            ),
        ),
        topics=(ties,),
        icon="crown",
    )
