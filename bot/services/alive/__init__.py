"""What moves by itself: live boards, news and notices follow every change of a rating."""
