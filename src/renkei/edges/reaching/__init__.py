"""What the view and the sender of notifications share: devices of people, and links that answer a question."""
