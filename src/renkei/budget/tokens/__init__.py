"""Token counting: the estimate, exact counts, calibration, facts about language models."""
