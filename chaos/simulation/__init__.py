"""A deterministic simulation: several processes, one disk and one lock, interleaved by a seeded scheduler.

What runs is the package itself: `Project`, `Writer`, the core, records and snapshots. Only the disk, the lock of the
writers, the clock, the threads of a process and their scheduling are models. `machines` has the same for several
machines that share a stream.
"""
