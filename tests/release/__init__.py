"""Rehearsals of releases that change what games in progress are played by."""
