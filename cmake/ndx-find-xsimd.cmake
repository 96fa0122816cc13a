# Finds xsimd 8.1 or newer; included by the build and by the installed ndx-config.cmake.
# xsimd's version file accepts only the major version that was asked for, hence one try for each.
foreach(_ndx_xsimd_version 20 19 18 17 16 15 14 13 12 11 10 9 8.1)
  if(NOT TARGET xsimd)
    find_package(xsimd ${_ndx_xsimd_version} CONFIG QUIET)
  endif()
endforeach()
unset(_ndx_xsimd_version)
