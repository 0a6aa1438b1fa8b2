"""The shared state board: fields, last writer wins, changelog, YAML form (section 1)."""
