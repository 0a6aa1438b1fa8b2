"""Forms: how a posted form is read, and how a form is made from a JSON Schema with suggestions and defaults."""
