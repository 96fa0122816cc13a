# Finds xsimd 8.1 or newer; included by the build and by the installed ndx-config.cmake.
# xsimd's version file accepts only the major version that was asked for, hence one try for each.
foreach(_ndx_xsimd_version 8.1 9 10 11 12 13 14)
  if(NOT TARGET xsimd)
    find_package(xsimd ${_ndx_xsimd_version} CONFIG QUIET)
  endif()
endforeach()
unset(_ndx_xsimd_version)
