"""The values that machines of a project exchange outside the log, through its stream."""
