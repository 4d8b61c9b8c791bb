"""Learning by self-play: it is deterministic, and traits stay fixed."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from stoneage_core.__main__ import main
from stoneage_core.errors import Irregular
from stoneage_core.model import weighing
from stoneage_core.model.styles import WEIGHTS_FILE, Style, load_styles, save_style
from stoneage_core.opponents.training import GUESSES, Lessons, learn


def test_the_same_seed_learns_the_same_weights():
    traits = {weighing.HUNGRY: 0.0}
    first, second = (learn(Lessons(3, 2, 2), 2, GUESSES, traits) for _ in range(2))
    assert first == second
    assert first != learn(Lessons(4, 2, 2), 2, GUESSES, traits)
    assert first[weighing.HUNGRY] == 0
    assert first[weighing.NOISE] == 0
    assert len(first) == len(GUESSES) == weighing.WEIGHTS


def test_the_command_adds_a_style_to_the_file(tmp_path, capsys):
    file = tmp_path / "weights.json"
    few = ["--generations", "2", "--games", "1", "--file", str(file)]
    assert main(["train", "one", *few]) == 0
    assert main(["train", "two", *few, "--trait", "food_spare=0"]) == 0
    styles = load_styles(file)
    assert sorted(styles) == ["one", "two"]
    assert styles["two"].traits == {weighing.FOOD_SPARE: 0.0}
    assert (
        main(["train", "three", *few[2:], "--generations", "0", "--like", "one"]) == 0
    )
    assert load_styles(file)["three"].weights == styles["one"].weights
    assert styles["two"].digest in capsys.readouterr().out


def test_an_unknown_style_to_start_from_is_refused(tmp_path, capsys):
    assert main(["train", "one", "--like", "nobody"]) == 2
    assert "is not one of all-round" in capsys.readouterr().err


def test_a_missing_file_of_styles_is_refused(tmp_path, capsys):
    missing = ["--file", str(tmp_path / "none")]
    assert main(["train", "one", "--like", "other", *missing]) == 2
    assert "none is unreadable" in capsys.readouterr().err


@pytest.mark.parametrize("count", [["--games", "0"], ["--generations", "-1"]])
def test_invalid_numbers_of_games_and_generations_are_refused(count):
    with pytest.raises(SystemExit):
        main(["train", "one", *count])


@pytest.mark.parametrize("trait", ["nose=1", "hungry=much", "hungry"])
def test_an_invalid_trait_is_refused(trait, capsys):
    assert main(["train", "one", "--trait", trait]) == 2
    assert "is not a trait" in capsys.readouterr().err


def test_a_row_with_a_wrong_number_of_weights_is_refused(tmp_path):
    file = tmp_path / "weights.json"
    book = json.loads(WEIGHTS_FILE.read_text("utf-8"))
    style = msgspec.convert(next(iter(book["weights"].values())), Style, strict=False)
    short = {players: row[1:] for players, row in style.weights.items()}
    save_style("short", replace(style, weights=short), file)
    with pytest.raises(Irregular, match=f"{weighing.WEIGHTS - 1} weigh"):
        load_styles(file)


def test_weights_under_a_wrong_digest_are_refused(tmp_path):
    file = tmp_path / "weights.json"
    book = json.loads(WEIGHTS_FILE.read_text("utf-8"))
    next(iter(book["weights"].values()))["weights"]["2"][0] += 1
    file.write_text(json.dumps(book), "utf-8")
    with pytest.raises(Irregular, match="has other weights"):
        load_styles(file)


def test_weights_are_kept_when_their_style_learns_new_ones(tmp_path):
    file = tmp_path / "weights.json"
    old, new = load_styles()["builder"], load_styles()["starver"]
    save_style("one", old, file)
    save_style("one", new, file)
    assert load_styles(file) == {"one": new}
    kept = json.loads(file.read_text("utf-8"))["weights"]
    assert set(kept) == {old.digest, new.digest}


def test_each_style_has_weights_for_every_number_of_players():
    for style in load_styles(WEIGHTS_FILE).values():
        assert sorted(style.weights) == [2, 3, 4]
        assert len(style.digest) == 16
        for index, value in style.traits.items():
            assert all(row[index] == value for row in style.weights.values())
