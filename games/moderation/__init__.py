"""The staff's desk: the dashboard, pages of games, and actions in two steps.

An action is declared once, in ``actions/``: its words, who may do it, what it does. One
function does any of them (``action.execute``). Only the staff read what is not marked
for translation here: it is English.
"""
