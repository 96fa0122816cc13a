# Single elements far apart: the library's loops beside loops written by hand, straight and by
# buckets that fit a core's cache.
build buckets >&2
"$build_dir/buckets" "${NDX_LARGE_MB:-256}"
