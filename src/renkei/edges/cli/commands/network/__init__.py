"""Work over a network: the server, its tokens, and bridges to chats."""
