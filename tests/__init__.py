"""The tests of tfgpu-migrate."""
