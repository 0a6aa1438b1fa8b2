"""The bridge between a project and a chat: it posts what the log says, takes in what is heard, and answers commands."""
