"""
The terms of a table: what its players agree on before the game begins.

``Terms`` is the value; events, commands, states and rows hold it whole. ``OPTIONS`` is
the one table of its options: their names and sentences, who can choose them, and which
of them exclude each other. Forms, the API, the settings on pages and in emails, and
transcripts follow from it.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import fields, replace

from stoneage_core.cryptography.beacon import QUICKNET, WITNESSED, Beacon
from stoneage_core.errors import Code, Refusal
from stoneage_core.fields import MOST_SEATS, SEAT_COUNTS, Number, SeatCount
from stoneage_core.phrases import Phrase, SeatName
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.time_control import DEFAULT, TimeControl


class TieBreak(StrEnum):
    """How equal scores are told apart (rules: final scoring)."""

    SEQUENTIAL = "sequential"
    SUM = "sum"


class Audience(StrEnum):
    """Who may watch a game that has begun, besides its players and the staff."""

    NOBODY = "nobody"
    LINK = "link"
    EVERYONE = "everyone"


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    What a table agrees on before the game begins. Only the clock can change later.

    ``control`` is the clock at the beginning. ``first_player`` is the first start
    player, None if they are drawn. With ``dice_at_own_turn`` the dice for all wait for
    each player's next turn. A game with a public ``beacon`` draws with its numbers as
    well. The result of a ``rated`` game counts for its players' ratings; at a
    ``coached`` table everybody may ask the coach.

    An option that has its default is not written down, so that a new option leaves
    older games as they are. Therefore a default never changes.
    """

    player_count: SeatCount
    # msgspec writes what a function returns even if it is the default.
    control: TimeControl = field(default_factory=lambda: DEFAULT)
    first_player: Number | None = None
    tie_break: TieBreak = TieBreak.SEQUENTIAL
    dice_at_own_turn: bool = False
    rated: bool = False
    coached: bool = False
    beacon: Beacon | None = None
    audience: Audience = Audience.LINK


#: Before a game is created: nobody plays.
NOTHING_AGREED = Terms(player_count=0)


class Choice(NamedTuple):
    """
    A value of an option.

    ``label`` is its name in a form; a switch needs none. ``sentence`` describes it in
    the settings of a table; None if nothing is said. ``known_to_bots`` says whether the
    compact model of the bots has this rule; it always has the default.
    """

    value: Any
    label: Phrase | None = None
    sentence: Phrase | None = None
    known_to_bots: bool = False

    @property
    def key(self) -> str:
        """How forms spell the value: '' for None."""
        return "" if self.value is None else str(self.value)


class Option(NamedTuple):
    """
    A term that the host of a table chooses: a field of ``Terms``.

    ``name`` heads its sentence in a list of settings; ``label`` and ``help`` are at its
    field in forms. The first choice of a switch is off, the second is on; forms do not
    offer further ones. An option
    that ``is_rule`` changes the rules of the board, so a game from a position keeps it.
    Leagues offer the options that are ``for_leagues``; their tables have the defaults
    of all others. ``excludes`` maps names of options that must have their defaults if
    this one has not to the sentence of the refusal.
    """

    field: str
    name: str
    label: str
    choices: tuple[Choice, ...]
    help: str = ""
    is_switch: bool = False
    is_rule: bool = False
    for_leagues: bool = False
    excludes: Mapping[str, str] = {}

    @property
    def default(self) -> Any:
        return _DEFAULTS[self.field]

    def chosen(self, terms: Terms) -> Choice:
        return self.choice_of(getattr(terms, self.field))

    def choice_of(self, value: object) -> Choice:
        """Return the choice of a value; raise LookupError if it cannot be chosen."""
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise LookupError(f"{self.field} cannot be {value}")

    def is_usual(self, terms: Terms) -> bool:
        return bool(getattr(terms, self.field) == self.default)


_DEFAULTS = {each.name: each.default for each in fields(Terms)}


def _switch(
    field: str, name: str, label: str, on: Phrase, *, value: object = True, **more: Any
) -> Option:
    """Return an option with the choices off and on; ``on`` is the sentence for on."""
    choices = (Choice(_DEFAULTS[field]), Choice(value, sentence=on))
    return Option(field, name, label, choices, is_switch=True, **more)


_DRAWN = Phrase("terms.drawn", "drawn at random")

