"""
The words of commands and orders that people use.

The engine knows one notation (``stoneage_core.notation``) and one form of orders
(``stoneage_core.orders``). These are synonyms for their words.
"""

from collections.abc import Iterable

from django.utils.translation import pgettext_lazy

from games.command_language.lexicon import Lexicon, Vocabulary, lexicon_of

#: The verb of placing people, which may be left out.
PLACE = "place"
#: Separates the alternatives of an order.
ELSE = ","

_NO = ("no",)

NOTATION = Vocabulary(
    # Translators: what people type to play. Give all usual words, parted by |.
    ("hunting grounds", pgettext_lazy("command", "hunting grounds|hunting|hunt")),
    ("forest", pgettext_lazy("command", "forest|woods")),
    ("clay pit", pgettext_lazy("command", "clay pit|clay")),
    ("quarry", pgettext_lazy("command", "quarry")),
    ("river", pgettext_lazy("command", "river")),
    ("tool maker", pgettext_lazy("command", "tool maker|toolmaker")),
    ("hut", pgettext_lazy("command", "hut")),
    ("field", pgettext_lazy("command", "field")),
    ("card", pgettext_lazy("command", "card")),
    ("building", pgettext_lazy("command", "building")),
    ("wood", pgettext_lazy("command", "wood")),
    ("brick", pgettext_lazy("command", "brick|bricks")),
    ("stone", pgettext_lazy("command", "stone|stones")),
    ("gold", pgettext_lazy("command", "gold")),
    (PLACE, pgettext_lazy("command", "place|put|send")),
    ("use", pgettext_lazy("command", "use")),
    ("tools", pgettext_lazy("command", "tools|tool")),
    ("once", pgettext_lazy("command", "once")),
    ("no tools", pgettext_lazy("command", "no tools")),
    ("buy", pgettext_lazy("command", "buy")),
    ("build", pgettext_lazy("command", "build")),
    ("leave", pgettext_lazy("command", "leave")),
    # Translators: the die itself, as in “die 6”; “pick 6” means a choice of a mail.
    ("pick", pgettext_lazy("command", "die|dice|pick die|choose die")),
    ("take", pgettext_lazy("command", "take")),
    ("feed", pgettext_lazy("command", "feed")),
    ("go hungry", pgettext_lazy("command", "go hungry")),
    ("", pgettext_lazy("command", "people|person|the|in|with|and")),
    # Translators: the same once more, as people say it who never read the help.
    ("tool maker", pgettext_lazy("command", "make a tool|make tools|workshop")),
    ("field", pgettext_lazy("command", "farm|farming|fields")),
    ("building", pgettext_lazy("command", "house|tile")),
    ("use", pgettext_lazy("command", "roll|roll for|roll the dice|throw")),
    (
        "go hungry",
        pgettext_lazy(
            "command",
            "starve|lose 10 points|lose the 10 points|lose ten points|minus 10 points|"
            "minus ten points",
        ),
    ),
    # Translators: what else people say around it; it may say nothing that is needed.
    (
        "",
        pgettext_lazy(
            "command",
            "to|on|at|of|my|our|guys|guy|workers|worker|meeples|meeple|I'll|I will|"
            "let's|I'd like|I would like|this time|now",
        ),
    ),
)

#: Numbers in words. They are only read, never written.
NUMBERS = Vocabulary(
    # Translators: numbers as people write them out, without articles: no “a”, “un”.
    ("1", pgettext_lazy("command", "one")),
    ("2", pgettext_lazy("command", "two")),
    ("3", pgettext_lazy("command", "three")),
    ("4", pgettext_lazy("command", "four")),
    ("5", pgettext_lazy("command", "five")),
    ("6", pgettext_lazy("command", "six")),
    ("7", pgettext_lazy("command", "seven")),
    ("8", pgettext_lazy("command", "eight")),
    ("9", pgettext_lazy("command", "nine")),
    ("10", pgettext_lazy("command", "ten")),
    # Translators: these are choices of a mail, so what counts people has no place here.
    ("11", pgettext_lazy("command", "eleven")),
    ("12", pgettext_lazy("command", "twelve")),
    ("13", pgettext_lazy("command", "thirteen")),
    ("14", pgettext_lazy("command", "fourteen")),
    ("15", pgettext_lazy("command", "fifteen")),
    ("16", pgettext_lazy("command", "sixteen")),
    ("17", pgettext_lazy("command", "seventeen")),
    ("18", pgettext_lazy("command", "eighteen")),
    ("19", pgettext_lazy("command", "nineteen")),
    ("20", pgettext_lazy("command", "twenty")),
    ("21", pgettext_lazy("command", "twenty-one|twenty one")),
    ("22", pgettext_lazy("command", "twenty-two|twenty two")),
    ("23", pgettext_lazy("command", "twenty-three|twenty three")),
    ("24", pgettext_lazy("command", "twenty-four|twenty four")),
    ("25", pgettext_lazy("command", "twenty-five|twenty five")),
    ("26", pgettext_lazy("command", "twenty-six|twenty six")),
    ("27", pgettext_lazy("command", "twenty-seven|twenty seven")),
    ("28", pgettext_lazy("command", "twenty-eight|twenty eight")),
    ("29", pgettext_lazy("command", "twenty-nine|twenty nine")),
    ("30", pgettext_lazy("command", "thirty")),
)

#: All words of commands.
COMMANDS = Vocabulary(*NOTATION.words, *NUMBERS.words)

ORDERS = Vocabulary(
    ("pick", pgettext_lazy("command", "pick")),
    *NOTATION.words,
    # Translators: “tools gain cards” orders tools where they gain something, and
    # one-use tools (from cards) too.
    ("gain", pgettext_lazy("command", "gain|gains")),
    ("cards", pgettext_lazy("command", "cards")),
    # Translators: “buy card 2 wood brick, nothing” leaves the card if that can’t be
    # paid.
    ("leave", pgettext_lazy("command", "nothing")),
    # Translators: “buy card 2 cheapest” pays what is worth least; “most” what is worth
    # most.
    ("cheapest", pgettext_lazy("command", "cheapest|cheap|cheaply")),
    ("most", pgettext_lazy("command", "most|dearest|best")),
    # Translators: between alternatives: “place hut else field”.
    (ELSE, pgettext_lazy("command", "else|or|or else|otherwise")),
)


def notation_words(language: str) -> Lexicon:
    return lexicon_of(COMMANDS, language)


def order_words(language: str) -> Lexicon:
    """Return the lexicon of orders in a language. The comma is a word of it."""
    return {**lexicon_of(ORDERS, language), (ELSE,): frozenset([ELSE])}


def mixed_words(lexicons: Iterable[Lexicon]) -> Lexicon:
    """
    Return one lexicon for several languages, for lines that mix them.

    “no” is left out: in Portuguese it can be ignored, elsewhere it must not be.
    """
    mixed: dict[tuple[str, ...], frozenset[str]] = {}
    for lexicon in lexicons:
        for words, meanings in lexicon.items():
            mixed[words] = mixed.get(words, frozenset()) | meanings
    mixed.pop(_NO, None)
    return mixed
