// The checks of std::format and of fmt::format. They include no test framework, which is compiled with one standard
// library. The file that includes them defines NDX_LIBRARY as the namespace of the library.
#pragma once

#include <iostream>
#include <string>

#include <ndx/indexed.hpp>
#include <ndx/ndx.hpp>

namespace checks {

inline int failures = 0;

inline void is(const std::string& text, const std::string& expected) {
  if (text == expected) return;
  std::cout << "\"" << text << "\" should be \"" << expected << "\"\n";
  ++failures;
}

/// Whether a specification that is known at run time alone is refused.
template <class X>
void is_refused(const char* format, const X& x) {
  try {
    is(NDX_LIBRARY::vformat(format, NDX_LIBRARY::make_format_args(x)),
       std::string(format) + ", refused");
  } catch (const NDX_LIBRARY::format_error&) {
  }
}

/// Returns the number of checks that failed.
inline int format() {
  using namespace ndx;
  is(NDX_LIBRARY::format("x = {}", arange(6).reshape({2, 3})), "x = [[0 1 2]\n [3 4 5]]");
  is(NDX_LIBRARY::format("{}, {}", tensor({0.5, 2.25}), Tensor<const int>(tensor({7}))),
     "[0.5  2.25], [7]");
  is(NDX_LIBRARY::format("{}", full({}, 1.5)), "1.5");
  is(NDX_LIBRARY::format("{} {}", zeros({0}), zeros({0, 3})), "[] [], shape=(0, 3)");

  const auto t = arange(10);
  is(NDX_LIBRARY::format("{:.2}", tensor({0.123, 4.5})), "[0.12 4.5 ]");
  is(NDX_LIBRARY::format("{:precision=1}", tensor({0.123, 4.5})), "[0.1 4.5]");
  is(NDX_LIBRARY::format("{:threshold=6,edge_items=2}", t), "[0 1 ... 8 9]");
  is(NDX_LIBRARY::format("{:line_width=12}", t), "[0 1 2 3 4\n 5 6 7 8 9]");
  is(NDX_LIBRARY::format("{:.3,suppress}", tensor({1e-9, 1.0})), "[0. 1.]");
  set_print_options({.precision = 1, .edge_items = 1});  // for what a field does not name
  is(NDX_LIBRARY::format("{:threshold=2}", tensor({0.123, 1.5, 2.5})), "[0.1 ... 2.5]");
  set_print_options({});

  is(NDX_LIBRARY::format("{}", arange(12).reshape({3, 4}).indexed({tensor({0, 2}), -1})),
     "[ 3 11]");
  is(NDX_LIBRARY::format("{} {} {}", zeros({3, 4}).shape(), Dims{2}, t.dtype()),
     "(3, 4) (2) int64");

  for (const char* wrong : {"{:.}", "{:x}", "{:.2 }", "{:.2,}", "{:.2,", "{:threshold=}",
                            "{:.1234567890}", "{:suppress=1}"})
    is_refused(wrong, t);
  is_refused("{:.2}", t.dtype());
  return failures;
}

}  // namespace checks
