"""Every sentence in Japanese. Labels are nouns; whole sentences end in です・ます."""
