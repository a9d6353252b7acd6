"""Oracle: matches, pools, calibration, tables."""
