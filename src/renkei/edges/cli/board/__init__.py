"""What the commands of the board share: the copy that a person edits, and fields as options name them."""
