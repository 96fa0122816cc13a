#!/usr/bin/python3
"""Makes tests/data/numpy_corpus.txt: random index expressions with the answers that NumPy gives.

Run it as `/usr/bin/python3 tests/make_numpy_corpus.py`; it needs python3-numpy and always writes the same bytes.

The rule `numpy_index` is x[expression] as NumPy evaluates it. The other three are put together from NumPy's own steps:
`index` reads a view by the basic terms first, then the advanced terms from that view; `oindex` takes along one dim
after the other; `vindex` moves the indexed dims to the front before it indexes. Where ndx
is stricter than NumPy 1.24, `faults` decides; each such place says so, and the script prints how often it mattered.
"""

import collections
import itertools
import os
import random
import warnings

import numpy as np

SEED = 20261121
RULES = ("index", "numpy_index", "oindex", "vindex")
VERBATIM = 12  # answers of up to so many values are written out, longer ones as a checksum
FIRST_VALUE = 1000  # a tensor that is written holds 1000, 1001, ... in row-major order
INT64_MAX = 2**63 - 1
INT64_MIN = -(2**63)

HEADER = """\
# Index expressions and what NumPy answers. Made by tests/make_numpy_corpus.py; do not edit.
#
# source ID size N shape S strides T offset O
#     An int64 buffer 0, 1, ..., N-1, seen with that shape and those strides (in elements) from element O on.
# read ID [EXPRESSION]
# assign ID [EXPRESSION] = VALUE
# add ID [EXPRESSION] = VALUE
#     VALUE is an integer (a scalar), or a shape: a tensor that holds 1000, 1001, ... in row-major order.
# Each of them is followed by indented lines, one for each rule. A rule that is not listed answers as `index` does.
#     RULE view|copy SHAPE VALUES     the result of a read, row-major; `view` says that it shares the source's storage
#     RULE = VALUES                   the whole buffer after a write
#     RULE IndexError|ShapeError|ValueError
# VALUES of more than """ + str(VERBATIM) + """ elements are written as #HASH: 64-bit FNV-1a in hexadecimal (start cbf29ce484222325,
#     for each byte: xor, then times 100000001b3) over the values as little-endian 8-byte integers.
# A shape is (2,3); rank 0 is (). An expression is spelled as in Python:
#     5   a:b:c   None   ...   True   [[0,-1],[1,1]]   [True,False]   []   and scalar(5), scalar(True) for arrays of rank 0,
#     empty(0,6) for an integer array with no elements, empty_mask(0,3) for a mask with none; [] is empty(0).
"""


class Skip(Exception):
    """The expression cannot be judged: it has faults of two kinds, and the contract does not say which comes first."""


corrections = collections.Counter()


# ---- terms: int, bool, slice, None, Ellipsis, np.ndarray of int64 or bool ---------------------------------------------


def is_int(term):
    return (isinstance(term, int) and not isinstance(term, bool)) or (
        isinstance(term, np.ndarray) and term.ndim == 0 and term.dtype != bool)


def is_bool(term):
    return isinstance(term, bool) or (isinstance(term, np.ndarray) and term.ndim == 0 and term.dtype == bool)


def is_array(term):
    return isinstance(term, np.ndarray) and term.ndim > 0


def is_mask(term):
    return is_array(term) and term.dtype == bool


def is_advanced(term):
    return is_bool(term) or is_array(term)


def consumed(term):
    if term is None or term is Ellipsis or is_bool(term):
        return 0
    return term.ndim if is_mask(term) else 1


def spell(term):
    if term is None or isinstance(term, (bool, int)):
        return str(term)
    if term is Ellipsis:
        return "..."
    if isinstance(term, slice):
        text = ":".join("" if part is None else str(part) for part in (term.start, term.stop, term.step))
        return text[:-1] if term.step is None else text
    if term.ndim == 0:
        return f"scalar({term.item()})"
    if term.size == 0:
        if term.ndim == 1 and term.dtype != bool:
            return "[]"
        return ("empty_mask" if term.dtype == bool else "empty") + spell_shape(term.shape)
    return str(term.tolist()).replace(" ", "")


def spell_shape(shape):
    return "(" + ",".join(str(n) for n in shape) + ")"


def spell_expression(terms):
    return "[" + ", ".join(spell(term) for term in terms) + "]"


# ---- the contract's checks -------------------------------------------------------------------------------------------


