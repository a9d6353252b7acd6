"""Events: report, store, correct, void and list them."""
