"""The package of examples/python with PyTorch's tensors: python3 python_torch.py FOLDER_OF_THE_PACKAGE"""
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import ndx
import numpy as np
import torch


def same(got, wanted):
    np.testing.assert_array_equal(np.asarray(got), np.asarray(wanted), strict=True)


x = torch.arange(12.0).reshape(3, 4)
i, mask = torch.tensor([2, 0]), torch.tensor([True, False, True])
view = ndx.index(x, (slice(None), 1))
x[1, 1] = 50
assert view[1] == 50, "a slice shares PyTorch's memory"
same(ndx.index(x, i), x[i])
same(ndx.index(x, (i, torch.tensor([1, 3], dtype=torch.int32))), x[i, torch.tensor([1, 3])])
same(ndx.index(x, mask), x[mask])
same(ndx.index(x, x > 5), x[x > 5])
same(ndx.index(x, (torch.tensor(1), i)), x[1, i])
same(ndx.index(np.arange(12.0).reshape(3, 4), (0, i)), np.array([2.0, 0.0]))
same(ndx.view(x).oindex[i, [0, 1]], x[i][:, [0, 1]])
same(ndx.take_along_axis(x, torch.tensor([[3], [0], [1]]), 1), torch.take_along_dim(x, torch.tensor([[3], [0], [1]]), 1))

wanted = x.clone().index_put_((i, i), torch.tensor([7.0, 8.0]), accumulate=True)
written = ndx.index_put_(x, (i, i), torch.tensor([7.0, 8.0]), accumulate=True)
assert written is x, "index_put_ returns its tensor"
same(x, wanted)
ndx.view(x)[mask] = 0
assert not x[0].any() and not x[2].any() and x[1].any()
src, index = torch.tensor([1.0, 5.0, 3.0]), torch.tensor([0, 2, 0])
for name in ("sum", "prod", "mean", "amax", "amin"):
    for include_self in (True, False):
        same(ndx.scatter_reduce(torch.full((3,), 2.0), 0, index, src, name, include_self),
             torch.full((3,), 2.0).scatter_reduce(0, index, src, name, include_self=include_self))
plan = ndx.plan(x, i)
same(plan.read(x), x[i])
plan.write_(x, 3)
assert (x[i] == 3).all()
try:
    ndx.index(torch.zeros(3, requires_grad=True), 0)
    raise AssertionError("no error for a tensor that requires gradients")
except RuntimeError as error:
    assert "requires grad" in str(error)
print("as in PyTorch")
