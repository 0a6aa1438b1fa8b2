"""What the board screens show of fields and entries, and the controls that edit them."""
