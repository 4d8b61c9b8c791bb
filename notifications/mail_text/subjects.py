"""Subjects without what programs put before them.

Our answer has the subject of the mail that it answers, and the next answer has that
subject again. So every prefix that we kept would stay for all later mails of a game.
"""

import re

from games.command_language.vocabulary import mail_patterns

#: What programs write before the subject of a reply or of a forwarded mail.
_ANSWERS = "|".join(
    (
        *("re", "fwd?", "fw"),  # English, and most programs in any language
        *("aw", "antw", "antwort", "wg"),  # German, Dutch
        *("sv", "vs", "vb", "vl", "ang"),  # Danish, Finnish, Norwegian, Swedish
        *("res", "enc", "rv", "resp", "reenv"),  # Portuguese, Spanish
        *("r", "rif", "i", "inoltra", "risp"),  # Italian
        *("tr", "réf", "ref", "rép"),  # French
        *("odp", "pd", "ynt", "ilt", "vá", "továbbítás", "odg"),  # Polish, Turkish, …
        *("ответ", "пересл", "на", "отв"),  # Russian
        *("답장", "회신", "전달", "답글"),  # Korean
        *("回复", "回覆", "答复", "转发", "轉寄", "返信", "転送"),  # Chinese, Japanese
    )
)
#: How programs begin the subject of an automatic reply, in our languages and in others.
AUTOMATIC = "|".join(
    (
        mail_patterns("absent"),
        *("automatisch antwoord", "autosvar", "automatiskt svar"),
        *("r[ée]ponse automatique", "absence du bureau"),
        *("自动回复", "自動回覆", "自動返信"),
    )
)
#: The same, but only with a colon: people begin subjects with these words, too.
_ALSO = "auto|abwesend|afwezig|ausente|assente|absent"
_COLON = "[:\N{FULLWIDTH COLON}]"
#: "Re:", "RES: ", "Re[2]:", "Out of office:", and the tags of gateways: "[EXTERNAL]".
_PREFIX = re.compile(
    rf"\s*(?:(?:{_ANSWERS}|{AUTOMATIC}|{_ALSO})\s*(?:[\[(]\d+[\])])?\s*{_COLON}"
    r"|\[[^\[\]]{1,30}\]|\*{2,}[A-Z ]{2,20}\*{2,})\s*",
    re.IGNORECASE,
)
#: In the middle of a subject, below words that were typed or added above.
_WITHIN = re.compile(
    rf"(?:^|[\s{_COLON[1:]})re\s*(?:\[\d+\])?\s*{_COLON}", re.IGNORECASE
)


def bare_subject(subject: str) -> str:
    """
    Return a subject without all that stands before its last "Re:", and without other
    prefixes of replies, automatic replies and gateways.
    """
    *_, last = _WITHIN.split(subject)
    while found := _PREFIX.match(last):
        last = last[found.end() :]
    return last.strip()


def subject_of_answer(subject: str) -> str:
    """Return "Re: " and the bare subject; '' if that is empty."""
    bare = bare_subject(subject)
    return f"Re: {bare}" if bare else ""
