"""The simulated month: many games, played through the services by all kinds of people.

``schedule`` is time that travels from one deed to the next, ``simulation`` the tables
and the service that sweeps them, ``player_profiles`` and ``player_habits`` what people
do when they are asked, ``tables`` who plays with whom; and ``invariants`` reads in the
log whether everything was right.
"""
