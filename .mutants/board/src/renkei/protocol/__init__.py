"""The typed message protocol: header, payloads, replies, reading documents with located errors (section 2)."""
