"""Collected phrases of people: most are understood, none is misread."""

from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.phrases import (
    COLLECTED,
    NOTHING,
    Made,
    Written,
    can_be_taken_back,
    is_right,
    judge_phrase,
    legal_beside,
    read_phrases,
    table_of,
)
from bench.spoken_games import play_in
from games.command_language.reading import MOST_ASKED, read_move
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Pick, Play
from tests.support.positions import legal_texts, positions

LANGUAGES = ("de", "en", "es", "it", "ko", "pt-br")
PHRASES = read_phrases(COLLECTED)
#: The least percentages that must be played or asked about as meant, and of the moves
#: that can be taken back those that must be played without a question.
GOAL, PLAYED = 92, 60
#: The same for whole games, whose words all stand in the files of the languages.
PLAYED_OF_GAMES = 85
#: Prefixes that negate or revoke the line after them.
HOLDING_BACK = {
    "de": "nicht",
    "en": "don't",
    "es": "no",
    "it": "non",
    "pt-br": "não",
    "ko": "아직",
}


def test_no_phrase_is_misread() -> None:
    misread = [each for each in PHRASES if judge_phrase(each) is Made.MISREAD]
    assert misread == []


@pytest.mark.parametrize(
    ("language", "kind"),
    sorted({(each.language, each.kind) for each in PHRASES if each.kind != "traps"}),
)
def test_most_phrases_are_understood(language: str, kind: str) -> None:
    made = defaultdict[bool, list[str]](list)
    for each in PHRASES:
        if (each.language, each.kind) == (language, kind):
            made[is_right(each, judge_phrase(each))].append(each.phrase)
    assert len(made[True]) >= GOAL / 100 * sum(map(len, made.values())) > 0, made[False]


@pytest.mark.parametrize(
    "each", [each for each in PHRASES if each.kind == "traps"], ids=str
)
def test_trap_is_not_done(each: Written) -> None:
    assert each.meaning == NOTHING
    assert judge_phrase(each) in (Made.TOLD, Made.ASKED_WRONGLY)


@pytest.mark.long
@pytest.mark.parametrize(
    "language",
    [
        *("en", "ko"),
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in ("de", "es", "it", "pt-br")
        ),
    ],
)
def test_whole_game_in_words_is_understood(language: str) -> None:
    made = play_in(language, seed=1)
    assert [each for each in made if each[0] is Made.MISREAD] == []
    played = sum(each[0] is Made.PLAYED for each in made)
    assert played >= PLAYED_OF_GAMES / 100 * len(made)


@pytest.mark.parametrize("language", LANGUAGES)
def test_negated_phrase_is_not_played(language: str) -> None:
    for each in PHRASES:
        if each.language == language:
            line = f"{HOLDING_BACK[language]} {each.phrase}"
            intent = parse_line(line, language, today=date(2026, 11, 20))
            gives_up = isinstance(intent, Play) and intent.text.startswith("leave")
            assert gives_up or not isinstance(intent, Play | Pick), (line, intent)
            legal = legal_beside(each.meaning)
            assert not read_move(line, language, legal, legal).is_sure, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_moves_that_can_be_taken_back_are_played(language: str) -> None:
    made = [
        judge_phrase(each)
        for each in PHRASES
        if each.language == language
        and each.meaning in legal_beside(each.meaning)
        and can_be_taken_back(each.meaning)
    ]
    assert made.count(Made.PLAYED) >= PLAYED / 100 * len(made) > 0


@given(line=st.text(max_size=200), language=st.sampled_from(LANGUAGES))
def test_few_commands_are_likely_for_any_text(line: str, language: str) -> None:
    state, player = positions(2, 11)[0]
    legal = sorted(legal_texts(state, player))
    reading = read_move(line, language, legal, legal)
    assert len(reading.fits) <= MOST_ASKED
    assert set(reading.fits) <= set(legal)
    assert len(reading.fits) == 1 or not reading.is_sure


def test_another_file_can_be_judged(tmp_path: Path) -> None:
    own = tmp_path / "own.tsv"
    own.write_text("# mine\n\nen\tmine\tforest 3\tforest 3\nen\tmine\tforest 3\thut\n")
    head, row = table_of(read_phrases(own)).splitlines()
    assert head.split() == ["right", "open", *" ".join(Made).split()]
    assert row.split() == ["en", "mine", "50", "%", "50", "%", *"100010"]
