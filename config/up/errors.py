"""Why the service did not start, in one sentence for whoever typed `up`."""


class CannotStart(Exception):
    """Nothing was started, or all of it has been stopped again."""


class WrongOption(CannotStart):
    """The caller must choose something else: exit code 2."""
