"""Several projects in one server: their segments in its addresses, and one triage over all of them."""
