"""Typed text is separated from what mail programs add, in five languages.

``corpus`` contains invented replies in the formats of mail programs; ``expected.json``
has the typed lines of each.
"""

import json
from itertools import chain
from pathlib import Path

import pytest

from notifications.mail_text.parse import parse_mail
from notifications.mail_text.quote_stripping import (
    LONGEST_HEAD,
    LONGEST_LINE,
    MOST_LINES,
    own_paragraphs,
)

CORPUS = Path(__file__).parent / "corpus"
EXPECTED = json.loads((CORPUS / "expected.json").read_text("utf-8"))
QUOTE = "On Mon, 1 Jan 2026 at 10:00, Stone Age <a@example.org> wrote:\n> 1\n"
LONG = "word " * 14 + "end"


def own_lines(text: str) -> tuple[str, ...]:
    return tuple(chain.from_iterable(own_paragraphs(text, is_wrapped=True)))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_only_typed_lines_of_a_reply_remain(name: str) -> None:
    letter = parse_mail((CORPUS / f"{name}.eml").read_bytes())
    assert list(letter.own_lines) == EXPECTED[name]
    assert letter.why_automatic == ""


def test_corpus_is_complete() -> None:
    assert {path.stem for path in CORPUS.glob("*.eml")} == set(EXPECTED)
    for language in ("en", "es", "pt", "ko", "it"):
        assert sum(name.endswith(f"-{language}") for name in EXPECTED) >= 20


COMMANDS = [
    *("2", "forest 3", "clay pit 2", "use hut", "tools 1 1", "buy 2 wood brick"),
    *("buy 2 wood wood gold", "leave building 1", "feed wood 2 brick 1", "help"),
    *("board", "undo", "away until 3 Dec", "accept", "decline", "hunt 10", "hut"),
    *(
        "2.",
        "1, 3",
        "ayuda",
        "ajuda",
        "aiuto",
        "도움말",
        "bosque 3",
        "숲 3",
        "tools none",
    ),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_is_mistaken_for_an_addition(command: str) -> None:
    assert own_lines(command) == (command,)
    assert own_lines(f"forest 1\n{command}\n") == ("forest 1", command)
    assert own_lines(f"{command}\n\n{QUOTE}") == (command,)
    assert own_lines(f"{command}\n{QUOTE}") == (command,)
    assert own_lines(f"{QUOTE}\n{command}") == (command,)


@pytest.mark.parametrize(
    "text",
    [
        "> forest 3",
        "-- \nforest 3",
        "\n--\nforest 3",
        "Sent from my iPhone\nforest 3",
        "On Monday, somebody wrote:\nforest 3",
        "From: a@example.org\nTo: b@example.org\nforest 3",
        "________________________________\nforest 3",
        "-----Original Message-----\nforest 3",
        "Wer auch immer <a@example.org>:\nforest 3",
        "This email is confidential\nforest 3",
    ],
)
def test_nothing_remains_of_a_reply_without_typed_text(text: str) -> None:
    assert own_lines(text) == ()


def test_invisible_characters_are_removed() -> None:
    assert own_lines("\ufeff\u200bforest\xa03\u200b\ue000") == ("forest 3",)


def test_blank_lines_and_quotes_separate_paragraphs() -> None:
    text = f"\n\nhut\nforest 3\n \nsay Hello\n{QUOTE}2\n\n"
    found = own_paragraphs(text, is_wrapped=True)
    assert found == (("hut", "forest 3"), ("say Hello",), ("2",))


def test_unwrapped_line_is_a_paragraph() -> None:
    found = own_paragraphs("hut\nforest 3\n\n2", is_wrapped=False)
    assert found == (("hut",), ("forest 3",), ("2",))


@pytest.mark.parametrize(
    ("line", "is_wrapped", "expected"),
    [
        (f"> {LONG}", True, ()),
        (f"> {LONG}", False, ("2",)),
        (f"> Your turn: https://example.org/{'x' * 60}/", True, ("2",)),
        ("> hut", True, ("2",)),
    ],
)
def test_continuation_of_a_quoted_line_is_cut(
    line: str, is_wrapped: bool, expected: tuple[str, ...]
) -> None:
    found = own_paragraphs(f"{QUOTE}{line}\n2", is_wrapped=is_wrapped)
    assert tuple(chain.from_iterable(found)) == expected


def test_lists_are_kept_and_signatures_are_cut() -> None:
    assert own_lines("- hut\n- forest 3\n-2") == ("- hut", "- forest 3", "-2")
    assert own_lines("hut\n-Ana") == own_lines("hut\n—Ana") == ("hut",)
    assert own_lines("-hut\n-forest 3") == ("-hut", "-forest 3")


@pytest.mark.parametrize(
    "text",
    [
        *("hut\n-say good game", "hut\n-forest", "-hut\n-Forest", "-Hut"),
        *("hut\n-Ana\n2", "hut\n-Ana Belén"),
    ],
)
def test_dash_may_begin_a_command(text: str) -> None:
    assert own_lines(text) == tuple(text.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        *("Ciao,\nforesta 3", "Thanks!\nforest 3", "Thanks, Bob\nforest 3"),
        *("Gracias.\nbosque 3", "Gracias, Bob\nbosque 3", "Saludos, Bob\n2"),
        *("Obrigado!\n2", "Grazie!\n2", "감사합니다.\n2", "고맙습니다\n숲 3"),
        *("Best, this is my turn:\n2", "2\nThanks!\nforest 3", "Hola\nGracias\n2"),
        *("2\nThanks!\nHut", "2\nThanks!\nundo", "2\nCheers\nBob Miller\nundo"),
        *("Gracias,\nAcepto", "2\nThanks!\nUSE HUT", "2\nThanks\nAna Mota\nhut 1"),
    ],
)
def test_lines_below_thanks_are_kept(text: str) -> None:
    assert own_lines(text) == tuple(text.splitlines())
    assert own_lines(text.replace("\n", "\n\n")) == tuple(text.splitlines())


