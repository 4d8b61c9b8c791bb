"""What a forger does to the lines of a record: each returns a change to be made."""


def event(number, **fields):
    """Change fields of the event with a number."""

    def change(lines):
        lines[number - 1]["event"] |= fields

    return change


def line(number, **keys):
    """Change what is told of the making of an event."""

    def change(lines):
        lines[number - 1] |= keys

    return change


def without(first, last=None):
    def change(lines):
        del lines[first - 1 : last or first]

    return change


def swapped(first, second, end):
    """Exchange two decisions, each of which begins at a number."""

    def change(lines):
        head, one = lines[: first - 1], lines[first - 1 : second - 1]
        lines[:] = head + lines[second - 1 : end - 1] + one + lines[end - 1 :]

    return change


def inserted(number, like, fields=None, **keys):
    """Put in another event, made like some other one, before the one with a number."""

    def change(lines):
        now = lines[min(number, len(lines)) - 1]["recorded_at"]
        new = lines[like - 1] | {"recorded_at": now} | keys
        lines.insert(number - 1, new | {"event": new["event"] | (fields or {})})

    return change


def both(*changes):
    def change(lines):
        for each in changes:
            each(lines)

    return change
