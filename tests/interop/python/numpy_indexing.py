"""Replays NumPy's own test_indexing.py, from the installed package, through the module of examples/python.

    python3 numpy_indexing.py FOLDER_OF_THE_MODULE

Each x[key] and x[key] = value in that file becomes a call of ndx.numpy_index and ndx.index_put_ with
rule="numpy" where x is a plain array. The tests that this cannot pass are listed below with the reason;
fails if any other test fails, and if one of these passes.
"""
import ast
import contextlib
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import ndx
import numpy as np
import pytest

calls = 0


def is_ours(x):
    return type(x) is np.ndarray


@contextlib.contextmanager
def errors():
    """Where ndx says ValueError and NumPy IndexError; and shapes as NumPy's messages print them."""
    try:
        yield
    except ValueError as error:
        text = str(error)
        said = any(part in text for part in ("index tensors of shapes", "rank above the maximum", "too many bools",
                                             "number of dimensions must be within"))
        raise (IndexError if said else ValueError)(text.replace(", ", ",")) from error


def get(x, key):
    """x[key]; of a single element NumPy returns a scalar where ndx has an array of rank 0."""
    if not is_ours(x):
        return x[key]
    global calls
    calls += 1
    with errors():
        result = ndx.numpy_index(x, key)
    terms = key if isinstance(key, tuple) else (key,)
    return result[()] if result.ndim == 0 and not any(t is Ellipsis for t in terms) else result


def put(x, key, value):
    if not is_ours(x):
        x[key] = value
        return
    global calls
    calls += 1
    with errors():
        if len(ndx.plan(x, key, rule="numpy").result_shape) > 32:
            raise IndexError("NumPy has 32 dims, ndx 64")
        ndx.index_put_(x, key, value, rule="numpy")


class Replay(ast.NodeTransformer):
    """Turns subscripts, assignments to them and the methods behind both into calls of get and put."""

    def call(self, name, *arguments):
        return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])

    def key(self, node):
        """A slice is syntax between brackets only: elsewhere it is slice(a, b, c)."""
        if isinstance(node, ast.Slice):
            parts = [part or ast.Constant(None) for part in (node.lower, node.upper, node.step)]
            return self.call("slice", *parts)
        if isinstance(node, ast.Tuple):
            return ast.Tuple([self.key(item) for item in node.elts], ast.Load())
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            return self.call("_get", node.value, self.key(node.slice))
        return node

    def visit_Assign(self, node):
        self.generic_visit(node)
        if not isinstance(node.targets[-1], ast.Subscript):
            return node
        value = ast.Assign([ast.Name("_value", ast.Store())], node.value)
        puts = [ast.Expr(self.call("_put", t.value, self.key(t.slice), ast.Name("_value", ast.Load())))
                for t in node.targets]
        return [value, *puts]

    def visit_AugAssign(self, node):
        if not isinstance(node.target, ast.Subscript):
            return self.generic_visit(node)
        target = node.target
        read = ast.BinOp(ast.Subscript(target.value, target.slice, ast.Load()), node.op, node.value)
        return self.visit_Assign(ast.Assign([target], read))

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if node.attr in ("__getitem__", "__setitem__"):
            return self.call("_method", node.value, ast.Constant(node.attr))
        if isinstance(node.value, ast.Name) and node.value.id == "operator":
            return {"getitem": ast.Name("_get", ast.Load()),
                    "setitem": ast.Name("_put", ast.Load())}.get(node.attr, node)
        return node


def method(x, name):
    by = get if name == "__getitem__" else put
    return lambda *arguments: by(x, *arguments)


class Outcomes:
    """What became of each test."""

    def __init__(self):
        self.passed, self.failed, self.calls = set(), {}, {}

    def pytest_runtest_setup(self, item):
        self.before = calls

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.split("::", 1)[1]
        if report.failed:
            self.failed[name] = report.longreprtext
        elif report.when == "call":
            self.passed.add(name)
        if report.when == "call":
            self.calls[name] = calls - self.before


ARRAYS = "NumPy takes 31 index arrays at most, ndx as many as there are dims, 64"
EXPECTED = {
    "TestIndexing::test_too_many_fancy_indices_special_case": ARRAYS,
    **{f"TestIndexing::test_too_many_advanced_indices[{case}]": ARRAYS
       for case in ("1-32-True", "1-32-False", "1-40-True", "1-40-False", "32-32-index2")},
    "TestIndexing::test_memory_order": "ndx's copies are always C-contiguous",
    "TestIndexing::test_scalar_return_type": "arrays of Python objects",
    "TestFancyIndexingEquivalence::test_object_assign": "arrays of Python objects",
    "TestFieldIndexing::test_scalar_return_type": "fields of structures by name",
    "TestBooleanIndexing::test_boolean_indexing_fast_path": "compares the wording of an error",
}


def main():
    folder = os.path.dirname(np.core.__file__)
    with open(os.path.join(folder, "tests", "test_indexing.py")) as file:
        tree = ast.fix_missing_locations(Replay().visit(ast.parse(file.read())))
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "test_indexing_by_ndx.py")
        with open(path, "w") as file:
            file.write("from __main__ import get as _get, put as _put, method as _method\n")
            file.write(ast.unparse(tree))
        seen = Outcomes()
        pytest.main(["-p", "no:terminal", "-p", "no:cacheprovider", "--noconftest", "--rootdir",
                     place, "-c", os.devnull, path], plugins=[seen])
    wrong = False
    for name in sorted(set(seen.failed) - set(EXPECTED)):
        wrong = True
        print("-- fails:", name)
        print(seen.failed[name][-1500:])
    for name in sorted(set(EXPECTED) - set(seen.failed)):
        wrong = True
        print("-- listed, and does not fail:", name)
    through = [name for name in seen.passed if seen.calls[name]]
    print(f"{len(through)} of NumPy's tests pass through ndx in {calls} calls; {len(seen.passed) - len(through)} "
          f"pass without indexing a plain array; {len(EXPECTED)} do not apply:")
    for name, reason in EXPECTED.items():
        print(f"  {name}: {reason}")
    sys.exit(wrong or not through)


main()
