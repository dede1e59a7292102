"""Attacks: generated programs, damaged files, odd settings, and changes that must not change what is found."""
