# The flags under which ndx itself is developed. They live on the target ndx_dev, which the tests,
# examples and benches link; ndx::ndx carries none of them to its users.
option(NDX_WERROR "Warnings are errors in the tests, examples and benches" OFF)
set(NDX_SANITIZE "" CACHE STRING "Sanitizers for tests, examples and benches: address,undefined")

set(CMAKE_CXX_EXTENSIONS OFF)

add_library(ndx_dev INTERFACE)
target_link_libraries(ndx_dev INTERFACE ndx::ndx)

set(NDX_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast
  -Wdouble-promotion -Wcast-align -Wnon-virtual-dtor -Woverloaded-virtual)
# Left out: -Wuseless-cast, which blames templates for a cast that another type needs.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND NDX_WARNINGS -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
endif()
target_compile_options(ndx_dev INTERFACE ${NDX_WARNINGS} $<$<BOOL:${NDX_WERROR}>:-Werror>)

if(NDX_SANITIZE)
  string(REPLACE ";" "," sanitizers "${NDX_SANITIZE}")
  if(sanitizers MATCHES "undefined")
    # Conversions saturate by contract, so a cast that does not fit is a bug of ours. Division by a
    # floating zero is IEEE's, and is left alone.
    string(APPEND sanitizers ",float-cast-overflow")
  endif()
  set(flags -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # The types of the compiled library have names of their own (see base/config.hpp), and so have those
  # of the functions to which it hands out pointers: a check of these by name would refuse them.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    list(APPEND flags -fno-sanitize=function)
  endif()
  target_compile_options(ndx_dev INTERFACE ${flags})
  target_link_options(ndx_dev INTERFACE ${flags})
  target_compile_options(ndx_compiled PRIVATE ${flags})
  target_link_options(ndx_compiled PRIVATE ${flags})
endif()
