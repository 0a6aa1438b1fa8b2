"""Previews of artifacts: images, and the beginnings of texts, of files that the project knows."""
