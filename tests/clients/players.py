"""Two people whose programs play with each other."""

from games.accounts.programs import make_token
from games.accounts.users import update_user, user_for_email
from games.models.tokens import Scope
from games.now import database_now


def make_players() -> dict[str, tuple[str, str]]:
    """Return the address and a token of each, by their names."""
    now, players = database_now(), {}
    for name in ("Anna", "Ben"):
        email = f"{name.lower()}@example.org"
        user = update_user(user=user_for_email(email=email, now=now), name=name)
        scopes = [Scope.READ, Scope.PLAY]
        token = make_token(user=user, name="trial", scopes=scopes, now=now).text
        players[name] = email, token
    return players
