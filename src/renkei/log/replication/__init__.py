"""A log that several machines share: a stream on servers, and the replica of a machine."""
