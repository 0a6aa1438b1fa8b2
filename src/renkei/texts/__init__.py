"""Every sentence that contexts, reasons and system messages contain, in each language, in one catalogue."""
