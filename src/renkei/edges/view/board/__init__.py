"""Fields and entries on the board's screens, and the controls that edit them."""
