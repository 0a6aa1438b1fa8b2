"""Makes this folder a package to pytest, so that the browser of its tests ends with the last of them."""
