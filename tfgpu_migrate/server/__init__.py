"""The editor server: findings while typing, fixes as code actions, rules on hover. Only its command loads it.

What is checked is what the editor shows, saved or not. A check is one call in the one thread that also reads messages,
so what it finds is never about an older text.
"""
