"""New games that visitors fill in before they sign in."""

from datetime import datetime

from django.http import QueryDict
from django.utils.crypto import get_random_string

from games.models import GameDraft
from games.models.drafts import DRAFT_CODE_LENGTH
from games.models.games import SLUG_ALPHABET


def keep_draft(fields: QueryDict, now: datetime) -> str:
    """Store what a visitor typed; return the code by which it is found again."""
    code = get_random_string(DRAFT_CODE_LENGTH, SLUG_ALPHABET)
    kept = fields.copy()
    kept.pop("csrfmiddlewaretoken", None)
    GameDraft.objects.create(code=code, fields=kept.urlencode(), made_at=now)
    return code


def find_draft(code: str) -> QueryDict | None:
    """Return what the visitor typed, or None if it is used up or too old."""
    draft = GameDraft.objects.filter(code=code).first() if code else None
    return None if draft is None else QueryDict(draft.fields)


def drop_draft(code: str) -> None:
    GameDraft.objects.filter(code=code).delete()
