"""What moves by itself: what is still to be sent, live boards, news."""
