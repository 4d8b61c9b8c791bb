"""Live pages: open pages notice when somebody moves."""
