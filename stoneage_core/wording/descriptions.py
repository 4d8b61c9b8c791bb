"""Phrases for cards, buildings, lengths of time and time controls."""

from collections.abc import Iterator

from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import (
    CARDS,
    DIE_FOOD_TRACK,
    DIE_RESOURCES,
    DIE_TOOL,
    AnotherCard,
    AnyResources,
    DiceForAll,
    Figure,
    Food,
    FoodTrack,
    Goods,
    Green,
    NewTool,
    OneUseTool,
    Points,
    RollFor,
)
from stoneage_core.components.resources import FOOD, amount
from stoneage_core.payments import price_of
from stoneage_core.phrases import (
    Many,
    Phrase,
    Template,
    Word,
    gettext_noop,
    ngettext_noop,
)
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.time_control import DAY, HOUR, MINUTE, Bank, TimeControl, Window

_FIGURES = {
    Figure.FARMER: ngettext_noop("{count} farmer", "{count} farmers"),
    Figure.HUT_BUILDER: ngettext_noop("{count} hut builder", "{count} hut builders"),
    Figure.SHAMAN: ngettext_noop("{count} shaman", "{count} shamans"),
    Figure.TOOL_MAKER: ngettext_noop("{count} tool maker", "{count} tool makers"),
}

#: What each figure counts in the final scoring.
COUNTED = {
    Figure.FARMER: gettext_noop("food track"),
    Figure.TOOL_MAKER: gettext_noop("tools"),
    Figure.HUT_BUILDER: gettext_noop("buildings"),
    Figure.SHAMAN: gettext_noop("people"),
}
_POINTS_PER_FIGURE = ngettext_noop(
    "At the end, {count} point times your {counted}.",
    "At the end, {count} points times your {counted}.",
)
#: What the green cards score at the end of the game.
SETS_EXPLAINED = Phrase(
    "scoring.green.explained",
    "A set of different culture symbols scores its number squared.",
)
#: Benefits that are the same on every card.
_ALWAYS_THE_SAME = {
    DiceForAll: Phrase("benefit.dice_for_all", "dice for all"),
    NewTool: Phrase("benefit.tool", "a tool"),
    FoodTrack: Phrase("benefit.food_track", "food track +1"),
    AnotherCard: Phrase("benefit.another_card", "another card"),
}


def benefit_of(card: int) -> Phrase:
    """Return the immediate benefit of a card in a few words."""
    match CARDS[card].benefit:
        case Food(food):
            return amount(FOOD, food)
        case Goods(resource, count):
            return amount(resource, count)
        case RollFor(resource, dice):
            values = {"dice": dice, "good": Word(resource)}
            return Phrase("benefit.roll", "roll {dice} dice for {good}", values)
        case Points(points):
            return Phrase("benefit.points", "{number} points", {"number": points})
        case OneUseTool(value):
            return Phrase(
                "benefit.one_use_tool", "a one-use tool of {value}", {"value": value}
            )
        case AnyResources(number):
            return Phrase(
                "benefit.any_resources", "any {number} resources", {"number": number}
            )
        case benefit:
            return _ALWAYS_THE_SAME[type(benefit)]


def benefit_explained(card: int) -> Phrase:
    match CARDS[card].benefit:
        case DiceForAll():
            return Phrase(
                "benefit.dice_for_all.explained",
                "A die per player is rolled; you pick one first, then the others in "
                "turn: {faces}.",
                {"faces": _faces_of_dice_for_all()},
            )
        case Food() | Goods():
            return Phrase(
                "benefit.goods.explained",
                "{goods} from the supply at once.",
                {"goods": benefit_of(card)},
            )
        case RollFor(resource, dice):
            return Phrase(
                "benefit.roll.explained",
                "Roll {dice} dice for {good}; tools may be added.",
                {"dice": dice, "good": Word(resource)},
            )
        case Points():
            return Phrase(
                "benefit.points.explained",
                "{points} at once.",
                {"points": benefit_of(card)},
            )
        case NewTool():
            return Phrase("benefit.tool.explained", "A new tool, as at the tool maker.")
        case FoodTrack():
            return Phrase(
                "benefit.food_track.explained",
                "One step up the food track, as on the field.",
            )
        case AnotherCard():
            return Phrase(
                "benefit.another_card.explained",
                "The next card of the deck, for the final scoring alone.",
            )
        case OneUseTool(value):
            return Phrase(
                "benefit.one_use_tool.explained",
                "Kept open: adds {value} to one roll, once in the game.",
                {"value": value},
            )
        case AnyResources(number):
            return Phrase(
                "benefit.any_resources.explained",
                "Kept open: take any {number} resources once, while you use your "
                "people or when you have to feed them.",
                {"number": number},
            )


