"""Files that people write: `typed_file` reads one, `prices` are those of models."""
