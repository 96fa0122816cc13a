# What `cmake --install` lays down: the headers, the CMake package, the pkg-config file, what
# debuggers show.
include(CMakePackageConfigHelpers)

# Nothing but the compiled library depends on the machine's architecture, so everything else lives
# under share/.
set(NDX_CMAKE_DIR ${CMAKE_INSTALL_DATADIR}/cmake/ndx)
set(NDX_PC_DIR ${CMAKE_INSTALL_DATADIR}/pkgconfig)
file(RELATIVE_PATH NDX_PC_TO_PREFIX /${NDX_PC_DIR} /)
string(REGEX REPLACE "/$" "" NDX_PC_TO_PREFIX "${NDX_PC_TO_PREFIX}")

configure_package_config_file(cmake/ndx-config.cmake.in ${PROJECT_BINARY_DIR}/ndx-config.cmake
  INSTALL_DESTINATION ${NDX_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ndx-config-version.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
configure_file(cmake/ndx.pc.in ${PROJECT_BINARY_DIR}/ndx.pc @ONLY)

install(TARGETS ndx EXPORT ndxTargets)
install(EXPORT ndxTargets NAMESPACE ndx:: DESTINATION ${NDX_CMAKE_DIR})
install(DIRECTORY include/ndx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.inc")
install(FILES cmake/ndx-find-xsimd.cmake ${PROJECT_BINARY_DIR}/ndx-config.cmake
  ${PROJECT_BINARY_DIR}/ndx-config-version.cmake DESTINATION ${NDX_CMAKE_DIR})
install(FILES ${PROJECT_BINARY_DIR}/ndx.pc DESTINATION ${NDX_PC_DIR})

# gdb and lldb load these when told to (each file says how); Visual Studio finds the last one in any
# project that links ndx::ndx.
set(NDX_DEBUGGER_DIR ${CMAKE_INSTALL_DATADIR}/ndx)
install(FILES cmake/debuggers/ndx_gdb.py cmake/debuggers/ndx_lldb.py cmake/debuggers/ndx_text.py
  cmake/debuggers/ndx.natvis DESTINATION ${NDX_DEBUGGER_DIR})
if(MSVC)
  target_sources(ndx INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/cmake/debuggers/ndx.natvis>
    $<INSTALL_INTERFACE:${NDX_DEBUGGER_DIR}/ndx.natvis>)
endif()

if(NDX_BUILD_COMPILED)
  configure_file(cmake/ndx-compiled.pc.in ${PROJECT_BINARY_DIR}/ndx-compiled.pc @ONLY)
  install(TARGETS ndx_compiled EXPORT ndxCompiledTargets)
  install(EXPORT ndxCompiledTargets NAMESPACE ndx:: DESTINATION ${NDX_CMAKE_DIR})
  install(FILES ${PROJECT_BINARY_DIR}/ndx-compiled.pc DESTINATION ${NDX_PC_DIR})
endif()
