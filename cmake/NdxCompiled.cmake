# ndx::compiled: the same library as ndx::ndx, with what knows no element type, and the common element
# types, compiled once. Static, or shared under BUILD_SHARED_LIBS. Built when it is linked; with
# NDX_BUILD_COMPILED always, and installed.
option(NDX_BUILD_COMPILED "Build and install the compiled library of ndx" ${NDX_TOP_LEVEL})

set(ndx_sources "")
foreach(part functions unary binary reductions statistics text scans sorts moves vectors)
  list(APPEND ndx_sources ${PROJECT_SOURCE_DIR}/cmake/compiled/${part}.cpp)
endforeach()
add_library(ndx_compiled ${ndx_sources})
add_library(ndx::compiled ALIAS ndx_compiled)
target_link_libraries(ndx_compiled PUBLIC ndx)
target_compile_definitions(ndx_compiled PUBLIC NDX_COMPILED)
# Optimised in every build, so that a debug build that links it runs fast kernels; but for our own tests
# under sanitizers, which then see every step of it. Whether calls are checked is decided where they
# are compiled.
set(NDX_COMPILED_OPTIONS -O2 CACHE STRING "How the compiled library of ndx is optimised in every build")
if(NOT NDX_SANITIZE)
  target_compile_options(ndx_compiled PRIVATE ${NDX_COMPILED_OPTIONS})
endif()
# A section for each function, so that a program linked with --gc-sections carries only what it calls.
target_compile_options(ndx_compiled PRIVATE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffunction-sections;-fdata-sections>)
set_target_properties(ndx_compiled PROPERTIES OUTPUT_NAME ndx EXPORT_NAME compiled
  POSITION_INDEPENDENT_CODE ON VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(NOT NDX_BUILD_COMPILED)
  set_target_properties(ndx_compiled PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
