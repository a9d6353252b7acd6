"""Random walks over everything that writes: in the suite a short one, `make soak` the long one."""