def faults(shape, terms, rule):
    """The kinds of error that the contract finds in an expression; an empty set when there is none."""
    found = set()
    if any(isinstance(t, slice) and t.step == 0 for t in terms):
        found.add("ValueError")
    if sum(t is Ellipsis for t in terms) > 1:
        found.add("IndexError")
    spare = len(shape) - sum(consumed(t) for t in terms)
    if spare < 0:
        found.add("IndexError")
    groups = []
    dim = 0
    for term in terms:
        if term is Ellipsis:
            dim += max(spare, 0)
        elif is_bool(term):
            groups.append((1,) if bool(term) else (0,))
        elif is_mask(term):
            # NumPy does not compare a mask's dim of size 0; under the other rules of ndx the shape must be equal.
            covered = shape[dim:dim + term.ndim]
            unequal = any(n != m and not (rule == "numpy_index" and m == 0) for n, m in zip(covered, term.shape))
            if unequal or len(covered) < term.ndim:
                found.add("IndexError")
            groups.append((np.count_nonzero(term),))
        elif is_int(term) or is_array(term):
            # ndx checks every element, also where NumPy does not look because the result is empty.
            n = shape[dim] if dim < len(shape) else 0
            values = np.asarray(term)
            if np.any((values < -n) | (values >= n)):
                found.add("IndexError")
            if is_array(term):
                groups.append(term.shape)
        dim += consumed(term)
    if rule != "oindex":
        try:
            np.broadcast_shapes(*groups)
        except ValueError:
            found.add("ShapeError")
    return found


def fit(value, shape):
    """The value broadcast to a result's shape, or None. Leading 1s beyond the result's rank are dropped."""
    while value.ndim > len(shape) and value.shape[0] == 1:
        value = value[0]
    try:
        return np.broadcast_to(value, shape)
    except ValueError:
        return None


# ---- the four rules, by NumPy's own steps -----------------------------------------------------------------------------


def two_steps(x, terms):
    """The view after all basic terms, and the terms that are left for it, with full slices in between."""
    spare = x.ndim - sum(consumed(t) for t in terms)
    basic, rest = [], []
    for term in terms:
        if is_int(term):
            basic.append(int(term))
        elif term is Ellipsis:
            basic += [slice(None)] * spare
            rest += [slice(None)] * spare
        elif is_advanced(term):
            basic += [slice(None)] * consumed(term)
            rest.append(term)
        else:
            basic.append(term)
            rest.append(slice(None))
    return x[tuple(basic) + (Ellipsis,)], tuple(rest)  # the ellipsis keeps rank 0 a view


def read_index(x, terms):
    view, rest = two_steps(x, terms)
    return view[rest] if any(map(is_advanced, terms)) else view


def read_numpy_index(x, terms):
    return np.asarray(x[tuple(terms)]) if any(map(is_advanced, terms)) else read_index(x, terms)


def read_oindex(x, terms):
    view, rest = two_steps(x, terms)
    axis = sum(1 if isinstance(t, slice) else consumed(t) for t in rest)
    for term in reversed(rest):
        axis -= 1 if isinstance(term, slice) else consumed(term)
        if is_bool(term):
            view = np.repeat(np.expand_dims(view, axis), int(bool(term)), axis=axis)
        elif is_mask(term):
            merged = view.shape[:axis] + (term.size,) + view.shape[axis + term.ndim:]
            view = np.compress(term.ravel(), view.reshape(merged), axis=axis)
        elif is_array(term):
            view = np.take(view, term, axis=axis)
    return view


def read_vindex(x, terms):
    if not any(map(is_advanced, terms)):
        return read_index(x, terms)
    view, rest = two_steps(x, terms)
    indexed, axis = [], 0
    for term in rest:
        if isinstance(term, slice):
            axis += 1
        else:
            indexed += range(axis, axis + consumed(term))
            axis += consumed(term)
    others = [d for d in range(view.ndim) if d not in indexed]
    return view.transpose(indexed + others)[tuple(t for t in rest if not isinstance(t, slice))]


READ = {"index": read_index, "numpy_index": read_numpy_index, "oindex": read_oindex, "vindex": read_vindex}


