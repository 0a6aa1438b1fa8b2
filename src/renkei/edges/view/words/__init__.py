"""Every sentence of the view, in English and Japanese: one module a screen."""
