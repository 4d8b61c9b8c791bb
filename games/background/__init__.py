"""Work outside of requests: how tasks are called for, and how sweeps carry it out."""
