"""Use cases: one verb, one transaction each. No Discord, no SQL, no arithmetic."""
