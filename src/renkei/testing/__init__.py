"""For the tests of what others build on renkei."""
