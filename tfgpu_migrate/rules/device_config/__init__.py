"""3xx: the fields of ConfigProto."""
