"""locale/: each thing has one word in every language."""

import re
from collections.abc import Iterator

import pytest

from config.management.commands.update_translations import (
    LANGUAGES,
    read_catalogue,
    texts_of,
)
from games.web.form_errors import SENTENCES

PRODUCT = "Stone Age by Mail"

#: The words for each thing, and the words that must not be used for it.
FORBIDDEN: dict[str, dict[str, str]] = {
    "en": {
        "email": r"(?<!\bby )\bmails?\b|\bmailed\b|\be-mail|\bletters?\b",
        "autopilot": r"\bsteward",
        "moderators": r"\bstaff\b",
        "bot": r"\bautomatic players?\b",
        "everyone, someone, no one": r"\b(?:every|some|any|no)body\b",
        "no longer": r"\bany more\b(?! than)",
        "turn, move": r"\bdecisions?\b",
        "an apostrophe": r"\w'\w",
        "contractions": r"\bcannot\b|\b(?:do|does|did|is|are|was|will) not\b",
        "what is, not what is not": r"\bnothing (?:was|has to be|is) (?:done|lost)\b",
    },
    "es": {
        "piloto automático": "mayordomo",
        "moderación": r"\bequipo\b",
        "bot": "jugador(?:es)? automático",
        "tú": r"\busted|\bvosotros|\bIntroduzca\b",
        "conseguir": r"tir(?:ar|ó|a) \S+ por\b",
        "banco de tiempo": r"[Rr]eserva de tiempo",
        "construcción": r"\bfichas?\b|\bedificios?\b",
        "hacia la derecha": "lado barato",
        "no recibir más": r"^No más (?:correos|invitaciones)",
        "¿ and ¡": r"^[^¿]*\?$",
    },
    "pt-br": {
        "piloto automático": "mordomo",
        "moderação": r"\bequipe\b",
        "bot": "jogador(?:es)? automático",
        "você": r"\btu\b|\bteu\b|\btua\b|\bIntroduza\b|\butilizador|\becrã",
        "jogada segura": "jogada (?:cautelosa|prudente)",
        "rolar para obter": r"(?:jog|tir)(?:ar|ou) \S+ por\b",
        "no seu lugar": r"decidido por você|jogada \w+ por você",
        "não receber mais": r"^Chega de",
        "para a direita": "lado barato",
    },
    "ko": {
        "자동 대행": "관리인",
        "AI 플레이어": "자동 플레이어",
        "일꾼": r"부족(?!하|해|한|했|할)",
        "게임 보드": "게임판",
        "이벤트": "사건",
        "비회원": "손님",
        "a particle that fits": r"\((?:이|을|은|으)\)|을\(를\)|이\(가\)",
        "no 님 behind nobody": "누군가 님|사람 님",
        "해요체": r"(?:습니다|십시오)[.!]?$",
    },
    "it": {
        "pilota automatico": "intendente",
        "moderatori": r"\bstaff\b",
        "bot": "giocator[ei] automatic",
        "giocare al posto": r"gioca (?:il|questo|quel) (?:tuo )?posto",
        "saltare un turno": r"\bmancanz|\b(?:ha|hai) mancato\b",
        "tu": r"\bLei\b|\bSua\b",
        "unità di cibo": r"\d cibo\b|\} cibo\b|\)[ds] cibo\b",
        "scaricare": r"\b[Pp]ort(?:a|are|i) a casa\b",
        "simboli cultura": "simboli verdi",
    },
}


def sentences(language: str) -> Iterator[str]:
    """Yield the translations in a language, except commands and Django's own."""
    catalogue = read_catalogue(LANGUAGES[0] if language == "en" else language)
    for entry in catalogue:
        if entry.msgctxt != "command" and entry.msgid not in SENTENCES:
            if language == "en":
                yield from filter(None, (entry.msgid, entry.msgid_plural))
            else:
                yield from texts_of(entry)


@pytest.mark.parametrize("language", FORBIDDEN)
def test_each_thing_has_one_word(language: str) -> None:
    said = [text.replace(PRODUCT, "") for text in sentences(language)]
    found = {
        word: texts
        for word, wrong in FORBIDDEN[language].items()
        if (texts := [text for text in said if re.search(wrong, text)])
    }
    assert found == {}
