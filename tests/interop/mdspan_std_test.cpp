// std::mdspan, for standard libraries that have it.
#include <ndx/mdspan.hpp>

#include "mdspan_checks.hpp"

static_assert(__cpp_lib_mdspan >= 202207L);

namespace {

struct Standard {
  template <class T, std::size_t Rank>
  using dynamic = std::mdspan<T, std::dextents<ndx::index_t, Rank>, std::layout_stride>;
  using fixed = std::mdspan<float, std::extents<int, 2, 3>>;
  template <class T>
  using left = std::mdspan<T, std::dextents<int, 2>, std::layout_left>;
  template <class Index>
  using narrow = std::mdspan<int, std::dextents<Index, 2>, std::layout_stride>;
  template <class Index>
  using narrow_rows = std::mdspan<int, std::dextents<Index, 2>>;
};

int check_rank_alone() {
  const auto t = ndx::arange<float>(24).reshape({2, 3, 4}).transpose();
  const auto view = ndx::as_mdspan<3>(t);
  static_assert(std::is_same_v<decltype(view), const Standard::dynamic<float, 3>>);
  return view[3, 2, 1] == 23.F && view.extent(0) == 4 ? 0 : 1;
}

}  // namespace

int main() { return mdspan_checks::run<Standard>() + check_rank_alone(); }