def read(x, terms, rule):
    found = faults(x.shape, terms, rule)
    if len(found) > 1:
        raise Skip
    error = None
    result = None
    try:
        result = READ[rule](x, terms)
    except IndexError as e:
        error = "ShapeError" if "broadcast" in str(e) else "IndexError"
    except ValueError as e:
        error = "ShapeError" if "broadcast" in str(e) else "ValueError"
    if found:
        kind = found.pop()
        if error != kind and rule in ("index", "numpy_index"):
            corrections[f"{rule} read: NumPy {error or 'has no error'}, the contract {kind}"] += 1
        return kind
    assert error is None, (x.shape, spell_expression(terms), rule, error)
    return result


def write(make, terms, rule, value, accumulate):
    """The buffer after the write, or the kind of the error."""
    buffer, x = make()
    positions = read(x, terms, rule)  # the buffer holds its own positions
    if isinstance(positions, str):
        if positions != "ShapeError" and value.ndim > 0:
            # Whether the value fits as well is another kind of fault; only a scalar always fits.
            raise Skip
        return positions
    positions = positions.copy()
    fitted = fit(value, positions.shape)
    # One element after the other in row-major order, so that the last of several duplicates wins.
    expected = buffer.copy()
    if fitted is not None:
        for where, what in zip(positions.flat, fitted.flat):
            expected[where] = expected[where] + what if accumulate else what
    if rule in ("index", "numpy_index"):
        own = numpy_write(x, terms, rule, value, positions.ndim, accumulate)
        if own != (None if fitted is not None else "ShapeError"):
            # NumPy lets any shape pass for a value without elements, and np.add.at trips over two empty shapes.
            assert fitted is None or fitted.size == 0
            corrections[f"{rule} write: NumPy {own or 'has no error'}, the contract decides"] += 1
        elif not np.array_equal(buffer, expected):
            corrections[f"{rule} write: NumPy's order of duplicates is not row-major"] += 1
    return expected if fitted is not None else "ShapeError"


def numpy_write(x, terms, rule, value, rank, accumulate):
    """Lets NumPy itself write; the kind of its error, or None."""
    while value.ndim > rank and value.shape[0] == 1:
        value = value[0]  # a mask alone and np.add.at refuse what slices accept, see `fit`
    target, key = two_steps(x, terms)
    advanced = any(map(is_advanced, terms))
    if rule == "numpy_index" and advanced:
        target, key = x, tuple(terms)
    try:
        if not advanced:
            target[...] = target + value if accumulate else value
        elif accumulate:
            np.add.at(target, key, value)
        else:
            target[key] = value
    except (ValueError, TypeError, IndexError) as e:
        return str(e) if isinstance(e, IndexError) else "ShapeError"
    return None


# ---- sources ----------------------------------------------------------------------------------------------------------


class Source:
    """A buffer and a view of it; `make` gives a fresh pair."""

    def __init__(self, size, shape, strides, offset):
        self.size, self.shape, self.strides, self.offset = size, tuple(shape), tuple(strides), offset

    def make(self):
        buffer = np.arange(self.size, dtype=np.int64)
        view = np.lib.stride_tricks.as_strided(
            buffer[self.offset:], self.shape, [8 * s for s in self.strides], writeable=True)
        return buffer, view

    def spell(self, number):
        return (f"source {number} size {self.size} shape {spell_shape(self.shape)} "
                f"strides {spell_shape(self.strides)} offset {self.offset}")


def plain_source(shape):
    strides = [int(np.prod(shape[d + 1:])) for d in range(len(shape))]
    return Source(int(np.prod(shape)), shape, strides, 0)


