"""Dice and draws: they are sealed, can be checked, and have no bias."""

from collections import Counter

import pytest

from stoneage_core import SealedChance, commitment
from stoneage_core.chance import SEED_BYTES, LoadedChance, RandomChance

SEED = bytes(range(32))


@pytest.fixture(scope="module")
def sealed():
    return SealedChance(SEED)


@pytest.mark.parametrize(
    ("label", "die", "card"),
    [("a/0", 4, 16), ("game/x:y/7/0", 5, 29), ("game/x:y/7/1", 6, 30)],
)
def test_sealed_draws_are_hmac_sha256_of_seed_and_label(sealed, label, die, card):
    assert sealed.roll(label) == die
    assert sealed.pick(range(1, 37), label) == card


def test_a_label_always_gives_the_same_draw(sealed):
    labels = [f"g/s/{index}/0" for index in range(50)]
    rolls = [sealed.roll(label) for label in labels]
    assert [SealedChance(SEED).roll(label) for label in reversed(labels)] == rolls[::-1]


def test_another_seed_gives_other_draws(sealed):
    other = SealedChance(SEED[::-1])
    labels = [f"g/s/{index}/0" for index in range(50)]
    assert [sealed.roll(one) for one in labels] != [other.roll(one) for one in labels]


def test_all_faces_are_about_equally_likely(sealed):
    faces = Counter(sealed.roll(f"face/{index}") for index in range(6_000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(900 < count < 1_100 for count in faces.values())


def test_all_items_are_about_equally_likely(sealed):
    picks = Counter(sealed.pick((3, 5, 8), f"item/{index}") for index in range(3_000))
    assert sorted(picks) == [3, 5, 8]
    assert all(900 < count < 1_100 for count in picks.values())


@pytest.mark.parametrize(
    ("label", "drawn"),
    [("r/0", 1_779_739_145), ("r/3", 282_956_155), ("r/4", 873_490_764)],
)
def test_numbers_above_the_last_whole_multiple_are_drawn_again(sealed, label, drawn):
    just_over_half_of_all = range(2**31 + 1)
    assert sealed.pick(just_over_half_of_all, label) == drawn


def test_one_item_is_always_picked(sealed):
    assert sealed.pick((7,), "x") == 7


def test_the_commitment_is_the_hash_of_the_revealed_seed(sealed):
    assert len(SEED) == SEED_BYTES
    assert sealed.reveal() == SEED.hex()
    assert commitment(bytes.fromhex(sealed.reveal())) == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


def test_loaded_chance_draws_the_given_values_in_order():
    chance = LoadedChance(dice=(6, 1), picks=(9,), seed="00ff")
    assert [chance.roll("a"), chance.roll("a")] == [6, 1]
    assert [chance.pick((3, 4), "a"), chance.pick((3, 4), "a")] == [9, 3]
    assert chance.reveal() == "00ff"


def test_random_chance_is_repeatable_and_has_nothing_to_reveal():
    first, second = RandomChance(7), RandomChance(7)
    rolls = [first.roll("") for _ in range(200)]
    assert rolls == [second.roll("") for _ in range(200)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert {first.pick((4, 9), "") for _ in range(50)} == {4, 9}
    assert first.reveal() == ""
