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
    is_right,
    judge_phrase,
    read_phrases,
    table_of,
)
from games.command_language.likely import MOST_LIKELY, likely_commands
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Pick, Play
from tests.support.positions import legal_texts, positions

LANGUAGES = ("en", "es", "it", "ko", "pt-br")
PHRASES = read_phrases(COLLECTED)
#: The least percentage that must be done or asked about as meant.
GOAL = 80
#: Prefixes that negate or revoke the line after them.
HOLDING_BACK = {
    "en": "don't",
    "es": "no",
    "it": "non",
    "pt-br": "não",
    "ko": "아직",
}


def test_no_phrase_is_misread() -> None:
    misread = [each for each in PHRASES if judge_phrase(each) is Made.MISREAD]
    assert misread == []


@pytest.mark.parametrize("kind", ["given", "later", "kept"])
@pytest.mark.parametrize("language", LANGUAGES)
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
    assert judge_phrase(each) in (Made.REFUSED, Made.ASKED_WRONGLY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_negated_phrase_is_not_played(language: str) -> None:
    for each in PHRASES:
        if each.language == language:
            line = f"{HOLDING_BACK[language]} {each.phrase}"
            intent = parse_line(line, language, today=date(2026, 11, 20))
            gives_up = isinstance(intent, Play) and intent.text.startswith("leave")
            assert gives_up or not isinstance(intent, Play | Pick), (line, intent)


@given(line=st.text(max_size=200), language=st.sampled_from(LANGUAGES))
def test_few_commands_are_likely_for_any_text(line: str, language: str) -> None:
    state, player = positions(2, 11)[0]
    legal = sorted(legal_texts(state, player))
    found = likely_commands(line, language, legal)
    assert len(found) <= MOST_LIKELY
    assert set(found) <= set(legal)


def test_another_file_can_be_judged(tmp_path: Path) -> None:
    own = tmp_path / "own.tsv"
    own.write_text("# mine\n\nen\tmine\tforest 3\tforest 3\nen\tmine\tforest 3\thut\n")
    head, row = table_of(read_phrases(own)).splitlines()
    assert head.split() == ["right", *" ".join(Made).split()]
    assert row.split() == ["en", "mine", "50", "%", "1", "0", "0", "0", "1"]
