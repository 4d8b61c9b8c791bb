"""The recap: a chapter for each phase, a line for consecutive actions of a player."""

import re

import pytest
from django.utils.translation import override

from config.languages import NAMES as LANGUAGES
from games.presentation.text import say
from notifications.mails.blocks.recap import LATEST_LETTERS, MOST_LINES, recap_of
from stoneage_core.components.places import Place
from stoneage_core.events.actions import (
    DiceRolled,
    GoodsGathered,
    PeoplePlaced,
    PersonBorn,
)
from stoneage_core.events.base import MatchEvent
from stoneage_core.events.feeding import FoodProduced
from stoneage_core.events.proposals import VoteCast
from stoneage_core.events.rounds import (
    CardsSlid,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.events.seats import PlayerReturned, SeatTaken
from stoneage_core.events.setup import PlayerJoined
from stoneage_core.state import Phase
from stoneage_core.wording.sentences import describe_event, describe_to
from tests.core.samples import EVENTS

NAMES = ("Ada", "Ben")


def placed(player: int) -> PeoplePlaced:
    return PeoplePlaced(player, Place.FOREST, 2)


def test_recap_of_nothing_is_empty() -> None:
    assert not recap_of([], NAMES)
    assert not recap_of([TurnStarted(0), CardsSlid((1, 2, 3, 4))], NAMES)


def test_votes_are_told_with_their_proposal_and_not_by_its_number() -> None:
    assert not recap_of([VoteCast(1, 1, agrees=True)], NAMES)


def test_consecutive_actions_of_a_player_share_a_line() -> None:
    rolled = DiceRolled(0, Place.FOREST, "wood", (3, 4))
    took = GoodsGathered(0, Place.FOREST, "wood", 2)
    recap = recap_of([rolled, TurnStarted(0), took, placed(1)], NAMES)
    (chapter,) = recap.chapters
    assert chapter.lines == [
        "Ada rolled 3 and 4 for wood (the forest). Got 2 wood.",
        "Ben sent 2 people to the forest.",
    ]


def test_events_around_the_board_keep_their_subject() -> None:
    """In every language each such sentence is a line of its own."""
    around = [one for one in EVENTS if isinstance(one, MatchEvent)]
    for language, _name in LANGUAGES:
        with override(language):
            for event in around:
                happened = [placed(1), event, PlayerReturned(1), placed(1)]
                (chapter,) = recap_of(happened, NAMES * 2, reader=0).chapters
                assert len(chapter.lines) in (3, 4), (language, event)
                for one in (happened[0], *happened[2:]):
                    assert say(describe_to(one, 0), NAMES) in chapter.lines
    events = [SeatTaken(1, 1, for_good=False), PlayerReturned(1)]
    (chapter,) = recap_of(events, NAMES).chapters
    assert chapter.lines == [
        "Ben plays as a substitute.",
        "Ben is back and plays again.",
    ]


def test_placement_phase_needs_no_heading() -> None:
    events = [
        placed(0),
        PhaseStarted(Phase.FEEDING),
        FoodProduced(1, 2),
        RoundStarted(4, 1),
        PhaseStarted(Phase.PLACEMENT),
        placed(1),
    ]
    headings = [chapter.heading for chapter in recap_of(events, NAMES).chapters]
    assert headings == [
        "",
        "The tribes are fed.",
        "Round 4 began; Ben is the start player.",
    ]


def test_empty_chapters_are_left_out() -> None:
    events = [placed(0), PhaseStarted(Phase.ACTIONS)]
    assert len(recap_of(events, NAMES).chapters) == 1


def test_long_recap_is_cut_at_the_start() -> None:
    early = [placed(n % 2) for n in range(5)]
    late = [placed(n % 2) for n in range(MOST_LINES)]
    recap = recap_of([*early, RoundStarted(2, 0), *late], NAMES)
    assert recap.left_out == 5
    assert [len(chapter.lines) for chapter in recap.chapters] == [MOST_LINES]


def test_earlier_events_name_the_absent_player() -> None:
    events = [placed(0), SeatTaken(0, 1, for_good=False), placed(1), placed(0)]
    (chapter,) = recap_of(events, ("Oscar", "Ben"), {0: "Ada"}).chapters
    assert chapter.lines == [
        "Ada sent 2 people to the forest.",
        "Oscar plays as a substitute.",
        "Ben sent 2 people to the forest.",
        "Oscar sent 2 people to the forest.",
    ]


def test_events_name_a_substitute_who_is_already_seated() -> None:
    (chapter,) = recap_of([placed(0)], ("Oscar", "Ben"), {0: "Ada"}).chapters
    assert chapter.lines == ["Oscar sent 2 people to the forest."]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (
            "es",
            "Ada tiró los dados (el bosque) para conseguir madera: 3 y 4. "
            "Consiguió 2 maderas.",
        ),
        ("pt-br", "Ada rolou 3 e 4 para obter lenha (floresta). Obteve 2 de lenha."),
        ("it", "Ada ha tirato 3 e 4 per ottenere legno (foresta). Ha preso 2 legni."),
        ("ko", "Ada 님이 숲에서 주사위를 굴렸어요 (나무): 3, 4. 나무 2개를 얻었어요."),
    ],
)
def test_actor_is_named_once_in_every_language(language: str, line: str) -> None:
    rolled = DiceRolled(0, Place.FOREST, "wood", (3, 4))
    took = GoodsGathered(0, Place.FOREST, "wood", 2)
    with override(language):
        (chapter,) = recap_of([rolled, took], NAMES).chapters
    assert chapter.lines == [line]


