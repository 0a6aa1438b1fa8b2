"""Text analysis: keywords, salient tokens, shortening, ranking."""
