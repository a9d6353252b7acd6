"""What the program tells of itself over HTTP, where HEALTH_PORT is set: /live, /ready, /metrics."""
