"""What people see: embeds, tables, buttons and words. It rounds and lays out, and calculates nothing."""
