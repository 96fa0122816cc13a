# cmake --build . --target ndx_single_header: writes single/ndx/ndx.hpp, the library in one header.
set(NDX_SINGLE_HEADER ${PROJECT_BINARY_DIR}/single/ndx/ndx.hpp)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/single/ndx)
add_custom_target(ndx_single_header
  COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/single_header.sh ${PROJECT_SOURCE_DIR}/include
    ${PROJECT_VERSION} > ${NDX_SINGLE_HEADER}
  COMMENT "Writing ${NDX_SINGLE_HEADER}" VERBATIM)
