"""How many examples Hypothesis tries: few by day, more where CI is set."""

import os

from hypothesis import settings

settings.register_profile("quick", max_examples=40, deadline=None)
settings.register_profile("ci", max_examples=60, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "quick")
