"""The compiled lane: the functions of a program, turned into machine code as they are.

Needs the extra ``fast`` (numba); nothing outside this package imports it before it is asked for.
"""
