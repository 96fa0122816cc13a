# ndx::module: `import ndx;` for the targets that link it. CMake knows modules from version 3.28 on. The module is
# built when a target links it.
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.28)
  add_library(ndx_module STATIC EXCLUDE_FROM_ALL)
  add_library(ndx::module ALIAS ndx_module)
  target_sources(ndx_module PUBLIC FILE_SET CXX_MODULES BASE_DIRS ${PROJECT_SOURCE_DIR}/include
    FILES ${PROJECT_SOURCE_DIR}/include/ndx/ndx.cppm)
  target_link_libraries(ndx_module PUBLIC ndx)
endif()
