"""Check documents, and print their schemas."""
