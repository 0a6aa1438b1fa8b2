"""Every sentence in English."""
