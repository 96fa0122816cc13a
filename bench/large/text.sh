# Numbers as text: MB/s of loadtxt beside a plain loop over std::from_chars and NumPy's loadtxt, on one core.
need python:numpy=python3-numpy >&2
build text >&2
printf '\n| numbers as text | MB/s |\n|---|---|\n'
"$build_dir/text" "${NDX_LARGE_MB:-64}" "$build_dir/text.csv"
/usr/bin/python3 - "$build_dir/text.csv" <<'PYTHON'
import os, sys, time
import numpy as np
start = time.perf_counter()
np.loadtxt(sys.argv[1], delimiter=",")
print(f"| NumPy {np.__version__}, loadtxt | {os.path.getsize(sys.argv[1]) / 1e6 / (time.perf_counter() - start):.0f} |")
PYTHON
