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


def test_what_a_stranger_can_vary_leads_to_one_recipient() -> None:
    assert {recipient_of(address) for address in ONE} == {"annamaria@gmail.com"}
    assert recipient_of("ben+1@example.org") == recipient_of("Ben+2@example.org")


def test_dots_tell_people_apart_elsewhere() -> None:
    assert recipient_of("a.b@example.org") != recipient_of("ab@example.org")
    assert recipient_of("ab@example.org") != recipient_of("ab@example.net")


def test_hashes_tell_nothing_without_the_key(settings: LazySettings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    (old,) = hashes_of("ben@example.org")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    new, still = hashes_of("Ben+x@example.org")
    assert (still, len(new)) == (old, 32)
    assert new != old
