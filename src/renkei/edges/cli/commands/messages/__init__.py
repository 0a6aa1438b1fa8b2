"""Send messages, wait for them and read them."""
