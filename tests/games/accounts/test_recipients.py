"""Which addresses count as one recipient."""

from django.conf import LazySettings

from games.people.recipients import hashes_of, recipient_of

ONE = (
    "anna.maria@gmail.com",
    "AnnaMaria@GMail.com",
    "anna.maria+stone.age@gmail.com",
    "a.n.n.a.m.a.r.i.a@googlemail.com",
    '"anna\\.maria"@gmail.com',
)


def test_spellings_of_an_address_are_one_recipient() -> None:
    assert {recipient_of(address) for address in ONE} == {"annamaria@gmail.com"}
    assert recipient_of("ben+1@example.org") == recipient_of("Ben+2@example.org")


def test_dots_distinguish_addresses_of_other_providers() -> None:
    assert recipient_of("a.b@example.org") != recipient_of("ab@example.org")
    assert recipient_of("ab@example.org") != recipient_of("ab@example.net")


def test_hashes_differ_without_the_key(settings: LazySettings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    (old,) = hashes_of("ben@example.org")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    new, still = hashes_of("Ben+x@example.org")
    assert (still, len(new)) == (old, 32)
    assert new != old
