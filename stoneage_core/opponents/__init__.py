"""
Bots that search: a compact model of the game, playouts, and a ladder of opponents.

``ladder`` has the opponents, ``choosing`` their decisions, ``judging`` the chances of
winning.
"""
