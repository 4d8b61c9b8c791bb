"""Address headers: the one address, and the display name."""

import pytest

from notifications.inbox.process import limit_seconds
from notifications.mail_text import headers
from notifications.mail_text.parse import message_of

KIM = "=?UTF-8?B?6rmA7LKg7IiY?="
ADDRESS = "kim@x.org"


def person(value: str) -> tuple[str, str]:
    message = message_of(f"From: {value}\r\n\r\nhut".encode())
    return headers.only_address(message, "From"), headers.display_name(message, "From")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (f'"{KIM}" <{ADDRESS}>', "김철수"),
        (f"{KIM}<{ADDRESS}>", "김철수"),
        (f'"{KIM}"<{ADDRESS}>', "김철수"),
        (f"{KIM}\r\n <{ADDRESS}>", "김철수"),
        (f"{ADDRESS} <{ADDRESS}>", ""),
        (f"'{ADDRESS}' <{ADDRESS}>", ""),
        (f"Kim@X.org <{ADDRESS}>", ""),
        (f"Ana [x] <{ADDRESS}>", "Ana [x]"),
        (f"Kim, Ana <{ADDRESS}>", "Kim, Ana"),
        (f"Ana Kim <{ADDRESS}>", "Ana Kim"),
        (f'"Kim \\"K\\" Ana" <{ADDRESS}>', 'Kim "K" Ana'),
        (f"<{ADDRESS}>", ""),
        (ADDRESS, ""),
    ],
)
def test_mistakes_in_a_name_are_tolerated(value: str, name: str) -> None:
    assert person(value) == (ADDRESS, name)


@pytest.mark.parametrize(
    "value",
    [
        *(
            f"a@y.org <{ADDRESS}>",
            f"'a@y.org' <{ADDRESS}>",
            f"Ana, a@y.org <{ADDRESS}>",
        ),
        *(
            f"<a@y.org> <{ADDRESS}>",
            f"Ana [a@y.org] <{ADDRESS}>",
            f"{ADDRESS}, a@y.org",
        ),
        *(f"Kim, Ana <{ADDRESS}>, Bob <a@y.org>", f"Kim, Ana <{ADDRESS}> a@y.org"),
        *(f"Kim, Ana <{ADDRESS}> (b)", f"Ana: <{ADDRESS}>", f"Ana: [x] <{ADDRESS}>;"),
        *(f"=?utf-8?q?a=40y.org?=<{ADDRESS}>", f'"=?utf-8?q?a=40y.org?=" <{ADDRESS}>'),
        *(f"=?utf-8?q?a=EF=BC=A0y.org?=<{ADDRESS}>", f"Ana [\uff20] <{ADDRESS}>"),
        *(f'"Ana <{ADDRESS}>', f"Ana [( <{ADDRESS}>", f"Ana \\[x] <{ADDRESS}>"),
        *("Kim, Ana <kim@[127.0.0.1]>", "Ana [x] <=?utf-8?q?kim?=@x.org>"),
        *("Ana [x] <@y.org:kim@x.org>", "Ana [x] <kim.@x.org>", "Ana [x] <kim@x.org."),
        *(f"Ana [\x00] <{ADDRESS}>", f"Kim, Ana <{ADDRESS}>\r\nFrom: {ADDRESS}"),
        *(f"Ana [x] <{ADDRESS}\u0131>", "Kim, Ana", f"Ana [x] <{ADDRESS}", ""),
    ],
)
def test_name_that_looks_like_an_address_is_doubtful(value: str) -> None:
    assert person(value) == ("", "")


@pytest.mark.parametrize("name", ["", "Kim, "])
def test_truncated_header_is_doubtful(name: str) -> None:
    read = f"<{ADDRESS}>".rjust(headers.LONGEST_SENDER - len(name), "x")
    assert person(name + read)[0] == ADDRESS
    assert person(f"{name}{read}, a@y.org") == ("", "")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("=?UTF-8?B?6rmA?=\r\n =?UTF-8?B?7LKg?=", "김철"),
        ("=?UTF-8?B?6rmA?= =?UTF-8?Q?=EC=B2=A0?=", "김철"),
        ("=?UTF-8?B?6rmA?= Ana =?UTF-8?B?7LKg?=", "김 Ana 철"),
        ("=?x-none?q?a?= =?UTF-8?B?7LKg?=", "a철"),
    ],
)
def test_space_between_encoded_words_is_removed(value: str, name: str) -> None:
    assert person(f"{value} <{ADDRESS}>") == (ADDRESS, name)


@pytest.mark.parametrize("unit", ["a", "a.", ",", "[", '"', "'", " ", "=?", "a@", "<"])
def test_parsing_a_name_is_fast(unit: str) -> None:
    with limit_seconds(0.25):
        person(unit * 3900)
        person(f"{unit * headers.LONGEST_HEADER} <{ADDRESS}>")
        person(f"Kim, [ <{unit * 3900}")
