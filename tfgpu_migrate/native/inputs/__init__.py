"""Datasets, iterators, queues and readers: what feeds a program from outside."""
