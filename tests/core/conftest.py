"""Being here puts this directory on the import path, for `golden_cases`."""
