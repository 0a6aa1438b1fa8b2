"""Texts of messages as people read them: Markdown, code in colour, long ones folded; never markup of their authors."""
