"""What an agent was given to read and what it cost: contexts of past turns, built again for a screen."""
