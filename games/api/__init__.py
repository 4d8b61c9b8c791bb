"""The HTTP API: what pages show and do, for programs that users trust."""
