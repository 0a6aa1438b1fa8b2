"""Every sentence that agents and people read, one folder for each language, with the same modules and keys in each."""