#: In the order in which forms and settings have them.
OPTIONS = (
    Option(
        "first_player",
        _("Start player"),
        _("Start player"),
        (
            Choice(None, _DRAWN, _DRAWN),
            *(
                Choice(
                    seat,
                    Phrase("terms.seat", "Seat {number}", {"number": seat + 1}),
                    Phrase("terms.player", "{player}", {"player": SeatName(seat)}),
                )
                for seat in range(MOST_SEATS)
            ),
        ),
        help=_(
            "Seats count clockwise: you are seat 1 if you play, then the others in "
            "the order above."
        ),
    ),
    Option(
        "tie_break",
        _("Tie-break"),
        _("Tie-break"),
        tuple(
            Choice(value, words, words, known_to_bots=True)
            for value, words in (
                (
                    TieBreak.SEQUENTIAL,
                    Phrase("terms.ties", "food track, then tools, then people"),
                ),
                (
                    TieBreak.SUM,
                    Phrase("terms.ties", "food track, tools and people added up"),
                ),
            )
        ),
        is_rule=True,
    ),
    _switch(
        "dice_at_own_turn",
        _("Dice for all"),
        _("Dice for all at one’s own turn"),
        Phrase(
            "terms.dice_at_own_turn",
            "The player who rolls dice for all picks at once and plays on. The others "
            "pick at the beginning of their next turn.",
        ),
        help=_(
            "With three or four players, the game doesn’t stop until everyone has "
            "picked a die: the others pick at the beginning of their next turn. Bots "
            "don’t know this rule yet."
        ),
        is_rule=True,
        excludes={
            "coached": _("The coach doesn’t know dice for all at one’s own turn yet.")
        },
    ),
    _switch(
        "rated",
        _("Rated"),
        _("The result counts for ratings"),
        Phrase(
            "terms.rated",
            "The result counts for everyone’s rating. There’s no coach, and anyone who "
            "leaves their seat comes last.",
        ),
        help=_(
            "Those you invite see this before they accept. A rated game has no "
            "coach, and anyone who leaves their seat comes last."
        ),
        for_leagues=True,
        excludes={"coached": _("A rated game has no coach.")},
    ),
    _switch(
        "coached",
        _("Coach"),
        _("Everyone may ask the coach"),
        Phrase(
            "terms.coached",
            "On your turn you may ask the coach how often each good move wins; so may "
            "everyone here.",
        ),
        help=_(
            "On their turn, each player can see how often the likeliest moves win. "
            "Those you invite see this before they accept. Alone against bots you "
            "always have the coach."
        ),
    ),
    Option(
        "beacon",
        _("Beacon"),
        _("Dice that no one knows beforehand"),
        (
            Choice(None),
            Choice(
                QUICKNET,
                sentence=Phrase(
                    "terms.beacon",
                    "Once everyone has placed their people, a public beacon draws a "
                    "number that goes into each roll. If our clock is true, no one, "
                    "not even we, can know a roll before then. No one else vouches "
                    "for our clock.",
                ),
            ),
            # Not in forms: the service takes it if witnesses sign its log.
            Choice(
                WITNESSED,
                sentence=Phrase(
                    "terms.beacon",
                    "Once everyone has placed their people, a public beacon draws a "
                    "number that goes into each roll. It takes three minutes, in which "
                    "a witness elsewhere signs what was placed. So the record proves "
                    "that no one, not even we, could know a roll before then. It says "
                    "so if a witness didn’t sign in time.",
                ),
            ),
        ),
        help=_(
            "Once everyone has placed their people, a public beacon draws a number "
            "that no one can know before, and it goes into every roll of the round. "
            "Each time the table waits a few seconds. That no one knew the number is "
            "our word: no witness signs it here."
        ),
        is_switch=True,
    ),
    Option(
        "audience",
        _("Spectators"),
        _("Who may watch"),
        (
            Choice(
                Audience.NOBODY,
                Phrase("terms.audience", "only the players"),
                Phrase("terms.audience", "Only the players see this game."),
            ),
            Choice(
                Audience.LINK,
                Phrase("terms.audience", "whoever has the link"),
                Phrase("terms.audience", "Whoever has the link may watch."),
            ),
            Choice(
                Audience.EVERYONE,
                Phrase("terms.audience", "everyone: the game is listed"),
                Phrase(
                    "terms.audience", "Everyone may watch: the game is listed here."
                ),
            ),
        ),
    ),
)
OPTION_OF = {option.field: option for option in OPTIONS}


def check_terms(terms: Terms) -> None:
    """Raise Refusal (INVALID) for terms that no table can have."""
    if terms.player_count not in SEAT_COUNTS:
        raise Refusal(Code.INVALID, _("A game is for two to four players."))
    first = terms.first_player
    if first is not None and first not in range(terms.player_count):
        raise Refusal(Code.INVALID, _("The start player has to be one of the players."))
    for option in OPTIONS:
        if option.is_usual(terms):
            continue
        for excluded, sentence in option.excludes.items():
            if not OPTION_OF[excluded].is_usual(terms):
                raise Refusal(Code.INVALID, sentence)
    try:
        msgspec.convert(msgspec.to_builtins(terms), Terms)
    except msgspec.ValidationError:
        raise Refusal(Code.INVALID, _("A table can’t be set like that.")) from None


UNKNOWN_TO_BOTS = _("Bots don’t know the rules of this table yet.")


def bots_know(terms: Terms) -> bool:
    return all(
        option.is_usual(terms) or option.chosen(terms).known_to_bots
        for option in OPTIONS
        if option.is_rule
    )


def require_known_to_bots(terms: Terms) -> None:
    """Raise Refusal (INVALID) if bots do not know the rules of a table."""
    if not bots_know(terms):
        raise Refusal(Code.INVALID, UNKNOWN_TO_BOTS)


def usual_terms(terms: Terms, *options: Option) -> Terms:
    """Return the terms with the defaults of the given options."""
    return replace(terms, **{option.field: option.default for option in options})


def rules_of(terms: Terms) -> Terms:
    """Return the terms with the defaults of all options that are not rules."""
    kept = {o.field: getattr(terms, o.field) for o in OPTIONS if o.is_rule}
    return Terms(terms.player_count, **kept)


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Terms)


def encode_terms(terms: Terms) -> str:
    """Return the terms as canonical JSON."""
    return _encoder.encode(terms).decode()


def decode_terms(text: str) -> Terms:
    """Return terms from their JSON; raise msgspec.MsgspecError if it is invalid."""
    return _decoder.decode(text)
