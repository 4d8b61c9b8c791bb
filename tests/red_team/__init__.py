"""The red team: each dishonest act of docs/disputes.md carried out, a file for each.

Who plays the operator here has every right: the database without its triggers, the
secret seed, the program itself. Each test says what finds the act, with which evidence
in whose hands; where nothing does, a test shows that as well.
"""
