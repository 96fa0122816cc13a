# cmake --build BUILD --target ndx_docs: the documentation as one site, BUILD/site/index.html, which
# needs doxygen, mkdocs-material and python3. It has the explorer if there is an em++ to make it, and the report
# that bench/run.sh wrote last, if any. Compiler Explorer includes its ndx.hpp.
find_program(NDX_PYTHON python3)
if(NOT NDX_PYTHON)
  return()
endif()
set(docs ${PROJECT_SOURCE_DIR}/cmake/docs)
find_program(NDX_EMXX em++)
set(explorer "")
if(NDX_EMXX AND EXISTS ${PROJECT_SOURCE_DIR}/examples/explorer/run.sh)
  set(explorer COMMAND bash ${PROJECT_SOURCE_DIR}/examples/explorer/run.sh)
endif()
add_custom_target(ndx_docs
  ${explorer}
  COMMAND ${NDX_PYTHON} ${docs}/make_site.py ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/site-work
    ${PROJECT_BINARY_DIR}/site --explorer ${PROJECT_SOURCE_DIR}/build/explorer/explorer.html
    --bench ${PROJECT_SOURCE_DIR}/build/bench
  COMMAND ${NDX_PYTHON} ${docs}/check_links.py ${PROJECT_BINARY_DIR}/site
  COMMAND ${CMAKE_COMMAND} -E copy ${NDX_SINGLE_HEADER} ${PROJECT_BINARY_DIR}/site/ndx.hpp
  DEPENDS ndx_single_header VERBATIM)

# cmake --build BUILD --target ndx_release: what a release consists of, in BUILD/release. The recipes in it fetch the
# source archive from NDX_HOMEPAGE/releases/download, as GitHub keeps releases. Nothing else names the project's address.
set(NDX_HOMEPAGE "https://github.com/OWNER/ndx" CACHE STRING "Where the project is published: replace OWNER")
add_custom_target(ndx_release
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D VERSION=${PROJECT_VERSION}
    -D HOMEPAGE=${NDX_HOMEPAGE} -D SITE=${PROJECT_BINARY_DIR}/site -D RELEASE=${PROJECT_BINARY_DIR}/release
    -P ${PROJECT_SOURCE_DIR}/cmake/release.cmake
  DEPENDS ndx_docs VERBATIM)
