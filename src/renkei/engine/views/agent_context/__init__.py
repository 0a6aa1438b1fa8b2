"""What an agent reads at its turn: the board, its inbox, its commitments and the news."""
