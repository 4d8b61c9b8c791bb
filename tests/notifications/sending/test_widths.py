"""Lines of mails are wrapped by columns, not by the number of letters."""

from notifications.mail_text.body import columns_of
from notifications.sending.render import LINE_WIDTH, tidy


def test_korean_letter_takes_two_columns() -> None:
    assert columns_of("forest 3") == 8
    assert columns_of("숲 3") == 4


def test_korean_lines_are_no_wider_than_others() -> None:
    korean = tidy("- " + "이 메일에 답할 수 있어요. " * 10)
    english = tidy("- " + "You can answer this mail. " * 10)
    for text in (korean, english):
        lines = text.splitlines()
        assert max(map(columns_of, lines)) <= LINE_WIDTH + 1
        assert all(columns_of(line) > LINE_WIDTH / 2 for line in lines[:-1])
        assert all(line.startswith("  ") for line in lines[1:])
