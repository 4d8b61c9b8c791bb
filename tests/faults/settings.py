"""The settings of the service in a trial: a template can be broken while it runs.

A template in the folder `templates` of `VAR_DIR` replaces the service's own at once.
"""

from config.settings import *  # noqa: F403
from config.settings import TEMPLATES, VAR_DIR

_LOADERS = "django.template.loaders"
_engine = TEMPLATES[0]
_engine["APP_DIRS"] = False
_engine["OPTIONS"] = {
    **_engine["OPTIONS"],  # type: ignore[dict-item]
    "loaders": [
        (f"{_LOADERS}.filesystem.Loader", [VAR_DIR / "templates"]),
        (
            f"{_LOADERS}.cached.Loader",
            [f"{_LOADERS}.filesystem.Loader", f"{_LOADERS}.app_directories.Loader"],
        ),
    ],
}
