// Calls every library that a component of ndx links.
#include <ndx/highway.hpp>
#include <ndx/interop/eigen/eigen_matrix.hpp>
#include <ndx/io/archive/npz_file.hpp>
#include <ndx/io/archive/safetensors_file.hpp>
#include <ndx/ops/sort/sort.hpp>
#include <ndx/tbb.hpp>
#include <ndx/threads.hpp>
#ifdef MORE_openmp
#include <ndx/openmp.hpp>
#endif
#ifdef MORE_hdf5
#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#endif
#ifdef MORE_libdeflate
#include <ndx/libdeflate.hpp>
#endif
#ifdef MORE_mpi
#include <ndx/distributed.hpp>
#endif
#ifdef MORE_zlib
#include <ndx/zlib.hpp>
#endif

int main() {
  ndx::use_highway_sort();
  ndx::use_tbb();
  ndx::use_threads();
#ifdef MORE_openmp
  ndx::use_openmp();
#endif
  const auto sorted = ndx::sort_values(ndx::tensor({3.f, 1.f, 2.f}));
  const auto doubled = ndx::from_eigen(ndx::as_eigen_array(sorted) * 2.f);
  ndx::save_npz("components.npz", {{"x", doubled}});
  ndx::save_safetensors("components.safetensors", {{"x", doubled}});
  const auto back = ndx::SafetensorsFile("components.safetensors").load<float>("x");
  const auto x = ndx::load_npz<float>("components.npz", "x");
#ifdef MORE_hdf5
  ndx::save_hdf5("components.h5", {{"x", x}});
#endif
#ifdef MORE_zlib
  ndx::use_zlib();
#endif
#ifdef MORE_libdeflate
  ndx::use_libdeflate();
#endif
#ifdef MORE_mpi
  int initialized = 1;
  MPI_Initialized(&initialized);
  if (initialized != 0) return 1;
#endif
  return x(2, 0) == 6.f && back(0, 0) == 2.f ? 0 : 1;
}
