"""Facts about users that other packages share: reachability and recipients."""
