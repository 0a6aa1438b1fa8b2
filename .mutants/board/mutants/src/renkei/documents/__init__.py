"""Documents: reading YAML and JSON with a location for every value, writing YAML, explaining what is wrong."""
