# Single elements far apart: the library, which runs them by buckets that fit a core's cache, beside
# straight loops by hand.
build buckets >&2
"$build_dir/buckets" "${NDX_LARGE_MB:-256}"
