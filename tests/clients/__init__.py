"""The trial of clients that others generate: `python -m tests.clients` (.ci/long).

It is no test of pytest, because it needs Node and packages of npm, which the tests do
without.
"""
