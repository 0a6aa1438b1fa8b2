"""The second medium: machines that share a stream, each with processes and a replica of the log.

What runs is the package itself, with its replica, feeder and order. Only the servers, the network, SQLite, locks,
clocks, threads and their scheduling are models.
"""
