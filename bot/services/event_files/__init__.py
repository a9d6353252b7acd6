"""Events as files, those of Discord with how they were paired."""
