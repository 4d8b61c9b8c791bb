"""
Leagues in seasons, and tournaments: divisions of games that are all played at once.
"""
