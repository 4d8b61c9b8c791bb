"""No phrase is understood as its opposite, in any language."""

from datetime import date

import pytest

from games.models import Game, Invitation, StoredEvent, User
from notifications.mail_text.quote_stripping import own_paragraphs
from notifications.replies.lines import lines_of
from notifications.replies.parse import (
    Intent,
    Pick,
    Play,
    Simple,
    Unclear,
    Worded,
    parse_line,
)
from tests.notifications.replies.conftest import Reply, fates, shown, words
from tests.support.mails import seat_of

TODAY = date(2026, 11, 20)

UNKNOWN, AMBIGUOUS, LOOSE = map(Unclear, ("unknown", "ambiguous", "loose"))
FOREST = frozenset({"forest"})

READ: dict[str, dict[str, Intent]] = {
    "en": {
        "accept?": AMBIGUOUS,
        "Yes?!": AMBIGUOUS,
        "undo ?": AMBIGUOUS,
        "forest 3?": AMBIGUOUS,
        "say who is next?": Worded("say", "who is next?"),
        "help?": Simple("help"),
        "accept not": LOOSE,
        "accept - impossible": LOOSE,
        "accept denied, sorry": LOOSE,
        "accept: no way": LOOSE,
        "Accept? Rather not.": LOOSE,
        "I accept, if we start today": LOOSE,
        "accept whatever": LOOSE,
        "accept “no way”": LOOSE,
        "pick 2": Pick(2),
        "I pick 2": Pick(2),
        "I pick the 2, please": Pick(2),
        "pick number 2": Pick(2),
        "choose 2": Pick(2),
        "go with 2": Pick(2),
        "option number 2": Pick(2),
        "pick 6 5": AMBIGUOUS,
        "pick 5 forest": AMBIGUOUS,
        "I choose 5 in the forest": AMBIGUOUS,
        "No. 5 forest": Pick(5, FOREST),
        "#5: forest": Pick(5, FOREST),
        "option 5 forest": Pick(5, FOREST),
        "5th forest": Pick(5, FOREST),
        "option 5, forest 3": Play("forest 3", 5),
        "#5 hut": Play("hut", 5),
        "die 2": Play("pick 2"),
        "pick die 2": Play("pick 2"),
        "1. die 2": Play("pick 2", 1),
    },
    "es": {
        "¿acepto?": AMBIGUOUS,
        "¿Sí": AMBIGUOUS,
        "la 2?": AMBIGUOUS,
        "tomo la 2": Pick(2),
        "cojo la 2": Pick(2),
        "acepto no": LOOSE,
        "acepto rechazar": LOOSE,
        "aceptar: imposible": LOOSE,
        "me apunto a otra": LOOSE,
        "acepta tú por mí": LOOSE,
        "elijo la 2": Pick(2),
        "elijo 2": Pick(2),
        "escojo el 2": Pick(2),
        "elegir nº 2": Pick(2),
        "elijo la opción 2": Pick(2),
        "la 2": Pick(2),
        "nº 2": Pick(2),
        "n° 2, gracias": Pick(2),
        "la 5, bosque": Pick(5, FOREST),
        "nº 5 bosque": Pick(5, FOREST),
        "opción 5 bosque 3": Play("forest 3", 5),
        "elijo la 2 y la 3": AMBIGUOUS,
        "elijo 3 en el bosque": AMBIGUOUS,
        "compro la 2 con madera": Play("buy 2 wood"),
        "bosque 3": Play("forest 3"),
        "mensaje enviado desde mi móvil": UNKNOWN,
        "Mensaje reenviado": UNKNOWN,
        "Mensaje de Ana": UNKNOWN,
        "digo que no": UNKNOWN,
        "di que sí": UNKNOWN,
        "mensaje: suerte": Worded("say", "suerte"),
        "decir suerte": Worded("say", "suerte"),
    },
    "pt-br": {
        "aceito?": AMBIGUOUS,
        "a 2?": AMBIGUOUS,
        "pego a 2": Pick(2),
        "aceito não": LOOSE,
        "aceito recusar": LOOSE,
        "aceitar: impossível": LOOSE,
        "aceito o convite de outra pessoa": LOOSE,
        "aceite por mim": LOOSE,
        "escolho a 2": Pick(2),
        "escolho 2": Pick(2),
        "escolher o 2": Pick(2),
        "a 2": Pick(2),
        "nº 2": Pick(2),
        "opção número 2": Pick(2),
        "n° 5 floresta": Pick(5, FOREST),
        "a 5, floresta": Pick(5, FOREST),
        "5ª floresta": Pick(5, FOREST),
        "opção 5, floresta 3": Play("forest 3", 5),
        "escolho a 2 ou a 3": UNKNOWN,
        "escolho 3 na floresta": AMBIGUOUS,
        "construo a 1 com madeira": Play("build 1 wood"),
        "floresta 3": Play("forest 3"),
        "Fala, pessoal!": UNKNOWN,
        "Fala galera": UNKNOWN,
        "Mensagem enviada do meu celular": UNKNOWN,
        "Diga lá": UNKNOWN,
        "Fale comigo depois": UNKNOWN,
        "mensagem: boa sorte": Worded("say", "boa sorte"),
        "dizer boa sorte": Worded("say", "boa sorte"),
    },
    "ko": {
        "네?": AMBIGUOUS,
        "예？": AMBIGUOUS,  # noqa: RUF001
        "참가?": AMBIGUOUS,
        "2번?": AMBIGUOUS,
        "금요일까지 휴가?": AMBIGUOUS,
        "참가 거절": LOOSE,
        "참가 불가": LOOSE,
        "참가 어려울 것 같아요": LOOSE,
        "참가 힘들어요": LOOSE,
        "참가: 불가": LOOSE,
        "참가 X": LOOSE,
        "참가 포기": LOOSE,
        "참가 다음에 할게요": LOOSE,
        "수락 보류할게요": LOOSE,
        "수락 하고 싶지만 시간이 없어요": LOOSE,
        "참가 안 해요": LOOSE,
        "수락 “푸른 달”": LOOSE,
        "5번 숲": Pick(5, FOREST),
        "5번: 숲": Pick(5, FOREST),
        "숲 5번": Pick(5, FOREST),
        "5번째 숲": Pick(5, FOREST),
        "번호 5 숲": Pick(5, FOREST),
        "5번 숲 3명": Play("forest 3", 5),
        "3번 오두막": Play("hut", 3),
        "2번": Pick(2),
        "2번 선택": Pick(2),
        "2번 골라요": Pick(2),
        "1번 카드": Play("card 1"),
        "숲 3명": Play("forest 3"),
        "말 나온 김에 2번": UNKNOWN,
        "대화 좀 합시다": UNKNOWN,
        "말: 안녕": Worded("say", "안녕"),
        "말하기 안녕": Worded("say", "안녕"),
    },
    "it": {
        "accetto?": AMBIGUOUS,
        "la 2?": AMBIGUOUS,
        "prendo la 2": Pick(2),
        "accetto di no": LOOSE,
        "accetto solo se iniziamo oggi": LOOSE,
        "accetto: impossibile": LOOSE,
        "accetta tu": LOOSE,
        "accetto volentieri di rifiutare": LOOSE,
        "scelgo la 2": Pick(2),
        "scelgo 2": Pick(2),
        "scelgo il 2": Pick(2),
        "scelgo la numero 2": Pick(2),
        "la 2": Pick(2),
        "il 2": Pick(2),
        "n. 2": Pick(2),
        "n° 5 foresta": Pick(5, FOREST),
        "la 5, foresta": Pick(5, FOREST),
        "opzione 5, foresta 3": Play("forest 3", 5),
        "scelgo la 2 o la 3": UNKNOWN,
        "scelgo 3 nella foresta": AMBIGUOUS,
        "compro la carta 2 con legno": Play("buy 2 wood"),
        "foresta 3": Play("forest 3"),
        "parla con Ana": UNKNOWN,
        "parla: buona fortuna": Worded("say", "buona fortuna"),
        "scrivi buona fortuna": Worded("say", "buona fortuna"),
    },
}  # fmt: skip

