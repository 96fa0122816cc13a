"""Measures File beside h5py and numpy.memmap: files.py LIBRARY MB, from bench/large/files.sh."""
import array
import ctypes
import os
import resource
import sys
import tempfile
import time

ROW = 256  # floats
COUNT = 10000
HUGE = 4 << 20  # rows of the sparse files: 4 GB


def load(path):
    library = ctypes.CDLL(os.path.abspath(path))
    for function in ("read_rows", "read_column", "add_to_rows", "inflate_streams"):
        getattr(library, function).restype = ctypes.c_double
    return library


def address(numbers):
    return ctypes.c_void_p(numbers.buffer_info()[0])


def limited(library, path, name):
    """In a process that may have 512 MB of addresses: rows of a file of 4 GB, read and added to."""
    resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))
    rows = array.array("q", (i * 7919 * 97 % HUGE for i in range(100000)))
    n = ctypes.c_int64(len(rows))
    took = [library.read_rows(path, name, address(rows), n, None),
            library.add_to_rows(path, name, address(rows), ctypes.c_int64(100), ctypes.c_float(1))]
    with open("/proc/self/status") as status:
        sizes = dict(line.split(":", 1) for line in status)
    peak = [int(sizes[key].split()[0]) // 1024 for key in ("VmPeak", "VmHWM")]
    print(f"{' | '.join(f'{t * 1e3:.0f}' for t in took)} | {peak[0]} | {peak[1]} |", flush=True)
    sys.exit(0 if min(took) >= 0 else 1)


def main():
    library = load(sys.argv[1])
    if len(sys.argv) > 3:
        limited(library, sys.argv[3].encode(), sys.argv[4].encode())

    import h5py
    import numpy as np

    count = int(sys.argv[2]) << 10  # rows of 1 KB
    random = np.random.default_rng(1)

    def make(folder):
        x = random.integers(0, 4000, (count, ROW)).astype("f4")
        np.save(folder + "/x.npy", x)
        stores = {"contiguous": {}, "chunks of 1 MB": {"chunks": (1024, ROW)},
                  "chunks of 64 KB": {"chunks": (64, ROW)},
                  "deflated chunks of 64 KB": {"chunks": (64, ROW), "compression": "gzip",
                                               "compression_opts": 1, "shuffle": True}}
        files = {".npy": (folder + "/x.npy", "")}
        for k, (name, how) in enumerate(stores.items()):
            path = f"{folder}/{k}.h5"
            with h5py.File(path, "w") as file:
                file.create_dataset("x", data=x, **how)
            files["HDF5, " + name] = (path, "x")
        return files

    def forget(path):
        with open(path, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def timed(call):
        start = time.perf_counter()
        result = call()
        return time.perf_counter() - start, result

    def ours(function, path, name, rows, *more):
        return getattr(library, function)(
            path.encode(), name.encode(), ctypes.c_void_p(rows.ctypes.data), ctypes.c_int64(len(rows)), *more)

    def peer(path, name, rows):
        if not name:
            return timed(lambda: np.load(path, mmap_mode="r")[rows])
        with h5py.File(path) as file:
            return timed(lambda: file[name][rows])

    def peer_column(path, name):
        if not name:
            return timed(lambda: np.ascontiguousarray(np.load(path, mmap_mode="r")[:, 5]))
        with h5py.File(path) as file:
            return timed(lambda: file[name][:, 5])

    def peer_add(path, name, rows):
        def npy():
            x = np.load(path, mmap_mode="r+")
            x[rows] += 1
            x.flush()

        def hdf5():
            with h5py.File(path, "r+") as file:
                file[name][rows] = file[name][rows] + 1
                file.flush()
            with open(path) as file:
                os.fsync(file.fileno())

        return timed(hdf5 if name else npy)

    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(sys.argv[1]))) as folder:
        files = make(folder)
        rows = np.sort(random.choice(count, COUNT, replace=False)).astype("i8")
        print(f"\n### Files: {count >> 10} MB of float rows of 1 KB\n")
        print("| file | access | ndx (ms) | h5py or numpy.memmap (ms) | ratio |\n|---|---|---|---|---|")

        def line(file, what, a, b):
            print(f"| {file} | {what} | {a * 1e3:.1f} | {b * 1e3:.1f} | {b / a:.1f} |", flush=True)

        for file, (path, name) in files.items():
            rounds = 1 if name else 7
            room = np.empty((COUNT, ROW), "f4")
            expected = peer(path, name, rows)[1]
            ours("read_rows", path, name, rows, ctypes.c_void_p(room.ctypes.data))
            assert (room == expected).all()
            column = np.empty(count, "f4")
            library.read_column(path.encode(), name.encode(), ctypes.c_int64(5), ctypes.c_void_p(column.ctypes.data))
            assert (column == peer_column(path, name)[1]).all()

            warm = [(ours("read_rows", path, name, rows, None), peer(path, name, rows)[0])
                    for _ in range(rounds)]
            line(file, f"{COUNT} random rows, warm", *map(min, zip(*warm)))
            if not name:
                mixed = random.integers(0, count, COUNT)
                warm = [(ours("read_rows", path, name, mixed, None), peer(path, name, mixed)[0])
                        for _ in range(rounds)]
                line(file, f"{COUNT} random rows in any order, warm", *map(min, zip(*warm)))
            cold = []
            for _ in range(1 if name else 3):
                forget(path)
                a = ours("read_rows", path, name, rows, None)
                forget(path)
                cold.append((a, peer(path, name, rows)[0]))
            line(file, f"{COUNT} random rows, cold", *map(min, zip(*cold)))
            peer_column(path, name)
            warm = [(library.read_column(path.encode(), name.encode(), ctypes.c_int64(5), None),
                     peer_column(path, name)[0]) for _ in range(1 if name else 5)]
            line(file, "one column, warm", *map(min, zip(*warm)))
            both = [(ours("add_to_rows", path, name, rows, ctypes.c_float(1)), peer_add(path, name, rows)[0])
                    for _ in range(1 if name else 3)]
            line(file, f"add to {COUNT} rows, on the disk", *map(min, zip(*both)))

        path, dataset = files["HDF5, deflated chunks of 64 KB"]
        with h5py.File(path) as file:
            touched = np.unique(rows // 64)
            chunks = [file[dataset].id.read_direct_chunk((64 * int(k), 0))[1] for k in touched]
        sizes = np.array([len(chunk) for chunk in chunks], "i8")
        chunks = np.frombuffer(b"".join(chunks), "u1")
        chunk = np.empty(64 << 10, "u1")
        print(f"\n### The same {COUNT} random rows of deflated chunks, warm, by who inflates\n")
        print("| inflates | threads | ndx (ms) | h5py (ms) | ratio | to inflate alone, 1 thread (ms) |\n|---|---|---|---|---|---|")
        ways = [(name, t) for name in ("zlib", "libdeflate") for t in (1, 2)]
        slow = min(peer(path, dataset, rows)[0] for _ in range(2))
        times = {way: [] for way in ways}
        alone = {"zlib": [], "libdeflate": []}

        def use(name, threads):
            library.use(name.encode(), ctypes.c_int64(threads))

        for _ in range(5):
            for way in ways:
                use(*way)
                times[way].append(ours("read_rows", path, dataset, rows, None))
            for name in alone:
                use(name, 1)
                alone[name].append(library.inflate_streams(
                    ctypes.c_void_p(chunks.ctypes.data), ctypes.c_void_p(sizes.ctypes.data),
                    ctypes.c_int64(len(sizes)), ctypes.c_void_p(chunk.ctypes.data), ctypes.c_int64(chunk.size)))
        use("zlib", 1)
        for name, threads in ways:
            took = min(times[name, threads])
            limit = f"{min(alone[name]) * 1e3:.0f} ({len(sizes) / 16 / min(alone[name]):.0f} MB/s)"
            print(f"| {name} | {threads} | {took * 1e3:.0f} | {slow * 1e3:.0f} |"
                  f" {slow / took:.1f} | {limit} |", flush=True)

        print("\n### A file of 4 GB (sparse) in a process of at most 512 MB of addresses\n")
        print("| file | 100,000 rows (ms) | add to 100 rows (ms) | peak addresses (MB)"
              " | peak resident (MB) |\n|---|---|---|---|---|")
        np.lib.format.open_memmap(folder + "/huge.npy", "w+", "f4", (HUGE, ROW))[-1] = 1
        stores = {"contiguous": {}, "chunks": {"chunks": (4096, ROW)},
                  "deflated": {"chunks": (4096, ROW), "compression": "gzip"}}
        for name, how in stores.items():
            with h5py.File(f"{folder}/{name}.h5", "w") as file:
                huge = file.create_dataset(name, (HUGE, ROW), "f4", **how)
                for row in range(4095, HUGE, 4096 * 16):
                    huge[row] = row
                huge[-1] = 1
        for name, path in (("", "huge.npy"), *((name, name + ".h5") for name in stores)):
            print(f"| {path} {name} |", end=" ", flush=True)
            code = os.spawnl(os.P_WAIT, sys.executable, sys.executable, __file__, sys.argv[1], "0",
                             f"{folder}/{path}", name)
            assert code == 0, f"{path} {name} failed"


main()
