"""Forgeries of a record: each function returns a change of its lines."""

import json

MOMENTS = ("begins", "ends", "until")


def event(number, **fields):
    """Change fields of an event, and the same fields of its command."""

    def change(lines):
        lines[number - 1]["event"] |= fields
        lines[number - 1]["command"] = _told(lines[number - 1]["command"], fields)

    return change


def _told(text, fields):
    """Return a command with changed fields; a move stays as it is."""
    if not text.startswith("{"):
        return text
    command = json.loads(text)
    for name, value in fields.items():
        if name in command:
            command[name] = _in_a_command(command, name, value)
    return canonical(command)


def _in_a_command(command, name, value):
    if command["type"] == "TakeBack":
        return value + 1
    return value.replace(".000000Z", "Z") if name in MOMENTS else value


def canonical(command):
    return json.dumps(
        command, sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )


def event_alone(number, **fields):
    """Change fields of an event, but not of its command."""

    def change(lines):
        lines[number - 1]["event"] |= fields

    return change


def command(number, **fields):
    """Change fields of the command of an event, and nothing else."""

    def change(lines):
        told = json.loads(lines[number - 1]["command"]) | fields
        lines[number - 1]["command"] = canonical(told)

    return change


def line(number, **keys):
    """Change the author, source, time or other keys of an entry."""

    def change(lines):
        lines[number - 1] |= keys

    return change


def without(first, last=None):
    def change(lines):
        del lines[first - 1 : last or first]

    return change


def swapped(first, second, end):
    """Exchange the decisions that begin at ``first`` and ``second``."""

    def change(lines):
        head, one = lines[: first - 1], lines[first - 1 : second - 1]
        lines[:] = head + lines[second - 1 : end - 1] + one + lines[end - 1 :]

    return change


def inserted(number, like, fields=None, **keys):
    """Insert a copy of event ``like``, with changes, before event ``number``."""

    def change(lines):
        now = lines[min(number, len(lines)) - 1]["recorded_at"]
        told = _told(lines[like - 1]["command"], fields or {})
        new = lines[like - 1] | {"recorded_at": now, "command": told} | keys
        lines.insert(number - 1, new | {"event": new["event"] | (fields or {})})

    return change


def both(*changes):
    def change(lines):
        for each in changes:
            each(lines)

    return change
