"""Prefixes of programs do not stay in the subject of a conversation."""

import pytest

from notifications.mail_text.subjects import bare_subject, subject_of_answer

OURS = [
    "Your turn: Stone Age with Bob",
    "Reminder: your turn in Stone Age with Ana and Ben",
    "Tu turno: Edad de Piedra con Ana",
    "Tocca a te: Età della pietra con Ana",
    "내 차례: Ana 님과의 석기 시대",
    "New game with Ana and Ben",
]
PREFIXES = [
    *("Re: ", "RE: ", "re:", "Re : ", "Re[2]: ", "RE (3): ", "Re: Re: Re: "),
    *("AW: ", "WG: ", "Antw: ", "SV: ", "VS: ", "RES: ", "ENC: ", "RV: ", "R: ", "I: "),
    *("TR: ", "Odp: ", "YNT: ", "Ответ: ", "답장: ", "회신: ", "回复：", "答复: "),  # noqa: RUF001
    *("Out of office: ", "Automatic reply: ", "Auto: ", "Abwesenheitsnotiz: "),
    "Away from the office: ",
    *("Respuesta automática: ", "Risposta automatica: ", "자동 회신: "),
    *("[EXTERNAL] ", "[EXT] Re: ", "***SPAM*** ", "  "),
    *("Re: AW: Fwd: 回复: ", "Re: Verify: Re: Out of office: Re: ", "Re: 1 Re: "),
]


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("subject", OURS)
def test_prefixes_are_cut(prefix: str, subject: str) -> None:
    assert bare_subject(prefix + subject) == subject
    assert subject_of_answer(prefix + subject) == f"Re: {subject}"


@pytest.mark.parametrize("subject", OURS)
def test_subject_without_prefix_stays(subject: str) -> None:
    assert bare_subject(subject) == subject
    assert subject_of_answer(subject) == f"Re: {subject}"


@pytest.mark.parametrize(
    "subject",
    ["Regarding our game", "Retry: the last move", "Are: you there", "Iris: hello"],
)
def test_words_that_only_begin_alike_stay(subject: str) -> None:
    assert bare_subject(subject) == subject


@pytest.mark.parametrize("empty", ["", " ", "Re:", " R : ", "Re: AW: [EXT]"])
def test_subject_of_prefixes_alone_is_empty(empty: str) -> None:
    assert subject_of_answer(empty) == ""