def random_source(rng):
    rank = rng.choices(range(7), weights=(3, 8, 16, 30, 24, 12, 7))[0]
    weights = (4, 14, 26, 26, 18, 12) if rank < 5 else (2, 30, 40, 20, 6, 2)
    shape = rng.choices(range(6), weights=weights, k=rank)
    if 0 in shape and rng.random() < 0.4:
        shape = [n or 1 for n in shape]
    if rng.random() < 0.4:
        return plain_source(shape)
    # A stepped, reversed and permuted view of a larger array.
    steps = [rng.choice((1, 1, 1, -1, -1, 2, -2, 3)) for _ in shape]
    base = [n * abs(s) + rng.choice((0, 0, 1)) for n, s in zip(shape, steps)]
    if np.prod(base, dtype=float) > 2000:
        return plain_source(shape)
    buffer = np.arange(int(np.prod(base)), dtype=np.int64)
    view = buffer.reshape(base)[tuple(slice(None, None, s) for s in steps)]
    view = view[tuple(slice(0, n) for n in shape)].transpose(rng.sample(range(rank), rank))
    offset = int(view.flat[0]) if view.size else 0
    return Source(buffer.size, view.shape, [s // 8 for s in view.strides], offset)


# ---- expressions ------------------------------------------------------------------------------------------------------


def random_slice(rng, n):
    bounds = [None, None, None, 0, 1, -1, n, -n, n - 1, n + 1, -n - 1, n // 2, -(n // 2), 100, -100, INT64_MAX, INT64_MIN]
    step = rng.choice([None, None, None, 1, 1, -1, -1, 2, -2, 3, -3, 7, -7, INT64_MAX, INT64_MIN])
    for _ in range(3):  # slices that select nothing are wanted, but not as often as chance would have them
        chosen = slice(rng.choice(bounds), rng.choice(bounds), step)
        if len(range(n)[chosen]) > 0:
            break
    return chosen


def random_shape_for(rng, target):
    shape = list(target[rng.choice((0, 0, 0, 1, 2, 3)):])
    return tuple(1 if rng.random() < 0.2 else n for n in shape)


def random_array(rng, n, shape):
    size = int(np.prod(shape))
    if n == 0 and size > 0:
        shape, size = (0,), 0
    values = [rng.randrange(-n, n) for _ in range(size)]
    if size > 1 and rng.random() < 0.3:
        values[-1] = values[0]
    return np.array(values, dtype=np.int64).reshape(shape)


def random_mask(rng, covered, target):
    size = int(np.prod(covered))
    wanted = target[-1] if target and rng.random() < 0.8 else rng.choice((0, 1, 1, 2, size))
    mask = np.zeros(size, dtype=bool)
    mask[rng.sample(range(size), min(wanted, size))] = True
    return mask.reshape(covered)


def random_term(rng, shape, dim, target, advanced):
    n = shape[dim]
    kind = rng.random()
    if kind < 0.32 and n > 0:
        value = rng.choice((0, n - 1, -1, -n, rng.randrange(-n, n)))
        return np.array(value, dtype=np.int64) if rng.random() < 0.15 else value
    if kind < 0.56 or not advanced:
        return random_slice(rng, n) if rng.random() < 0.75 else slice(None)
    if kind < 0.87:
        array_shape = random_shape_for(rng, target) or (1,)
        return random_array(rng, n, array_shape)
    return random_mask(rng, shape[dim:dim + rng.choice((1, 1, 2, 2, 3))], target)


def random_expression(rng, shape):
    advanced = rng.random() < 0.75
    target = tuple(rng.choices((0, 1, 2, 3), weights=(1, 8, 20, 14))[0] for _ in range(rng.choice((1, 1, 1, 2, 2, 3))))
    rank = len(shape)
    gap = None
    if rng.random() < 0.4:
        first = rng.randint(0, rank)
        gap = (first, min(rank, first + rng.choice((0, 0, 1, 1, 2, 3))))
    end = rank if gap or rng.random() < 0.5 else rng.randint(0, rank)
    terms, dim = [], 0
    while True:
        if rng.random() < 0.1:
            terms.append(None)
        if advanced and rng.random() < 0.07:
            value = rng.random() < 0.7
            terms.append(np.array(value) if rng.random() < 0.2 else value)
        if gap and dim >= gap[0]:
            terms.append(Ellipsis)
            dim, gap = max(dim, gap[1]), None
            continue
        if dim >= end:
            break
        terms.append(random_term(rng, shape, dim, target, advanced))
        dim += consumed(terms[-1])
    if rng.random() < 0.12:
        spoil(rng, terms)
    return terms


def spoil(rng, terms):
    """Puts one fault, most of the time, into an expression."""
    place = rng.randint(0, len(terms))
    wrong = rng.choice((
        5, -6, 1000, INT64_MAX, INT64_MIN, np.array(9), Ellipsis, slice(None, None, 0), slice(-1, 0, 0), 0,
        np.array([0, 7]), np.array([[-6]]), np.array([], dtype=np.int64), np.zeros((0, 4), dtype=np.int64),
        np.zeros((2, 2), dtype=np.int64), np.zeros((4, 1), dtype=np.int64), np.zeros(7, dtype=np.int64),
        np.array([True]), np.array([True] * 6), np.array([[False, True]]), np.zeros((0, 3), dtype=bool),
        np.zeros((2, 0), dtype=bool), False))
    if place < len(terms) and rng.random() < 0.75:
        terms[place] = wrong
    else:
        terms.insert(place, wrong)


def random_value(rng, shape):
    kind = rng.random()
    if kind < 0.35 or shape is None:
        return np.array(rng.choice((7, -1, 123456789)))
    if kind < 0.60:
        value = tuple(shape)
    elif kind < 0.88:
        value = tuple(1 if rng.random() < 0.3 else n for n in shape[rng.randint(0, len(shape)):])
    elif kind < 0.94:
        value = (1,) * rng.randint(1, 2) + tuple(shape)
    else:
        value = tuple(shape[:-1]) + (rng.choice((2, 4, 6)),) if rng.random() < 0.5 else (2,) + tuple(shape)
    if np.prod(value, dtype=float) > 3000:
        return np.array(7)
    return np.arange(FIRST_VALUE, FIRST_VALUE + int(np.prod(value)), dtype=np.int64).reshape(value)


def systematic_expressions(rng):
    """All pairs of terms that are awkward together, and a sample of the triples, on one tensor of shape (2,3,4)."""
    terms = [
        0, -1, slice(None), slice(None, None, -1), slice(1, None), None, Ellipsis, True, False,
        np.array([0, 1]), np.array([[1], [0]]), np.array([], dtype=np.int64), np.array(1),
        np.array([[True, False, True], [False, True, False]]), np.array([True, False]), np.array([False, True, True])]
    pairs = list(itertools.product(terms, repeat=2))
    triples = list(itertools.product(terms, repeat=3))
    return [[]] + [[t] for t in terms] + [list(e) for e in pairs] + [list(e) for e in rng.sample(triples, 900)]


# ---- writing it down ----------------------------------------------------------------------------------------------------


def fnv1a(values):
    result = 0xcbf29ce484222325
    for byte in np.ascontiguousarray(values, dtype="<i8").tobytes():
        result = (result ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return result


def spell_values(values):
    flat = np.ravel(values)
    if flat.size > VERBATIM:
        return f" #{fnv1a(flat):016x}"
    return "".join(f" {v}" for v in flat)


def spell_answer(answer, terms, reading):
    if isinstance(answer, str):
        return answer
    if not reading:
        return "=" + spell_values(answer)
    kind = "copy" if any(map(is_advanced, terms)) else "view"
    return f"{kind} {spell_shape(answer.shape)}{spell_values(answer)}"


def case_lines(rng, number, source, terms, operation):
    head = f"{operation} {number} {spell_expression(terms)}"
    answers = {}
    if operation == "read":
        for rule in RULES:
            buffer, x = source.make()
            result = read(x, terms, rule)
            if rule == "index" and not isinstance(result, str) and result.size:
                assert np.shares_memory(result, buffer) != any(map(is_advanced, terms))
            answers[rule] = spell_answer(result, terms, True)
    else:
        result = read(source.make()[1], terms, "index")
        value = random_value(rng, None if isinstance(result, str) else result.shape)
        head += f" = {value}" if value.ndim == 0 else f" = {spell_shape(value.shape)}"
        for rule in RULES:
            answers[rule] = spell_answer(write(source.make, terms, rule, value, operation == "add"), terms, False)
    return [head] + [f"  {rule} {answers[rule]}" for rule in RULES
                     if rule == "index" or answers[rule] != answers["index"]]


def main():
    warnings.simplefilter("ignore")  # NumPy warns where it leaves an index unchecked; `faults` looks itself
    rng = random.Random(SEED)
    lines, cases, skipped = [HEADER.rstrip("\n")], 0, 0
    plan = [(plain_source((2, 3, 4)), systematic_expressions(rng))]
    for _ in range(320):
        source = random_source(rng)
        plan.append((source, [random_expression(rng, source.shape) for _ in range(15)]))
    for number, (source, expressions) in enumerate(plan):
        lines.append(source.spell(number))
        for terms in expressions:
            operation = rng.choices(("read", "assign", "add"), weights=(11, 5, 4))[0]
            try:
                lines += case_lines(rng, number, source, terms, operation)
                cases += 1
            except Skip:
                skipped += 1
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "numpy_corpus.txt")
    with open(path, "w", encoding="ascii", newline="\n") as out:
        out.write("\n".join(lines) + "\n")
    print(f"{cases} expressions, {skipped} skipped for faults of two kinds, {os.path.getsize(path)} bytes")
    for what, count in sorted(corrections.items()):
        print(f"  {count} x {what}")


if __name__ == "__main__":
    main()
