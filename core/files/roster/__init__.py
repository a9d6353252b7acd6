"""Lists of people: a club's roster as a table, and the list files of federations."""
