"""Additions of mail programs in other languages are ignored or cut."""

from pathlib import Path

import pytest

from bench import corpora
from notifications.mail_text.quote_stripping import own_paragraphs

QUOTED = "\n> hut\n"
ADDED = [
    "---- On Tue, 22 Dec 2015 14:17:36 +0530 Sam wrote ----\nhut",
    "понедельник, 6 октября 2014 пользователь lidel написал:\nhut",
    "Da: Sally54721\nRisposta: Testy / Test\nhut",
    "Från: Ana\nSkickat: den 3 mars\nhut",
    "Den 3. mars 2026 kl. 10 skrev Ana:\nhut",
    "Sendt fra min iPad\nhut",
    "Skickat från min iPhone\nhut",
    "Envoyé depuis mon iPhone\nhut",
    "Von meinem Mobilgerät gesendet\nhut",
    "Diese Nachricht wurde von meinem Telefon mit K-9 Mail gesendet.\nhut",
    "From my iPhone 6\nhut",
]


@pytest.mark.parametrize("added", ADDED)
def test_introduction_is_cut_with_everything_below(added: str) -> None:
    paragraphs = own_paragraphs(f"forest 3\n\n{added}\n", is_wrapped=True)
    assert paragraphs == (("forest 3",),)


def test_benchmark_counts_its_mails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And it finds mistakes, so that a count of 0 means something."""
    mails = tmp_path / "theirs" / "emails"
    mails.mkdir(parents=True)
    (mails / "top.txt").write_text(f"Fine.\n\nOn Tue Ana wrote:{QUOTED}> 2\n")
    (mails / "told.txt").write_text("Fine.\n\nCard 2 of 3?\n")
    trimmed = mails.parent / "trimmed"
    trimmed.mkdir()
    (trimmed / "told.txt").write_text("Fine.")
    tally = corpora.CorpusTally()
    for mail in corpora.read_mails(mails.parent):
        corpora.try_mail(mail, tally)
    assert (tally.mails, tally.replies) == (2, 10)
    assert (tally.quoted, tally.lost) == ([], [])
    assert set(tally.in_part) == {"told.txt"}
    assert tally.plants == 5 * 3
    assert "in_part: told.txt" in corpora.table_of({"theirs": tally})
    unmarked = corpora.ForeignMail(mails / "x", ("Fine.", "___"), range(1), True)
    careless = corpora.CorpusTally()
    corpora.try_mail(unmarked, careless)
    assert careless.plants == 5
    assert corpora.main(mails) == 0
    assert "\nemails " in capsys.readouterr().out
