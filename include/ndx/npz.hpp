// Files of several arrays: NumPy's .npz, zip files of .npy files. Needs libzip (link -lzip).
#pragma once

#include <ndx/io/archive/npz_file.hpp>
