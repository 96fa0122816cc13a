# cmake --build BUILD --target ndx_docs: the documentation as one site, BUILD/site/index.html, which
# needs doxygen, cmark-gfm and python3. It has the explorer and the report of the benchmarks if they
# have been made: see examples/explorer/run.sh and bench/run.sh.
find_program(NDX_PYTHON python3)
if(NOT NDX_PYTHON)
  return()
endif()
set(docs ${PROJECT_SOURCE_DIR}/cmake/docs)
add_custom_target(ndx_docs
  COMMAND ${NDX_PYTHON} ${docs}/site.py ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/site-work
    ${PROJECT_BINARY_DIR}/site --explorer ${PROJECT_SOURCE_DIR}/build/explorer/explorer.html
    --bench ${PROJECT_SOURCE_DIR}/build/bench
  COMMAND ${NDX_PYTHON} ${docs}/check_links.py ${PROJECT_BINARY_DIR}/site
  VERBATIM)
