"""The module in use; run.sh builds it and runs this."""
import numpy as np

import ndx

x = np.arange(24).reshape(2, 3, 4)
i = [0, 2]
print("x[0, :, i] by each rule:")
for rule in ("views_first", "numpy", "outer", "vectorized"):
    print(f"  {rule:12}", ndx.index(x, (0, slice(None), i), rule=rule).shape)

print("every row with every column:", ndx.oindex(x[0], ([0, 2], [1, 3])).tolist())
print("row by row:                 ", ndx.vindex(x[0], ([0, 2], [1, 3])).tolist())
print("-1 where out of bounds:     ", ndx.index(x[0, 0], [0, 7, -1], bounds="fill", fill=-1).tolist())

counts = np.zeros(4, np.int64)
ndx.index_put_(counts, [1, 3, 1, 1, 9], 1, reduce="add", bounds="drop")
print("counts, 9 dropped:          ", counts.tolist())

view = ndx.index(x, (1, slice(None, None, -1)))
print("a slice is a view:          ", np.shares_memory(view, x))

rows = ndx.plan(x, (slice(None), i))
batch = np.empty(rows.result_shape, x.dtype)
rows.read_into(batch, x)
print("a plan, used:               ", np.array_equal(batch, x[:, i]))

best = np.argmax(x, 2, keepdims=True)
print("take_along_axis:            ", ndx.take_along_axis(x, best, 2)[..., 0].tolist())
print("scatter_reduce:             ",
      ndx.scatter_reduce(np.zeros(3), 0, [0, 2, 0], [1.0, 5.0, 3.0], "mean", include_self=False).tolist())

try:
    ndx.index(x, (0, [1, 57]))
except IndexError as error:
    print(f"\n{error}\n")
print(ndx.explain(x, (0, slice(None), i)))
