"""SwissSys' two JSON files: its own, and the report for the web."""
