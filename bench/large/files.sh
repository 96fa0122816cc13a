# Arrays in files, indexed where they are: the library beside h5py's fancy indexing and numpy.memmap,
# on the same files in one process; then a file larger than the memory that is allowed.
# The deflated chunks are inflated by zlib and by libdeflate, by one thread and by two.
need python:numpy=python3-numpy python:h5py=python3-h5py \
  /usr/include/hdf5/serial/hdf5.h=libhdf5-dev \
  zlib.h=zlib1g-dev libdeflate.h=libdeflate-dev >&2
build files -shared -fPIC -isystem /usr/include/hdf5/serial \
  -L"$(dirname "$(ls /usr/lib/*/hdf5/serial/libhdf5.so)")" -lhdf5 -lz -ldeflate -fopenmp >&2
/usr/bin/python3 bench/large/files.py "$build_dir/files" "${NDX_LARGE_MB:-256}"
