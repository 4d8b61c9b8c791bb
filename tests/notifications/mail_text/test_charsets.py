"""Text whose charset is missing or wrong is decoded all the same."""

import pytest

from notifications.mail_text.parse import parse_mail

WORDS = {
    "en": "forest 3, thanks José",
    "es": "bosque 3, ¡qué ilusión!",
    "it": "foresta 3, è già tardi",
    "pt": "floresta 3, não há pressa",
    "ko": "숲 3, 고마워요",
}
#: What programs without Unicode use.
USUAL = {"ko": "cp949"}


def read(octets: bytes, head: str = "text/plain", language: str = "") -> str:
    source = f"Content-Type: {head}\r\n\r\n".encode() + octets
    return "\n".join(parse_mail(source, language).own_lines)


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize(
    "declared", ["", "; charset=utf-8", "; charset=us-ascii", "; charset=none-such"]
)
def test_usual_charset_of_the_language_is_the_last_resort(
    language: str, declared: str
) -> None:
    words = WORDS[language]
    octets = words.encode(USUAL.get(language, "cp1252"))
    assert read(octets, f"text/plain{declared}", language) == words


@pytest.mark.parametrize("words", WORDS.values())
@pytest.mark.parametrize(
    "declared", ["", "us-ascii", "iso-8859-1", "windows-1252", "iso-8859-15"]
)
def test_utf_8_is_recognised_under_another_name(words: str, declared: str) -> None:
    head = f"text/plain; charset={declared}" if declared else "text/plain"
    assert read(words.encode(), head) == words


def test_korean_in_utf_8_is_recognised_under_the_name_of_its_old_charset() -> None:
    head = "text/plain; charset=euc-kr"
    assert read(WORDS["ko"].encode(), head) == WORDS["ko"]


@pytest.mark.parametrize(
    "meta",
    [
        "<meta charset=euc-kr>",
        '<meta charset="EUC-KR">',
        "<META http-equiv=Content-Type content='text/html; charset=ks_c_5601-1987'>",
    ],
)
@pytest.mark.parametrize("declared", ["", "; charset=utf-8", "; charset=iso-8859-1"])
def test_charset_in_the_page_counts_if_that_of_the_header_does_not_fit(
    meta: str, declared: str
) -> None:
    octets = f"<html><head>{meta}</head><p>{WORDS['ko']}".encode("euc-kr")
    assert read(octets, f"text/html{declared}", "en") == WORDS["ko"]


def test_wrong_charset_in_the_page_does_no_harm() -> None:
    octets = f"<meta charset=euc-kr><p>{WORDS['es']}".encode()
    assert read(octets, "text/html; charset=utf-8") == WORDS["es"]
    assert read(octets, "text/html") == WORDS["es"]


@pytest.mark.parametrize(
    ("charset", "words"),
    [
        ("iso-2022-kr", "숲 3"),
        ("iso-2022-jp", "森 3"),
        ("gb2312", "森林 3"),
        ("shift_jis", "森 3"),
        ("windows-1251", "лес 3"),
        ("iso-8859-2", "las 3, dziękuję"),
        ("utf-16", "bosque 3, ¡qué ilusión!"),
    ],
)
def test_right_charset_counts_whatever_the_language(charset: str, words: str) -> None:
    head = f"text/plain; charset={charset}"
    # Bytes that may be Korean letters are, to a Korean, unless their charset rejects
    # them.
    for language in sorted(WORDS.keys() - {"ko"}):
        assert read(words.encode(charset), head, language) == words


def test_korean_word_in_its_own_charset_is_not_taken_for_another() -> None:
    """These bytes are valid UTF-8, too."""
    octets = "타".encode("euc-kr")
    assert octets.decode() != "타"
    assert read(octets, "text/plain; charset=euc-kr", "ko") == "타"


def test_footer_in_another_charset_leaves_the_text_alone() -> None:
    octets = f"{WORDS['ko']}\r\n\r\nTraído por José".encode()
    octets = octets.replace(
        "Traído por José".encode(), "Traído por José".encode("cp1252")
    )
    assert (
        read(octets, "text/plain; charset=utf-8", "es").splitlines()[0] == WORDS["ko"]
    )
