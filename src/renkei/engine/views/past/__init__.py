"""The past as people look it up: changes of the board, landmarks and the cost of turns."""
