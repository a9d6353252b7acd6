"""Ratings: boards, charts, seasons, norms, pools."""
