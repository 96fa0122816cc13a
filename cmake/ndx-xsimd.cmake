# The build and the installed ndx-config.cmake include this. ndx takes vectors from xsimd where its own
# kernels for x86-64 are not compiled: for other processors, and under NDX_PORTABLE.
include(CheckCXXSourceCompiles)

# Sets NDX_NEEDS_XSIMD. The compiler is asked, because its flags decide, too (-m32, -DNDX_PORTABLE=1). It
# does not link: some toolchains cannot before a project tells them how. A project that has not enabled
# C++ yet has no compiler to ask, and compiles nothing that needs xsimd.
function(ndx_ask_whether_xsimd_is_needed)
  set(NDX_NEEDS_XSIMD OFF PARENT_SCOPE)
  if(NOT CMAKE_CXX_COMPILER_LOADED)
    return()
  endif()
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("
#if !defined(__x86_64__) || NDX_PORTABLE
#error
#endif" NDX_IS_FOR_X86_64)
  if(NOT NDX_IS_FOR_X86_64)
    set(NDX_NEEDS_XSIMD ON PARENT_SCOPE)
  endif()
endfunction()

# Finds xsimd 8.1 or newer. Its version file accepts only the major version that was asked for, hence
# one try for each.
macro(ndx_find_xsimd)
  foreach(_ndx_xsimd_version 20 19 18 17 16 15 14 13 12 11 10 9 8.1)
    if(NOT TARGET xsimd)
      find_package(xsimd ${_ndx_xsimd_version} CONFIG QUIET)
    endif()
  endforeach()
  unset(_ndx_xsimd_version)
endmacro()

# ndx_use_xsimd(TARGET SCOPE): TARGET finds xsimd's headers, and nothing else of it: the target that Debian
# installs also asks for a library, xtl, that is neither needed nor there.
function(ndx_use_xsimd target scope)
  target_include_directories(${target} SYSTEM ${scope}
    $<BUILD_INTERFACE:$<TARGET_PROPERTY:xsimd,INTERFACE_INCLUDE_DIRECTORIES>>)
endfunction()
