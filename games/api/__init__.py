"""The HTTP API: what pages show and do, for programs that users trust."""

from ninja import Schema

# The models of requests and responses are built when they are first used. Otherwise
# every process that loads the URLs would build them all, which takes 15 MB of memory
# and most of a second, although workers only make links.
Schema.model_config["defer_build"] = True
