"""Token counting: the estimate, exact counts, calibration, what is known of language models."""
