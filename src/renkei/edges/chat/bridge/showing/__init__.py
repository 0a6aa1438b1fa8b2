"""How a bridge shows messages: their authors, their text as posts, and the turns of agents."""