def gift_of(face: int) -> Phrase:
    if face in DIE_RESOURCES:
        return amount(DIE_RESOURCES[face], 1)
    gifts = {DIE_TOOL: NewTool, DIE_FOOD_TRACK: FoodTrack}
    return _ALWAYS_THE_SAME[gifts[face]]


def _faces_of_dice_for_all() -> Many:
    faces = (*DIE_RESOURCES, DIE_TOOL, DIE_FOOD_TRACK)
    return Many(
        Phrase("benefit.face", "{face}: {gift}", {"face": face, "gift": gift_of(face)})
        for face in faces
    )


def scoring_of(card: int) -> Phrase:
    """Return what a card counts for in the final scoring."""
    scoring = CARDS[card].scoring
    if isinstance(scoring, Green):
        return Phrase("scoring.green", "{symbol}", {"symbol": Word(scoring.symbol)})
    return Phrase("scoring.sand", _FIGURES[scoring.figure], {"count": scoring.count})


def scoring_explained(card: int) -> Phrase:
    scoring = CARDS[card].scoring
    if isinstance(scoring, Green):
        return SETS_EXPLAINED
    return Phrase(
        "scoring.sand.explained",
        _POINTS_PER_FIGURE,
        {"count": scoring.count, "counted": Word(COUNTED[scoring.figure])},
    )


def card_in_words(card: int) -> Phrase:
    values = {"benefit": benefit_of(card), "scoring": scoring_of(card)}
    return Phrase("card", "{benefit} / {scoring}", values)


def price_in_words(building: int) -> Phrase:
    return price_of(BUILDINGS[building]).phrase()


_UNITS = (
    (DAY, "day", ngettext_noop("one day", "{count} days")),
    (HOUR, "hour", ngettext_noop("one hour", "{count} hours")),
    (MINUTE, "minute", ngettext_noop("one minute", "{count} minutes")),
    (1, "second", ngettext_noop("one second", "{count} seconds")),
)


def duration_phrase(seconds: int) -> Phrase:
    """Return a length of time: 'one day and 12 hours'."""
    parts = tuple(_parts(seconds)) or (_part(0, *_UNITS[-1][1:]),)
    return Phrase("duration", "{parts}", {"parts": Many(parts)})


def _parts(seconds: int) -> Iterator[Phrase]:
    for length, unit, template in _UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            yield _part(count, unit, template)


def _part(count: int, unit: str, template: Template) -> Phrase:
    return Phrase(f"duration.{unit}", template, {"count": count})


def time_control_in_words(control: TimeControl) -> Phrase:
    """Return a whole clock: 'one day for each decision and 12 hours of grace'."""
    return Phrase("clock", "{terms}", {"terms": Many(_terms(control))})


def _terms(control: TimeControl) -> Iterator[Phrase]:
    if isinstance(control.time, Bank):
        yield _bank(control.time)
    else:
        time = {"time": duration_phrase(control.time.seconds)}
        yield Phrase("clock.per_move", "{time} for each turn", time)
    if control.grace:
        grace = {"time": duration_phrase(control.grace)}
        yield Phrase("clock.grace", "{time} of grace", grace)
    if control.window is not None:
        yield _window(control.window)
    if control.weekends:
        yield Phrase("clock.weekends", "free weekends")
    if control.vacation:
        yield Phrase(
            "clock.vacation",
            ngettext_noop("one vacation day a year", "{count} vacation days a year"),
            {"count": control.vacation},
        )
    yield _misses(control.misses)


def _bank(bank: Bank) -> Phrase:
    lengths = {
        "start": duration_phrase(bank.start),
        "increment": duration_phrase(bank.increment),
        "cap": duration_phrase(bank.cap),
    }
    words = _("a bank of {start}, {increment} more for each turn, at most {cap}")
    return Phrase("clock.bank", words, lengths)


def _window(window: Window) -> Phrase:
    times = {"opens": _time(window.opens), "closes": _time(window.closes)}
    return Phrase("clock.window", "running from {opens} to {closes}", times)


def _time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _misses(misses: int) -> Phrase:
    return Phrase(
        "clock.misses",
        ngettext_noop(
            "autopilot after one missed turn",
            "autopilot after {count} missed turns in a row",
        ),
        {"count": misses},
    )
