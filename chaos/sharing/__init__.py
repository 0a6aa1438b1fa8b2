"""Faults of projects that several machines share: of writers, servers, the network between them, disks and rights."""
