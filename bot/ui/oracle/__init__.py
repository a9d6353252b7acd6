"""What Oracle ratings look like in Discord."""
