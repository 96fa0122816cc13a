#!/usr/bin/python3
"""Makes tests/data/numpy_ranges.txt: random ranges, as NumPy's arange, linspace and logspace have them.

Run it as `/usr/bin/python3 tests/make_numpy_ranges.py`; it needs python3-numpy and always writes the same bytes.

NumPy's arange may end with stop itself, where rounding leads there. Such elements are left out here, as in ndx. Ranges
whose result depends on whether a product and a sum are rounded one by one or at once are left out, too.
"""

import os
import random
from fractions import Fraction

import numpy as np

SEED = 20261127
TYPES = {"float16": np.float16, "float": np.float32, "double": np.float64, "int64": np.int64}
HEADER = """\
# Ranges and their elements by NumPy. Made by tests/make_numpy_ranges.py; do not edit.
#
# arange TYPE START STOP STEP COUNT LAST
# linspace TYPE START STOP COUNT ENDPOINT ELEMENT...
# logspace TYPE START STOP COUNT ENDPOINT ELEMENT...
"""

random.seed(SEED)


def decimal(low, high, most_places=3):
    return round(random.uniform(low, high), random.randint(0, most_places))


def at_once(start, i, step):
    return float(Fraction(start) + i * Fraction(step))


def one_by_one(start, i, step):
    return start + i * step


def arange(name):
    scalar = np.float64 if name == "double" else np.float32
    start = scalar(decimal(-20, 20))
    step = scalar((decimal(0.02, 2) or 1) * random.choice([1, 1, -1]))
    steps = random.randint(1, 150)
    stop = scalar(round(float(start) + steps * float(step), 3))
    if random.random() < 0.3:
        stop = scalar(float(stop) + random.uniform(-1, 1))
    count = len(np.arange(start, stop, step))

    def trimmed(value):
        last = count
        while last and not (
            TYPES[name](value(float(start), last - 1, float(step))) < stop
            if step > 0
            else TYPES[name](value(float(start), last - 1, float(step))) > stop
        ):
            last -= 1
        return last

    if trimmed(at_once) != trimmed(one_by_one):
        return None
    kept = trimmed(one_by_one)
    last = TYPES[name](one_by_one(float(start), kept - 1, float(step))) if kept else 0
    return [*map(float, (start, stop, step)), kept, float(last)]


def spaced(function, name):
    low, high = (-3, 3) if function == "logspace" else (-50, 50)
    start, stop, count = decimal(low, high, 2), decimal(low, high, 2), random.randint(0, 12)
    if name == "int64" and random.random() < 0.7:
        start, stop = float(int(start)), float(int(stop))
    endpoint = random.random() < 0.7
    gaps = count - 1 if endpoint and count > 1 else count
    if name == "int64":
        step = (stop - start) / gaps if gaps else 0.0
        for i in range(count):
            if at_once(start, i, step) // 1 != one_by_one(start, i, step) // 1:
                return None
    values = getattr(np, function)(start, stop, count, endpoint=endpoint, dtype=TYPES[name])
    return [start, stop, count, int(endpoint), *(int(v) if name == "int64" else float(v) for v in values)]


def text(value):
    return value.hex() if isinstance(value, float) else str(value)


def main():
    lines = []
    for function, names in (
        ("arange", ("float16", "float", "double")),
        ("linspace", ("float16", "float", "double", "int64")),
        ("logspace", ("float", "double")),
    ):
        for name in names:
            made = 0
            while made < 60:
                case = arange(name) if function == "arange" else spaced(function, name)
                if case is None:
                    continue
                lines.append(" ".join([function, name, *map(text, case)]))
                made += 1
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "numpy_ranges.txt")
    with open(path, "w", encoding="ascii") as out:
        out.write(HEADER + "\n".join(lines) + "\n")


main()
