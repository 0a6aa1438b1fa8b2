"""The sentences of the view in English, a module for each screen."""
