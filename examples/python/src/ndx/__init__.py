"""Indexing of NumPy's arrays by the ndx library.

Four rules for combined indices, bounds policies, reductions on writes, and plans. help(ndx.index) is where
to begin. Instead of NumPy's:

    x[key]                  index(x, key)
    np.add.at(x, key, v)    index_put_(x, key, v, accumulate=True)
    x[np.ix_(i, j)]         view(x).oindex[i, j]
    np.take(x, i, 1)        index(x, (slice(None), i))

    >>> x = np.arange(12).reshape(3, 4)
    >>> ndx.view(x).oindex[[0, 2], [1, 3]]
    array([[ 1,  3],
           [ 9, 11]])
"""
from ._core import (Plan, __version__, get_num_threads, index, index_put, index_put_, numpy_index, oindex, plan,
                    scatter_reduce, set_num_threads, take_along_axis, vindex)
from . import _core

__all__ = ["Plan", "View", "explain", "explain_svg", "get_num_threads", "index", "index_put",
           "index_put_", "numpy_index", "oindex", "plan", "scatter_reduce", "set_num_threads", "take_along_axis",
           "view", "vindex"]


class Explanation(str):
    """The text that explain returns. A notebook shows its picture, which is `svg`, instead."""

    def __new__(cls, text, svg):
        made = super().__new__(cls, text)
        made.svg = svg
        return made

    def __getnewargs__(self):
        return str(self), self.svg

    def __repr__(self):
        return str(self)

    def _repr_svg_(self):
        return self.svg


def explain(x, key, rule="views_first"):
    """Tells term by term what index(x, key, rule) does, and what the other rules would return.

    x is an array or a shape.

    >>> print(ndx.explain((2, 3), 1))
    x[1] by index (views first), where x has shape (2, 3)
    <BLANKLINE>
      term    takes     what it does     in the view  in the result
      1       dim 0: 2  selects index 1  -            -
      (rest)  dim 1: 3  keeps all        dim 0: 3     dim 0: 3
    <BLANKLINE>
      result  shape (3), strides (1), offset 3; a view, no copy
    <BLANKLINE>
    The other rules give the same.
    <BLANKLINE>
    """
    return Explanation(*_core.explanation(x, key, rule))


def explain_svg(x, key, rule="views_first"):
    """Returns the picture of explain(x, key, rule), the text of an SVG file."""
    return explain(x, key, rule).svg


class _Indexer:
    """x[key] and x[key] = value by one rule."""

    def __init__(self, x, rule):
        self._x, self._rule = x, rule

    def __getitem__(self, key):
        return index(self._x, key, self._rule)

    def __setitem__(self, key, value):
        index_put_(self._x, key, value, self._rule)


class View:
    """An array to be read and written between brackets by the rule that the attribute names (NEP 21)."""

    def __init__(self, x):
        self._x = x

    @property
    def oindex(self):
        """Each index array indexes its own dim: rule="outer"."""
        return _Indexer(self._x, "outer")

    @property
    def vindex(self):
        """Index arrays broadcast together, their dims come first: rule="vectorized"."""
        return _Indexer(self._x, "vectorized")

    @property
    def numpy(self):
        """As NumPy's own brackets: rule="numpy"."""
        return _Indexer(self._x, "numpy")

    def __getitem__(self, key):
        return index(self._x, key)

    def __setitem__(self, key, value):
        index_put_(self._x, key, value)


def view(x):
    """Returns x for indexing by any rule: view(x).oindex[i, j], .vindex[i, j], .numpy[i, j].

    Without an attribute the rule is "views_first". Each can be read and assigned to, also by += and the like;
    what is assigned is written to x.

    >>> x = np.zeros((3, 4), int)
    >>> ndx.view(x).oindex[[0, 2], [1, 3]] = 5
    >>> ndx.view(x).vindex[[0, 1], [1, 1]] += 1
    >>> x
    array([[0, 6, 0, 5],
           [0, 1, 0, 0],
           [0, 5, 0, 5]])
    """
    return View(x)
