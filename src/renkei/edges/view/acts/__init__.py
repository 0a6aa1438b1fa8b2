"""A person's acts in the view: every act of the table that the view offers, and tokens."""
