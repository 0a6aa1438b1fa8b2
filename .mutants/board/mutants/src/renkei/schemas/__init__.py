"""The published contract: JSON Schema files, one folder a version, and what checks a document against them."""
