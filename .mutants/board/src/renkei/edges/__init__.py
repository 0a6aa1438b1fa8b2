"""Everything that talks to the world. An edge never imports another edge."""
