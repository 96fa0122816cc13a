# What `cmake --install` lays down: the headers, the CMake package, the pkg-config files, what
# debuggers show. A project that includes ndx installs none of it unless it sets NDX_INSTALL.
include(CMakePackageConfigHelpers)

# Nothing but the compiled library depends on the machine's architecture, so everything else lives
# under share/.
set(NDX_CMAKE_DIR ${CMAKE_INSTALL_DATADIR}/cmake/ndx)
set(NDX_COMPILED_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/ndx)

# Before 1.0 a minor version may change what a program sees; from then on only a major one.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
endif()
configure_package_config_file(cmake/ndx-config.cmake.in ${PROJECT_BINARY_DIR}/ndx-config.cmake
  INSTALL_DESTINATION ${NDX_CMAKE_DIR} PATH_VARS NDX_COMPILED_CMAKE_DIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ndx-config-version.cmake
  COMPATIBILITY ${compatibility} ARCH_INDEPENDENT)

# ndx_install_pc(NAME): NAME.pc, which finds its prefix from where it is. That of the compiled library,
# which belongs to an architecture, requires the other: both are in one folder.
function(ndx_install_pc name)
  set(folder ${CMAKE_INSTALL_DATADIR}/pkgconfig)
  if(NDX_BUILD_COMPILED)
    set(folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  endif()
  file(RELATIVE_PATH NDX_PC_TO_PREFIX /${folder} /)
  string(REGEX REPLACE "/$" "" NDX_PC_TO_PREFIX "${NDX_PC_TO_PREFIX}")
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${folder})
endfunction()

install(TARGETS ndx EXPORT ndxTargets)
install(EXPORT ndxTargets NAMESPACE ndx:: DESTINATION ${NDX_CMAKE_DIR})
install(DIRECTORY include/ndx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.inc" PATTERN "*.def" PATTERN "*.cppm")
install(FILES cmake/ndx-xsimd.cmake cmake/ndx-components.cmake
  ${PROJECT_BINARY_DIR}/ndx-config.cmake ${PROJECT_BINARY_DIR}/ndx-config-version.cmake
  DESTINATION ${NDX_CMAKE_DIR})
set(NDX_PC_REQUIRES "")
if(NDX_NEEDS_XSIMD)
  set(NDX_PC_REQUIRES "Requires: xsimd >= 8.1\n")
endif()
ndx_install_pc(ndx)

# gdb and lldb load these when told to (each file says how).
install(FILES cmake/debuggers/ndx_gdb.py cmake/debuggers/ndx_lldb.py cmake/debuggers/ndx_text.py
  cmake/debuggers/ndx.natvis DESTINATION ${NDX_DEBUGGER_DIR})

if(NDX_BUILD_COMPILED)
  install(TARGETS ndx_compiled EXPORT ndxCompiledTargets)
  install(EXPORT ndxCompiledTargets NAMESPACE ndx:: DESTINATION ${NDX_COMPILED_CMAKE_DIR})
  ndx_install_pc(ndx-compiled)
endif()
