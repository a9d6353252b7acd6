"""The frame of every use case: transactions, recalculation, the outbox, and the processes of engines."""
