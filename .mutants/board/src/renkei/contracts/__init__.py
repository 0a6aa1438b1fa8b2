"""Task contracts: terms, life cycle, evidence, claiming (section 4)."""
