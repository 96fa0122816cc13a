# The components of ndx: `compiled`, and one for each header that needs another library to be linked,
# which its target ndx::NAME does together with ndx::ndx. Included by the build and by the installed
# ndx-config.cmake. Each library is found in the way that works with Debian's package of it.
include_guard(GLOBAL)

# The targets of component NAME, or an error that says what to install:
#   ndx_add_components(npz eigen)          after add_subdirectory or FetchContent
#   find_package(ndx COMPONENTS npz eigen) does the same
function(ndx_add_components)
  foreach(component IN LISTS ARGN)
    ndx_find_component(${component} missing)
    if(missing)
      message(FATAL_ERROR "${missing}")
    endif()
  endforeach()
endfunction()

# Defines ndx::<component>. Sets <missing> to the empty string, or to what is missing.
function(ndx_find_component component missing)
  set(${missing} "" PARENT_SCOPE)
  if(TARGET ndx::${component})
    return()
  endif()
  # Each: what to install, how its library is found, and the arguments of that.
  set(of_npz "libzip (Debian: libzip-dev)" by_pkg_config libzip libzip libzip::zip)
  set(of_safetensors "nlohmann-json (Debian: nlohmann-json3-dev)"
    by_cmake nlohmann_json nlohmann_json::nlohmann_json)
  set(of_hdf5 "HDF5 (Debian: libhdf5-dev)" by_pkg_config hdf5 hdf5 hdf5::hdf5)
  set(needed_by_hdf5 zlib)  # which is a component, too
  set(of_eigen "Eigen 3 (Debian: libeigen3-dev)" by_cmake Eigen3 Eigen3::Eigen CONFIG)
  set(of_highway "Highway (Debian: libhwy-dev)" by_pkg_config libhwy-contrib hwy hwy::hwy_contrib)
  set(of_libdeflate "libdeflate (Debian: libdeflate-dev)"
    by_pkg_config libdeflate libdeflate libdeflate::libdeflate_shared)
  set(of_zlib "zlib (Debian: zlib1g-dev)" by_cmake ZLIB ZLIB::ZLIB)
  set(of_mpi "MPI (Debian: libopenmpi-dev)" by_cmake MPI MPI::MPI_CXX COMPONENTS CXX)
  set(MPI_CXX_SKIP_MPICXX ON)  # not the interface that left the standard
  set(of_openmp "a compiler with OpenMP (Debian: g++, or libomp-dev for clang)"
    by_cmake OpenMP OpenMP::OpenMP_CXX COMPONENTS CXX)
  set(of_threads "threads of the system" by_cmake Threads Threads::Threads)
  set(of_tbb "oneTBB (Debian: libtbb-dev)" by_cmake TBB TBB::tbb CONFIG)
  set(of_compiled "the compiled library, which this installation was built without (NDX_BUILD_COMPILED)")
  if(NOT DEFINED of_${component})
    set(${missing} "ndx has no component ${component}" PARENT_SCOPE)
    return()
  endif()
  list(POP_FRONT of_${component} package how)
  set(library "")
  if(how)
    cmake_language(CALL _ndx_find_${how} ${of_${component}})
  endif()
  if(NOT library)
    set(${missing} "ndx::${component} needs ${package}" PARENT_SCOPE)
    return()
  endif()
  foreach(needed IN LISTS needed_by_${component})
    ndx_find_component(${needed} missing_there)
    if(missing_there)
      set(${missing} "${missing_there}" PARENT_SCOPE)
      return()
    endif()
    list(APPEND library ndx::${needed})
  endforeach()
  add_library(ndx::${component} INTERFACE IMPORTED)
  target_link_libraries(ndx::${component} INTERFACE ndx::ndx ${library})
endfunction()

macro(_ndx_find_by_cmake package target)
  find_package(${package} ${ARGN} QUIET)
  if(TARGET ${target})
    set(library ${target})
  endif()
endmacro()

# By pkg-config; without it by the library's CMake package, which Debian's libzip-dev breaks.
macro(_ndx_find_by_pkg_config module package target)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    string(TOUPPER NDX_${package} prefix)
    pkg_check_modules(${prefix} QUIET IMPORTED_TARGET ${module})
    if(TARGET PkgConfig::${prefix})
      set(library PkgConfig::${prefix})
    endif()
  endif()
  if(NOT library)
    _ndx_find_by_cmake(${package} ${target} CONFIG)
  endif()
endmacro()
