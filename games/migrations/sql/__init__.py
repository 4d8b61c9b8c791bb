"""What migrations did to databases by hand, one module for each state of it.

A module that a migration has run is history and never edited: what is to be different
is a new module and a new migration.
"""
