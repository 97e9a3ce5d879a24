"""Kernels over flat integer arrays: no objects, no strings, no rule names."""
