"""Values as text: how values, faults and hidden characters are written, and a cache of written texts."""
