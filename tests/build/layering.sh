#!/bin/sh
# Checks the headers under the folder $1 (include/ndx) against the picture in the design: rooms
# include downward only, and each header keeps to the habits below. What all.hpp, the first of them,
# adds to ndx.hpp no other includes. One line for each offence.
cd "$1" || exit 2
find . -name '*.hpp' -o -name '*.inc' | sed 's|^\./||' | LC_ALL=C sort | xargs awk '
  function offence(what) { print FILENAME ":" FNR ": " what; bad = 1 }
  function room(path) { return index(path, "/") ? substr(path, 1, index(path, "/") - 1) : "" }
  function header_end() { if (file ~ /hpp$/ && !once) { print file ": no #pragma once"; bad = 1 } }

  BEGIN {
    n = split("base layout storage kernel grammar plan engine explain tensor ops io", rooms)
    for (i = 1; i <= n; i++) level[rooms[i]] = i
    level["parallel"] = level["io"]
    level["interop"] = level["io"] + 1  # files of other libraries are files
    level["distributed"] = level["interop"] + 1
    core = level["tensor"]
    split("iostream ranges functional regex algorithm memory complex optional variant random", heavy)
    for (i in heavy) banned[heavy[i]] = 1
    # What the rooms above tensor/ may include of it: a complete Tensor.
    split("tensor/tensor.hpp tensor/random.hpp tensor/logspace.hpp tensor/float16.hpp " \
      "tensor/split.hpp", entire)
    for (i in entire) whole[entire[i]] = 1
    # These need another library, so that all.hpp cannot list them.
    split("io/zip.hpp io/zip_writer.hpp io/npz.hpp io/npz_any.hpp io/safetensors.hpp io/safetensors_header.hpp " \
      "interop/eigen.hpp interop/eigen_einsum.hpp interop/eigen_tensor.hpp " \
      "interop/highway.hpp interop/libdeflate.hpp interop/zlib.hpp " \
      "interop/hdf5_handle.hpp interop/hdf5_type.hpp interop/hdf5_file.hpp " \
      "interop/hdf5_write.hpp interop/hdf5.hpp interop/hdf5_any.hpp " \
      "interop/hdf5_filters.hpp interop/hdf5_stored_chunks.hpp interop/hdf5_elements.hpp interop/hdf5_chunks.hpp " \
      "interop/hdf5_tensor_file.hpp " \
      "interop/opencv.hpp interop/opencv_any.hpp interop/xtensor.hpp " \
      "interop/pybind11.hpp interop/pybind11_array.hpp interop/pybind11_terms.hpp " \
      "distributed/communicator.hpp distributed/messages.hpp distributed/packed_runs.hpp " \
      "distributed/exchange_plan.hpp distributed/node_blocks.hpp distributed/exchange.hpp " \
      "distributed/distribution.hpp distributed/distributed_plan.hpp " \
      "distributed/distributed_tensor.hpp distributed/moves.hpp distributed/file_rows.hpp " \
      "distributed/npy_files.hpp distributed/hdf5_files.hpp " \
      "distributed/mpi.hpp", foreign)
    for (i in foreign) apart["ndx/" foreign[i]] = 1
  }

  FNR == 1 {
    header_end(); file = FILENAME; once = 0; here = room(FILENAME)
    if (here != "" && !(here in level)) offence("a folder that is no room")
  }
  FNR == 351 { offence("more than 350 lines") }
  /^#pragma once/ { once = 1 }
  /^ *# *define / && FILENAME != "base/config.hpp" && FILENAME != "compiled.hpp" &&
      $2 !~ /^NDX_(LOOPS|ENTRY)/ { offence("a macro outside base/config.hpp") }
  /has_avx|__builtin_cpu_/ && FILENAME != "kernel/dispatch.hpp" {
    offence("asks what the processor can do: see kernel/dispatch.hpp")
  }
  /^namespace ndx( |:|$)/ && FILENAME !~ /^(fwd|base\/error)[.]hpp$/ {
    offence("namespace ndx without its version: NDX_NAMESPACE_BEGIN")
  }
  /^ *# *include *"/ { offence("an include that is not written <ndx/...>") }

  /^ *# *include *</ {
    path = $0; sub(/^[^<]*</, "", path); sub(/>.*/, "", path)
    if (FILENAME == "all.hpp") apart[path] = path != "ndx/ndx.hpp"
    else if (apart[path] && !apart["ndx/" FILENAME] && FILENAME != "compiled.hpp")
      offence(path " is for those who ask for it: see all.hpp")
    if (path ~ /^ndx\// && here != "") {
      sub(/^ndx\//, "", path); there = room(path)
      if (there != here && !(there in level && level[there] < level[here]))
        offence(here " includes " path)
    }
    # A member that is declared and not defined would not link.
    if (here in level && level[here] > core && path ~ /^tensor\// && !(path in whole))
      offence(path " is a part of tensor/tensor.hpp: include that")
    if (path ~ /^xsimd\// && FILENAME != "kernel/vec_types.hpp") offence("xsimd outside kernel/vec_types.hpp")
    if (path ~ /intrin\.h$/) offence("<" path ">: vector instructions are said by kernel/avx2.hpp")
    allowed = (path == "complex" && FILENAME ~ /complex/) || FILENAME == "tensor/" path ".hpp"
    if (path in banned && here in level && level[here] <= core && !allowed)
      offence("<" path "> in the core")
    else if (path == "iostream") offence("<iostream> in a header")
  }
  END { header_end(); exit bad }'
