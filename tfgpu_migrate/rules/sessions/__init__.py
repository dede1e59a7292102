"""2xx: sessions and graphs."""
