"""What is still to be sent to Discord: put in the transaction that causes it, taken by the process that sends it."""