def test_name_stays_if_the_sentence_needs_it() -> None:
    nothing = GoodsGathered(0, Place.FOREST, "wood", 0)
    grew = PersonBorn(0, Place.HUT)
    with override("ko"):
        (chapter,) = recap_of([nothing, grew, nothing], NAMES).chapters
    assert chapter.lines == [
        "Ada 님은 아무것도 얻지 못했어요. Ada 님의 일꾼이 한 명 늘었어요. "
        "아무것도 얻지 못했어요."
    ]


def test_short_recap_beside_the_board_has_the_last_lines() -> None:
    """Long lines are cut after a sentence, and omitted lines are counted."""
    short = recap_of([placed(n % 2) for n in range(12)], NAMES).latest
    assert 1 < sum(len(chapter.lines) for chapter in short.chapters) < 12
    shown = [line for chapter in short.chapters for line in chapter.lines]
    assert short.left_out == 12 - len(shown)
    assert sum(map(len, shown)) <= LATEST_LETTERS

    long = recap_of([placed(1), *(placed(0) for _ in range(12))], NAMES).latest
    ((line,),) = [chapter.lines for chapter in long.chapters]
    assert len(line) <= LATEST_LETTERS
    assert line.startswith("Ada sent 2 people to the forest. Sent 2 people")
    assert line.endswith("forest. …")
    assert long.left_out == 1


def test_readers_own_actions_say_you() -> None:
    """In every language, while the others are named."""
    told = {}
    for language, _name in LANGUAGES:
        with override(language):
            (chapter,) = recap_of([placed(0), placed(1)], NAMES, reader=1).chapters
            told[language] = chapter.lines
    assert told["en"][1] == "You sent 2 people to the forest."
    for of_another, own in told.values():
        assert of_another.startswith("Ada")
        assert "Ben" not in own


def test_former_player_of_the_readers_seat_is_named() -> None:
    events = [placed(0), SeatTaken(0, 1, for_good=False), placed(1), placed(0)]
    (chapter,) = recap_of(events, ("Oscar", "Ben"), {0: "Ada"}, reader=0).chapters
    assert chapter.lines[0] == "Ada sent 2 people to the forest."
    assert chapter.lines[-1] == "You sent 2 people to the forest."


def test_every_sentence_about_the_reader_says_you_in_every_language() -> None:
    """It has the placeholders of the neutral sentence, except the name."""
    for event in EVENTS:
        player = getattr(event, "player", getattr(event, "start_player", None))
        if player is None:
            continue
        about, own = describe_event(event), describe_to(event, player)
        assert re.search(r"\b[Yy]ou", own.english), event
        if not isinstance(event, PlayerJoined):
            expected = gaps_of(about.english) - {"player", "start_player"}
            assert gaps_of(own.english) <= expected, event
        for language, _name in LANGUAGES:
            with override(language):
                assert "Ben" not in say(own, ("Ben",) * 4) or "{seat}" in own.english


def gaps_of(template: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", template))
