"""The typed message protocol: header, payloads, replies (section 2)."""
