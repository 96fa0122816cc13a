// Files of one array: NumPy's .npy, loaded, mapped and saved. <ndx/ndx.hpp> has load_npy, map_npy
// and save_npy for paths. This header adds .npy files as bytes in memory and in streams, files
// whose element type is known only at run time, progress reports, the fields of structs, and
// changes in place.
#pragma once

#include <ndx/io/npy/npy_any.hpp>
#include <ndx/io/npy/npy_bytes.hpp>
#include <ndx/io/npy/npy_fields.hpp>
#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/npy/npy_progress.hpp>
#include <ndx/io/npy/npy_stream.hpp>
#include <ndx/io/npy/npy_update.hpp>
