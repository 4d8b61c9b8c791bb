"""The simulated month: many games, played through the services by all kinds of people.

``schedule`` has the clock, which jumps from one action to the next. ``simulation`` has
the tables and the sweeps, ``player_profiles`` and ``player_habits`` have the behaviour
of players, and ``tables`` says who plays with whom. ``invariants`` checks the logs.
"""