#: Lines that ask for nothing: above a move they do not stop it, and they are not
#: posted.
PASSED_OVER = {
    "en": (
        *("Hi to all", "Hi to all!", "Hello from Porto,", "Good morning to you all 🙂"),
        *("Hey everybody :-)", "Dear all,", "Thanks to all!!", "Hello ~", "Hi Ana 👋"),
        *("Good evening, Ana and Bob", "Cheers from Rome"),
    ),
    "es": (
        *("Hola a todos", "¡Hola a todas!", "Buenos días a todos :)", "Buenas ~"),
        *("Hola desde Madrid", "Buenas noches a todos y a todas", "Hola 👋", "Hola^^"),
        *("Muchas gracias a todos", "¡Saludos desde Lima!", "Estimados amigos:"),
    ),
    "pt-br": (
        *("Bom dia a todos", "Olá a todos", "Oi a todos!", "Boa noite a todas"),
        *("Olá de novo", "Obrigado a todos", "Um abraço a todos", "Oi 😀", "Olá ~"),
        *("Boa tarde a todos e a todas :)", "Bom dia, pessoal"),
    ),
    "ko": (
        *(
            "안녕하세요~",
            "안녕하세요^^",
            "안녕하세요 ^^",
            "안녕하세요ㅎㅎ",
            "감사합니다~",
        ),
        *("여러분 안녕하세요!", "안녕하세요 😀", "감사합니다ㅠㅠ", "수고하세요 ~~"),
        *("반갑습니다 ㅋㅋ", "좋은 아침이에요 ☀️", "안녕하세요... 여러분!!"),
    ),
    "it": (
        *("Ciao a tutti", "Ciao a tutte!", "Buongiorno a tutti :)", "Salve ~"),
        *("Ciao da Roma", "Buonasera a tutti quanti", "Ciao 👋", "Ciao^^"),
        *("Grazie a tutti", "Cordiali saluti a tutti voi", "Saluti da Milano!"),
    ),
}

