"""
A month of many games, played through the services by people of every temperament.

``agenda`` is time that travels from one deed to the next, ``world`` the tables and the
service that sweeps them, ``temperaments`` and ``occupations`` what people do when they
are asked, ``casting`` who plays with whom; and ``judge`` reads in the log whether
everything that happened was right.
"""
