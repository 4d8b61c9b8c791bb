"""Sentences about an absence, in all languages, and what they say."""

from datetime import date

import pytest

from notifications.replies.absence_sentences import find_absence, speaks_of_absence

#: A Thursday.
TODAY = date(2026, 12, 3)

Days = tuple[int, ...]
"""The last day in December 2026, or the first and the last."""

SENTENCES: dict[str, list[tuple[str, Days]]] = {
    "en": [
        ("I am away until Friday", (4,)),
        ("I'll be on vacation until Sunday.", (6,)),
        ("Travelling tomorrow, back on Sunday", (4, 6)),
        ("Sorry, I can't play before Monday", (6,)),
        ("I'm on holiday from Saturday until the 12th", (5, 12)),
        ("We are away from 5 to 9 December", (5, 9)),
        ("I won't be able to play until December 10th, sorry!", (10,)),
        ("Busy this week, sorry", (6,)),
        ("I'm off for a week", (10,)),
        ("I'll be back in three days", (6,)),
        ("No internet at the weekend", (5, 6)),
        ("I can't play tomorrow", (4, 4)),
        ("Away next week", (7, 13)),
        ("On a trip, I'm home on 12/9", (9,)),
        ("Please stop my clock until the end of the week", (6,)),
        ("I am out of town until next Tuesday", (8,)),
        (
            "Hi all, I’m going on vacation Saturday and return Monday, 14 December",
            (5, 14),
        ),
        ("away until 6/12", (6,)),
    ],
    "es": [
        ("de vacaciones hasta el viernes", (4,)),
        ("Estoy de viaje hasta el domingo", (6,)),
        ("No puedo jugar hasta el lunes, lo siento", (7,)),
        ("Me voy de viaje mañana y vuelvo el domingo", (4, 6)),
        ("Estaré fuera del 5 al 9 de diciembre", (5, 9)),
        ("Estoy fuera hasta el 6/12", (6,)),
        ("No estaré este fin de semana", (5, 6)),
        ("Estoy sin internet durante tres días", (6,)),
        ("Vuelvo en una semana", (10,)),
        ("La semana que viene estoy de vacaciones", (7, 13)),
        ("mañana no puedo jugar", (4, 4)),
        ("No voy a poder jugar antes del martes", (7,)),
    ],
    "it": [
        ("Sono in vacanza fino a domenica", (6,)),
        ("Parto domani, torno domenica", (4, 6)),
        ("Sarò via dal 5 al 9 dicembre", (5, 9)),
        ("Non posso giocare fino a lunedì, scusate", (7,)),
        ("Sono fuori fino al 6/12", (6,)),
        ("In ferie la prossima settimana", (7, 13)),
        ("Non ci sono questo weekend", (5, 6)),
        ("Sono via per una settimana", (10,)),
        ("Rientro tra tre giorni", (6,)),
        ("Torno il 12", (12,)),
        ("Non riesco a giocare prima di martedì", (7,)),
        ("domani non posso giocare", (4, 4)),
    ],
    "pt-br": [
        ("vou viajar amanhã, volto dia 6/12", (4, 6)),
        ("ausente até 6/12", (6,)),
        ("Estou de férias até domingo", (6,)),
        ("Não posso jogar até segunda-feira, desculpe", (7,)),
        ("Vou ter que viajar até sexta", (4,)),
        ("Estarei fora de 5 a 9 de dezembro", (5, 9)),
        ("Fico sem internet neste fim de semana", (5, 6)),
        ("Estou viajando, volto em três dias", (6,)),
        ("Estarei de férias por uma semana", (10,)),
        ("Semana que vem não posso jogar", (7, 13)),
        ("amanhã não posso jogar", (4, 4)),
        ("Não vou conseguir antes de terça, estou ocupado", (7,)),
    ],
    "ko": [
        ("일요일까지 휴가예요", (6,)),
        ("내일 여행을 떠나서 일요일에 돌아와요", (4, 6)),
        ("12월 6일까지 못 해요", (6,)),
        ("토요일부터 수요일까지 출장이에요", (5, 9)),
        ("12월 5일부터 9일까지 휴가입니다", (5, 9)),
        ("다음 주는 여행 중이에요", (7, 13)),
        ("이번 주말에는 못 합니다", (5, 6)),
        ("일주일 동안 휴가예요", (10,)),
        ("3일 뒤에 돌아와요", (6,)),
        ("내일은 못 해요", (4, 4)),
        ("월요일 전까지 바빠요", (6,)),
        ("12일까지 자리를 비워요", (12,)),
    ],
}

#: Lines that speak of no absence with an end.
OTHERS: dict[str, list[str]] = {
    "en": [
        "Let's meet on Friday",
        "I'll place three people in the forest on Friday",
        "It is my turn until Sunday",
        "Good luck until Monday!",
        "I'm away",
        "I'm not away until Sunday after all",
        "Automatic reply: I am on vacation until 14 December",
        "Sent from my phone on Friday",
        "Ana Smith, office hours Monday to Friday, 9 to 5",
        "I was on vacation until 1 January 2020",
        "I'm off from Saturday",
        "busy until 5 pm",
    ],
    "es": [
        "Nos vemos el viernes",
        "¡Suerte hasta el lunes!",
        "Estoy fuera",
        "Respuesta automática: estoy de vacaciones hasta el viernes",
        "Enviado desde mi móvil el viernes",
        "Al final no me voy hasta el domingo",
    ],
    "it": [
        "Ci vediamo venerdì",
        "Buona fortuna fino a lunedì!",
        "Sono via",
        "Risposta automatica: sono in ferie fino a venerdì",
        "Inviato dal mio telefono venerdì",
    ],
    "pt-br": [
        "Nos vemos na sexta",
        "Boa sorte até segunda!",
        "Estou fora",
        "Resposta automática: estou de férias até sexta",
        "Enviado do meu celular na sexta",
    ],
    "ko": [
        "금요일에 만나요",
        "월요일까지 행운을 빌어요!",
        "휴가예요",
        "자동 응답: 금요일까지 휴가입니다",
        "휴가를 금요일까지 취소했어요",
    ],
}


def days_of(days: Days) -> tuple[date | None, date]:
    *first, last = [TODAY.replace(day=day) for day in days]
    return (first[0] if first else None), last


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [(one, text, days) for one, rows in SENTENCES.items() for text, days in rows],
)
def test_sentence_is_understood(language: str, text: str, days: Days) -> None:
    assert find_absence(text, language, today=TODAY) == days_of(days)
    assert speaks_of_absence(text, language)


@pytest.mark.parametrize(
    ("language", "text"), [(one, text) for one, rows in OTHERS.items() for text in rows]
)
def test_other_lines_announce_no_absence(language: str, text: str) -> None:
    assert find_absence(text, language, today=TODAY) is None


def test_english_is_understood_in_every_language() -> None:
    for language in SENTENCES:
        found = find_absence("I'm away until Sunday", language, today=TODAY)
        assert found == days_of((6,)), language


@pytest.mark.parametrize(
    "unit", ["until ", "from 1 to ", "31 ", "vacation ", "1/", "휴가 "]
)
def test_long_text_is_read_fast(unit: str) -> None:
    for language in SENTENCES:
        find_absence(f"away {unit * 10_000}", language, today=TODAY)
