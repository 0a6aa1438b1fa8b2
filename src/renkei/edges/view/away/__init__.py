"""The view's part for people who are away: their devices, and the pages of links that answer a question."""
