"""How many examples Hypothesis tries, on however slow a machine."""

from hypothesis import settings

settings.register_profile("core", max_examples=40, deadline=None)
settings.load_profile("core")
