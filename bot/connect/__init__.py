"""What other services say of members: off unless the operator turns it on."""
