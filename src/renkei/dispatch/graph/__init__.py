"""The dependency graph: links, their order, and questions about them."""
