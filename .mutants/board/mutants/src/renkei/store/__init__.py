"""Files beside the log: snapshot, board file, search index, calibration. All of them are derived."""
