"""A club's settings: page, file and set-up."""
