"""The content of an agent's context: the board, its inbox, its commitments and the news."""
