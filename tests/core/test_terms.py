"""The terms of a table: the value, its stored form, and the table of its options."""

import pytest
from msgspec.structs import fields, replace

from stoneage_core import SealedChance, commitment
from stoneage_core.cryptography.beacon import QUICKNET
from stoneage_core.errors import Code, Refusal
from stoneage_core.events.setup import GameCreated
from stoneage_core.match.decide import decide_match
from stoneage_core.match.lifecycle import Join
from stoneage_core.match.state import Authorship, History, Match, Source
from stoneage_core.model.boards import model_board_of
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.simulation import opening
from stoneage_core.terms import (
    OPTION_OF,
    OPTIONS,
    Audience,
    Terms,
    TieBreak,
    bots_know,
    check_terms,
    decode_terms,
    encode_terms,
    rules_of,
    usual_terms,
)
from stoneage_core.time_control import HOUR, PerMove, TimeControl
from tests.core.match.match_play import BOT, FRIDAY, SEED

QUICK = TimeControl(PerMove(HOUR))

#: Terms with another value than the default in every field.
ALL_CHANGED = Terms(
    3,
    QUICK,
    first_player=2,
    tie_break=TieBreak.SUM,
    dice_at_own_turn=True,
    rated=True,
    coached=True,
    beacon=QUICKNET,
    audience=Audience.EVERYONE,
)


def refused(terms):
    with pytest.raises(Refusal) as refusal:
        check_terms(terms)
    assert refusal.value.code is Code.INVALID
    return str(refusal.value)


def test_every_term_is_an_option_but_for_the_players_and_the_clock():
    terms = {each.name for each in fields(Terms)}
    assert terms - set(OPTION_OF) == {"player_count", "control"}
    assert set(OPTION_OF) <= terms


def test_an_option_with_its_default_is_not_written_down():
    """So that a new option leaves the hashes of older games as they are."""
    assert encode_terms(Terms(2)).startswith('{"control":{')
    assert encode_terms(Terms(2)).endswith('},"player_count":2}')


@pytest.mark.parametrize("terms", [Terms(2), Terms(4, QUICK), ALL_CHANGED])
def test_terms_are_read_as_they_were_written(terms):
    text = encode_terms(terms)
    assert decode_terms(text) == terms
    assert encode_terms(decode_terms(text)) == text


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.field)
def test_an_option_has_a_sentence_for_each_value(option):
    assert option.is_usual(Terms(2))
    assert option.chosen(Terms(2)).value == option.default
    for choice in option.choices:
        terms = replace(Terms(4), **{option.field: choice.value})
        assert option.chosen(terms) is choice
        assert choice.sentence is not None or choice.value == option.default
        assert option.is_switch or choice.label is not None
        check_terms(terms)
    keys = [choice.key for choice in option.choices]
    assert len(set(keys)) == len(keys)


def test_a_value_that_an_option_does_not_have_is_not_found():
    with pytest.raises(LookupError):
        OPTION_OF["tie_break"].choice_of("coin")


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.field)
def test_excluded_options_are_refused_with_a_sentence(option):
    for other, sentence in option.excludes.items():
        both = replace(
            Terms(2),
            **{
                option.field: option.choices[-1].value,
                other: OPTION_OF[other].choices[-1].value,
            },
        )
        assert refused(both) == sentence


@pytest.mark.parametrize("count", [-1, 0, 1, 5])
def test_a_table_has_two_to_four_players(count):
    assert refused(Terms(count)) == "A game is for two to four players."


@pytest.mark.parametrize("first", [-1, 2])
def test_the_start_player_has_a_seat(first):
    assert "has to be one" in refused(Terms(2, first_player=first))


def test_terms_that_could_not_be_read_back_are_refused():
    assert "can’t be set" in refused(Terms(2, TimeControl(PerMove(1))))
    assert "can’t be set" in refused(Terms(2, tie_break="coin"))


def test_a_position_keeps_the_rules_of_its_table_and_nothing_else():
    kept = Terms(3, tie_break=TieBreak.SUM, dice_at_own_turn=True)
    assert rules_of(ALL_CHANGED) == kept


def test_options_can_be_set_back_to_their_defaults():
    kept = usual_terms(ALL_CHANGED, OPTION_OF["beacon"], OPTION_OF["coached"])
    assert kept == replace(ALL_CHANGED, beacon=None, coached=False)


@pytest.fixture
def new_rule(monkeypatch):
    """The tie-break by the sum, as if it were a rule that bots do not know yet."""
    option = OPTION_OF["tie_break"]
    unknown = [choice._replace(known_to_bots=False) for choice in option.choices]
    changed = option._replace(choices=tuple(unknown))
    others = [changed if each is option else each for each in OPTIONS]
    monkeypatch.setattr("stoneage_core.terms.OPTIONS", tuple(others))
    return Terms(2, tie_break=TieBreak.SUM)


def test_bots_know_all_rules_but_that_dice_wait_for_ones_own_turn():
    unknown = {
        option.field
        for option in OPTIONS
        for choice in option.choices
        if not bots_know(replace(Terms(4), **{option.field: choice.value}))
    }
    assert unknown == {"dice_at_own_turn"}


def test_bots_do_not_know_a_new_rule(new_rule):
    assert not bots_know(new_rule)
    assert bots_know(Terms(2))


def test_no_bot_joins_a_table_whose_rules_it_does_not_know(new_rule):
    by = Authorship(None, Source.SERVICE, FRIDAY)
    chance = SealedChance(SEED)
    made = GameCreated("g", commitment(SEED), RULES_VERSION, new_rule)
    match = decide_match(Match(), made, by, chance=chance, past=History).match
    bot = Authorship(0, Source.AUTOMATIC, FRIDAY)
    with pytest.raises(Refusal, match="Bots don’t know the rules of this table"):
        decide_match(match, Join(bot=BOT), bot, chance=chance, past=History)


def test_no_opponent_thinks_by_rules_that_it_does_not_know(new_rule):
    state = opening(2, SealedChance(SEED), tie_break=TieBreak.SUM).state
    with pytest.raises(Refusal, match="Bots don’t know the rules of this table"):
        model_board_of(state)
