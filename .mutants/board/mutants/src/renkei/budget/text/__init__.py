"""Text analysis: keywords, salient tokens, shortened texts, ranking."""
