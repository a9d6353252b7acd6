"""What was played: crosstables, the files' events, sides and teams."""