@pytest.mark.parametrize(
    "signature",
    [
        *("Thanks", "Gracias.", "Thanks,\nAnna\nSent from my iPhone"),
        "Best regards\nAnna Meyer\nCEO, Foo Ltd\n+49 123 456",
        "Saludos\nJ. Núñez\n-- \nforest 3",
        "Cordiali saluti,\n\nAnna O'Hara\nTel.: +39 012 345\nanna@example.org",
        "감사합니다.\n김보람 드림",
    ],
)
def test_closing_with_a_name_below_is_a_signature(signature: str) -> None:
    assert own_lines(f"2\n{signature}") == ("2",)
    assert own_lines(f"2\n\n{signature}\n\n{QUOTE}") == ("2",)


@pytest.mark.parametrize(
    "greeting",
    ["Gracias por esperar.", "Ciao a tutti", "Grazie mille a tutti", "Cheers all"],
)
def test_closing_at_the_top_is_kept(greeting: str) -> None:
    closing = greeting.split()[0]
    assert own_lines(f"{greeting}\n2\n{closing}") == (greeting, "2")
    assert own_lines(f"{closing}\n2\n{closing}") == (closing, "2")


@pytest.mark.parametrize(
    "head", ["", "Hash: SHA512\n", "Hash: SHA256\nCharset: utf-8\n"]
)
def test_openpgp_armour_is_removed(head: str) -> None:
    above = f"-----BEGIN PGP SIGNED MESSAGE-----\n{head}\n"
    beneath = "-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n"
    assert own_lines(f"{above}hut\n- -2\n{beneath}") == ("hut", "-2")
    assert own_lines(f"{above}hut\n- -- \nAna\n{beneath}{QUOTE}") == ("hut",)
    assert own_lines("Hash: 2\n- hut") == ("Hash: 2", "- hut")


def test_long_lines_are_complete() -> None:
    line = f"say {'word ' * 100}end"
    assert own_lines(f"hut\n{line}\n2") == ("hut", line, "2")
    assert own_lines(f"say {'x' * 5000}") == (f"say {'x' * (LONGEST_LINE - 4)}",)


@pytest.mark.long
@pytest.mark.parametrize(
    "unit",
    [
        *("On ", "a", "-", "_", "\n", " \n", "> ", "* ", "From: ", "From:", "a@b "),
        *("El ", "A: x\n", "On x wrote\n", "Sent from my ", "-\n", "1.1.", "2026-"),
        *("caution: mail ", "<a@b> ", "이 메일은 ", "\u2028", "(.|\\s)*"),
    ],
)
def test_stripping_is_fast_for_any_text(unit: str) -> None:
    """The number and length of lines are bounded, and nothing is exponential."""
    own_lines(unit * (100_000 // len(unit)))
    line = (unit.strip("\n") * LONGEST_HEAD)[:LONGEST_HEAD]
    own_lines(f"{line}\n" * MOST_LINES)
