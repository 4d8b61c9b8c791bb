"""``python -m bench.spoken_games [GAMES]``: whole games whose moves are said in words.

Every decision is put into words that are drawn from the file of a language, in the
order of a sentence, and read as a reply to the email of that decision. Prints for each
language how many decisions were played, asked about rightly or wrongly, told and
misread. Whatever was understood, the game goes on with the decision that was meant.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date

import django
from django.utils import translation

from bench.phrases import Made, can_be_taken_back
from games.command_language.reading import read_move
from games.command_language.vocabulary import file_of, is_verb_last, known_languages
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Pick, Play, Unclear
from stoneage_core import GameState, legal_commands, notation
from stoneage_core import commands as c
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resource
from stoneage_core.payments import Payments
from stoneage_core.simulation import play, random_policy

PLAYERS = 3
TODAY = date(2026, 11, 20)


def speak(command: c.Command, language: str, dice: random.Random) -> str:
    """Return a sentence that means a command."""
    sections = file_of(language)

    def draw(section: str, name: str) -> str:
        return dice.choice(sections[section][name].split("|"))

    def word(part: str | int) -> str:
        if isinstance(part, int):
            return draw("numbers", str(part))
        return part if part.isdigit() else draw("notation", part)

    verb, things = _parts(command)
    if is_verb_last(language):
        things = _numbers_behind(things)
    said = [word(thing) for thing in things]
    if isinstance(command, c.PlacePeople) and command.place.good:
        count = [word(command.people), draw("around", "people")]
        place = word(command.place.label)
        said = [place, *count] if dice.random() < 1 / 2 else [*count, place]
    verbs = [word(verb)] if verb else []
    ordered = [*said, *verbs] if is_verb_last(language) else [*verbs, *said]
    around = [draw("around", "polite"), draw("around", "greetings"), ""]
    before, behind = dice.choice(around), dice.choice(around)
    return ", ".join(filter(None, [before, " ".join(ordered), behind]))


def _parts(command: c.Command) -> tuple[str, list[str | int]]:
    """Return the verb and the rest; numbers that may be said in words are integers."""
    match command:
        case c.PlacePeople(place, people):
            return "place", [*([people] if place.good else []), *_named(place)]
        case c.UsePlace(place):
            return "use", [*_named(place)]
        case c.Leave(place):
            return "leave", [*_named(place)]
        case c.BuyCard(place, resources) | c.Build(place, resources):
            verb = "buy" if isinstance(command, c.BuyCard) else "build"
            return verb, [*_named(place), *_counted(resources)]
        case c.Feed(resources) | c.TakeResources(resources):
            verb = "feed" if isinstance(command, c.Feed) else "take"
            return verb, [*_counted(resources)]
        case c.UseTools(tiles, once) if tiles or once:
            return "tools", [
                *map(str, tiles),
                *(["once"] if once else []),
                *map(str, once),
            ]
        case c.PickDie(face):
            return "pick", [str(face)]
    return "", [notation.to_text(command)]


def _numbers_behind(things: list[str | int]) -> list[str | int]:
    """Put each number of goods behind its good: “나무 두”."""
    found = list(things)
    for at, thing in enumerate(things[:-1]):
        if isinstance(thing, int):
            found[at : at + 2] = [things[at + 1], thing]
    return found


def _named(place: Place) -> Iterator[str]:
    """Yield “forest”, or “card” and its number."""
    name, _space, number = place.label.rpartition(" ")
    yield from (name, number) if number.isdigit() else (place.label,)


def _counted(resources: Iterable[tuple[Resource, int]]) -> Iterator[str | int]:
    for kind, count in resources:
        yield from (count, str(kind))


def judge(line: str, meant: str, language: str, state: GameState, player: int) -> Made:
    """Return how a reply to the email of a decision is understood."""
    legal = [text for each in legal_commands(state, player) for text in _texts(each)]
    # The email has a number for each of them.
    listed = legal
    match parse_line(line, language, today=TODAY):
        case Play(text, None) if text in legal:
            return Made.PLAYED if text == meant else Made.MISREAD
        case Pick(number, beside) if number <= len(listed) and all(
            f" {each} " in f" {listed[number - 1]} " for each in beside
        ):
            is_meant = listed[number - 1] == meant
            return Made.PLAYED if is_meant else Made.MISREAD
        case Play() | Pick() | Unclear():
            reading = read_move(line, language, legal, listed)
        case _:
            return Made.TOLD
    if reading.is_sure and can_be_taken_back(*reading.fits):
        return Made.PLAYED if reading.fits == (meant,) else Made.MISREAD
    if not reading.fits:
        return Made.TOLD
    return Made.ASKED if meant in reading.fits else Made.ASKED_WRONGLY


def _texts(choice: c.Command | Payments) -> Iterator[str]:
    commands = choice.commands() if isinstance(choice, Payments) else [choice]
    yield from map(notation.to_text, commands)


def play_in(language: str, seed: int) -> list[tuple[Made, str, str]]:
    """Play a game; return what became of each decision, its command and its words."""
    dice = random.Random(seed)
    choose = random_policy(dice)
    made: list[tuple[Made, str, str]] = []

    def policy(state: GameState, player: int) -> c.Command:
        command = choose(state, player)
        line, meant = speak(command, language, dice), notation.to_text(command)
        made.append((judge(line, meant, language, state, player), meant, line))
        return command

    with translation.override(language):
        play(PLAYERS, seed, policy)
    return made


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    print(f"{'':8}" + "".join(f"{each:>15}" for each in Made))
    for language in known_languages():
        found = [each for seed in range(games) for each in play_in(language, seed)]
        counts = Counter(each for each, _meant, _line in found)
        print(f"{language:8}" + "".join(f"{counts[each]:>15}" for each in Made))
        for each, meant, line in found:
            if each is Made.MISREAD:
                print(f"    {line}: {meant}")
