"""Several projects in one server: their places in its addresses, and one triage over all of them."""
