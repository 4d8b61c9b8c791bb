"""Wishes to take a move back: carried out, asked about, or none."""

import pytest

from games.command_language.taking_back import Wish, wish_to_take_back


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "could you please take that back?"),
        ("de", "könnt ihr das rückgängig machen"),
        ("es", "quiero deshacer mi jugada"),
        ("it", "vorrei annullare la mia mossa"),
        ("pt-br", "quero cancelar minha jogada"),
        ("ko", "방금 한 거 되돌릴 수 있을까요?"),
    ],
)
def test_wish_with_a_word_for_the_move_is_sure(language: str, line: str) -> None:
    assert wish_to_take_back(line, language) is Wish.SURE


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "oops, wrong card"),
        ("en", "how do I undo a move?"),
        ("de", "ich möchte meinen Zug ändern"),
        ("es", "me equivoqué de carta, ¿puedo cambiar?"),
        ("it", "scusate, volevo un'altra cosa"),
        ("pt-br", "cliquei errado, gente"),
        ("ko", "잘못 눌렀어요ㅠㅠ"),
    ],
)
def test_regret_change_or_question_is_only_likely(language: str, line: str) -> None:
    assert wish_to_take_back(line, language) is Wish.LIKELY


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "don't take that back"),
        ("en", "I'm going back to the forest with 3"),
        ("de", "ich bin zurück"),
        ("es", "vuelvo al bosque con tres"),
        ("it", "torno nella foresta in tre"),
        ("pt-br", "volto pra floresta com três"),
        ("ko", "다시 숲에 세 명"),
    ],
)
def test_denial_or_move_is_no_wish(language: str, line: str) -> None:
    assert wish_to_take_back(line, language) is None