#: Lines that begin like greetings but stop the lines below.
HOLDING_BACK = {
    "en": ("Hi, ignore this:", "Hey wait", "Best not", "Hi, don’t do this yet:"),
    "es": ("Buenas, espera", "Gracias, pero otro día", "Hola, ignorad esto"),
    "pt-br": ("Oi, espera aí", "Gente, calma", "Valeu, mas depois"),
    "ko": ("죄송합니다 못 하겠어요", "여러분 잠깐만요", "죄송합니다 취소할게요"),
    "it": ("Ciao, non giocare", "Caro, aspetta", "Grazie, ma dopo"),
}

#: Additions of programs and phones below a mail.
SIGNATURES = {
    "en": (
        *("Sent from my iPhone", "This message was sent from my phone"),
        *("Message sent from my mobile", "E-mail sent with Proton Mail"),
    ),
    "es": (
        *("Mensaje enviado desde mi móvil", "Enviado desde mi iPhone"),
        *("Este mensaje ha sido enviado desde un móvil", "Correo enviado con Gmail"),
        *("Mensaje enviado con Aqua Mail", "Este correo fue enviado desde mi tablet"),
    ),
    "pt-br": (
        *("Mensagem enviada do meu celular", "Enviado do meu iPhone"),
        *("Esta mensagem foi enviada do meu telemóvel", "E-mail enviado pelo celular"),
        *("Enviada a partir do meu telemóvel", "Mensagem enviada via Yahoo Mail"),
    ),
    "ko": (
        *("나의 iPhone에서 보냄", "내 휴대폰에서 보낸 메시지", "Galaxy에서 보냄"),
        *("갤럭시에서 보낸 메시지입니다.", "모바일에서 발송된 메일입니다."),
    ),
    "it": (
        *("Messaggio inviato dal mio cellulare", "Inviato da iPhone"),
        *(
            "Questo messaggio è stato inviato dal mio telefono",
            "Mail inviata da Outlook",
        ),
        *("Messaggio inviato con Libero Mail", "Inviata dal mio cellulare"),
    ),
}

each_language = pytest.mark.parametrize("language", READ)


@each_language
def test_each_line_is_understood_or_asked_back(language: str) -> None:
    read = {line: parse_line(line, language, today=TODAY) for line in READ[language]}
    assert read == READ[language]


@each_language
def test_greetings_and_signatures_neither_stop_a_move_nor_are_posted(
    language: str,
) -> None:
    letters = [
        *(f"{greeting}\n\n18\n" for greeting in PASSED_OVER[language]),
        *(f"{greeting}\n18\n" for greeting in PASSED_OVER[language]),
        *(f"18\n\n{line}\n" for line in (*SIGNATURES["en"], *SIGNATURES[language])),
        *(f"18\n{line}\n" for line in SIGNATURES[language]),
    ]
    read = {
        letter: lines_of(own_paragraphs(letter, is_wrapped=True), language)
        for letter in letters
    }
    assert {letter: lines for letter, lines in read.items() if lines != ["18"]} == {}


@each_language
def test_greeting_that_holds_back_stops_the_lines_below(language: str) -> None:
    for line in HOLDING_BACK[language]:
        lines = lines_of(own_paragraphs(f"{line}\n18\n", is_wrapped=True), language)
        assert lines == [line, "18"]
        assert isinstance(parse_line(line, language, today=TODAY), Unclear)


@pytest.mark.parametrize(
    "line", ["참가 거절", "참가 어려울 것 같아요", "참가: 불가", "네?"]
)
def test_unusual_refusal_is_asked_back(
    invited_game: Game, bob: User, reply: Reply, line: str
) -> None:
    User.objects.filter(pk=bob.pk).update(language="ko")
    (fate,) = fates(reply(invited_game, bob, line))
    assert fate in ("asked", "failed")
    assert seat_of(invited_game, bob).invitation == Invitation.INVITED


def test_number_of_a_choice_is_not_a_number_of_people(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    User.objects.filter(pk=alice.pk).update(language="ko")
    mail = shown(seat_of(two_player_game, alice))
    wrong = reply(two_player_game, alice, "5번 숲", answers=mail)
    assert "사냥터 5" in words(wrong), "that is choice 5"
    assert Game.objects.get(pk=two_player_game.pk).version == two_player_game.version
    right = reply(two_player_game, alice, "8번 숲", answers=mail)
    assert fates(right) == ["done"], words(right)
    assert StoredEvent.objects.filter(command="forest 3").exists()
