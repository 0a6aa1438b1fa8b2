"""The sentences of the view in Japanese, a module for each screen."""
