"""A host who cannot go on: a scene for a site, set where the pages are."""

from django.conf import settings
from django.test import Client

from games.accounts.users import update_user, user_for_email
from games.links.purposes import PLAY_LINK, TAKE_SEAT_LINK
from games.lobby.new_games import OPEN, create_game
from games.now import database_now
from games.seats.invitations import accept_seat
from games.seats.leaving import ask_to_take_seat
from games.web.reader import BACKEND
from stoneage_core.terms import Terms


def fill() -> tuple[str, dict[str, str]]:
    """Return a session of the host, and the paths of pages by what they are called."""
    now, emails = database_now(), [f"{who}@leaving.example" for who in ("anna", "ben")]
    anna, ben = (user_for_email(email=email, now=now) for email in emails)
    for user, name in ((anna, "Anna"), (ben, "Ben")):
        update_user(user=user, name=name)
    waiting = create_game(host=anna, players=[anna, ben, OPEN], now=now)
    accept_seat(seat=waiting.seats.get(number=1), now=now)
    rated = create_game(
        host=anna, players=[anna, ben], terms=Terms(2, rated=True), now=now
    )
    played = create_game(host=ben, players=[ben, anna], now=now)
    for game, number in ((rated, 1), (played, 1)):
        accept_seat(seat=game.seats.get(number=number), now=now)
    own = played.seats.select_related("game", "user").get(number=0)
    offer = ask_to_take_seat(seat=own, email="eva@leaving.example", now=now)
    client = Client()
    client.force_login(anna, backend=BACKEND)
    pages = {
        "cancel": f"/games/{waiting.slug}/cancel/",
        "leave-before-start": f"/games/{waiting.slug}/play/leave/",
        "leave-rated": f"/games/{rated.slug}/play/leave/",
        "leave": f"/games/{played.slug}/play/leave/",
        "leave-by-link": f"{PLAY_LINK.url(own, now=now)}leave/",
        "asked": TAKE_SEAT_LINK.url(own, offer.user, offer, now=now),
    }
    return client.cookies[settings.SESSION_COOKIE_NAME].value, pages
