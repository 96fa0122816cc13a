// Files of one array: NumPy's .npy, loaded, mapped and saved; as bytes in memory and in streams; with an element type that is
// known only at run time; with a function that is told how far it is; the fields of structs; changed in place.
// <ndx/ndx.hpp> has load_npy, map_npy and save_npy of paths.
#pragma once

#include <ndx/io/npy/npy_any.hpp>
#include <ndx/io/npy/npy_bytes.hpp>
#include <ndx/io/npy/npy_fields.hpp>
#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/npy/npy_progress.hpp>
#include <ndx/io/npy/npy_stream.hpp>
#include <ndx/io/npy/npy_update.hpp>
