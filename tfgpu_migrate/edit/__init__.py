"""Findings, fixes, and the exact text edits that make them."""
