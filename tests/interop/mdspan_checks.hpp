// What as_mdspan and borrow do, for one set of names of mdspan: Names::dynamic<T, rank> with
// layout_stride, Names::fixed (2 x 3 floats, layout_right, int indices), Names::left<T>. Without
// gtest, so that it can be compiled for a standard library that gtest was not built with.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>

#include <ndx/mdspan.hpp>
#include <ndx/ndx.hpp>

namespace mdspan_checks {

inline int failed = 0;

inline void expect(bool good, const char* what, int line) {
  if (good) return;
  std::printf("mdspan_checks.hpp:%d: not so: %s\n", line, what);
  ++failed;
}
#define EXPECT_SO(...) expect((__VA_ARGS__), #__VA_ARGS__, __LINE__)

template <class Error, class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

/// Whether the mdspan has the shape and the elements of the tensor, in the same place.
template <class M, class T>
bool same(const M& view, const ndx::Tensor<T>& t) {
  const auto back = ndx::borrow(view);
  return back.data() == t.data() && back.shape() == t.shape() && ndx::array_equal(back, t);
}

template <class Names>
int run() {
  using Two = typename Names::template dynamic<int, 2>;
  const auto t = ndx::arange<ndx::index_t>(24).template to<int>().reshape({4, 6});
  const auto two = [](const auto& tensor) { return ndx::as_mdspan<Two>(tensor); };

  // Strides, offsets, empty tensors, dims of size 1.
  EXPECT_SO(same(two(t), t));
  const auto turned = t.transpose();
  EXPECT_SO(same(two(turned), turned));
  EXPECT_SO(two(turned).mapping().stride(0) == 1);
  const auto part = t.slice(1, ndx::Slice(1, 6, 2)).narrow(0, 1, 2);
  EXPECT_SO(same(two(part), part));
  EXPECT_SO(two(part).mapping()(1, 2) == 10 && two(part).data_handle()[10] == 17);
  const auto none = ndx::zeros<int>({3, 0});
  EXPECT_SO(two(none).extent(0) == 3 && two(none).extent(1) == 0);
  const auto row = t.narrow(0, 1, 1).flip(0);
  EXPECT_SO(same(two(row), row));
  const auto row_of_expanded = t.select(0, 0).expand({1, 6});
  EXPECT_SO(same(two(row_of_expanded), row_of_expanded));

  // Rank 0 and const elements; writing.
  const auto scalar = ndx::full({}, 5);
  EXPECT_SO(*ndx::as_mdspan<typename Names::template dynamic<int, 0>>(scalar).data_handle() == 5);
  using Const = typename Names::template dynamic<const int, 2>;
  EXPECT_SO(ndx::as_mdspan<Const>(t).data_handle() == t.data());
  const ndx::Tensor<const int> read_only = t;
  EXPECT_SO(same(ndx::as_mdspan<Const>(read_only), read_only));
  two(t).data_handle()[two(t).mapping()(3, 5)] = 99;
  EXPECT_SO(t.at(3, 5) == 99);
  ndx::borrow(two(t)).fill_(1);
  EXPECT_SO(t.at(0, 0) == 1 && t.at(3, 5) == 1);

  // What layout_stride excludes.
  const auto excluded = [&](const ndx::Tensor<int>& view) {
    return refusal<ndx::ValueError>([&] { return two(view); });
  };
  EXPECT_SO(excluded(t.flip(1)) ==
            "as_mdspan: shape (4, 6) with strides (6, -1) has negative, zero or interleaved "
            "strides, which layout_stride excludes; take an mdspan of t.clone()");
  EXPECT_SO(excluded(t.select(0, 0).expand({4, 6})).find("strides (0, 1)") != std::string::npos);
  EXPECT_SO(excluded(t.select(0, 0).unfold(0, 3, 1)).find("strides (1, 1)") != std::string::npos);
  EXPECT_SO(refusal<ndx::ShapeError>([&] {
              return ndx::as_mdspan<typename Names::template dynamic<int, 3>>(t);
            }) == "as_mdspan: asked for rank 3 of a tensor of rank 2");

  // Fixed sizes and other layouts.
  using Fixed = typename Names::fixed;
  const auto small = ndx::arange<float>(6).reshape({2, 3});
  EXPECT_SO(same(ndx::as_mdspan<Fixed>(small), small));
  const auto square = ndx::zeros<float>({3, 3});
  EXPECT_SO(refusal<ndx::ShapeError>([&] { return ndx::as_mdspan<Fixed>(square); }) ==
            "as_mdspan: the type fixes size 2 of dim 0, but the tensor has shape (3, 3)");
  const auto wide = ndx::zeros<float>({2, 4}).narrow(1, 0, 3);
  EXPECT_SO(refusal<ndx::ValueError>([&] { return ndx::as_mdspan<Fixed>(wide); }) ==
            "as_mdspan: shape (2, 3) with strides (4, 1) is not stored in the order of the "
            "mdspan's layout, which has stride 3 in dim 0");
  using Left = typename Names::template left<float>;
  const auto column_major = ndx::arange<float>(6).reshape({3, 2}).transpose();
  EXPECT_SO(same(ndx::as_mdspan<Left>(column_major), column_major));
  EXPECT_SO(refusal<ndx::ValueError>([&] { return ndx::as_mdspan<Left>(small); }) != "taken");
  const auto long_row = ndx::zeros<float>({1}).expand({1, ndx::index_t{1} << 33});
  EXPECT_SO(refusal<ndx::ValueError>([&] { return ndx::as_mdspan<Left>(long_row); }) ==
            "as_mdspan: size 8589934592 exceeds the type's indices");

  // Indices that count fewer elements than the tensor has, or than its strides span.
  using Short = typename Names::template narrow<short>;
  using Bytes = typename Names::template narrow<unsigned char>;
  using ShortRows = typename Names::template narrow_rows<short>;
  const auto wraps = [](const ndx::Tensor<int>& view, const std::string& most) {
    const std::string why = "needs indices up to " + most + ", but those of the type end at 32767";
    return refusal<ndx::ValueError>([&] { return ndx::as_mdspan<Short>(view); }).find(why) !=
           std::string::npos;
  };
  const auto large = ndx::zeros<int>({200, 200});
  EXPECT_SO(wraps(large, "40000"));
  EXPECT_SO(
      refusal<ndx::ValueError>([&] { return ndx::as_mdspan<ShortRows>(large); }) ==
      "as_mdspan: shape (200, 200) with strides (200, 1) needs indices up to 40000, but those "
      "of the type end at 32767");
  EXPECT_SO(wraps(large.transpose(), "40000"));
  EXPECT_SO(wraps(large.slice(0, ndx::Slice(0, 200, 150)).narrow(1, 0, 2),  // of 4 elements
                  "30002") == false);
  EXPECT_SO(wraps(ndx::zeros<int>({2, 40000}).narrow(1, 0, 2), "40002"));
  EXPECT_SO(wraps(ndx::zeros<int>({3, 16384}).narrow(1, 0, 1), "32769"));
  EXPECT_SO(wraps(ndx::zeros<int>({0, 20000}).expand({0, 20000}), "20000") == false);
  const auto last = large.narrow(0, 0, 163);  // 32,600 elements
  EXPECT_SO(same(ndx::as_mdspan<Short>(last), last) && same(ndx::as_mdspan<ShortRows>(last), last));
  EXPECT_SO(same(ndx::as_mdspan<Bytes>(t), t));
  const auto wide_bytes = ndx::arange<int>(256).reshape({16, 16});
  EXPECT_SO(refusal<ndx::ValueError>([&] { return ndx::as_mdspan<Bytes>(wide_bytes); }) ==
            "as_mdspan: shape (16, 16) with strides (16, 1) needs indices up to 256, but those of "
            "the type end at 255");
  return failed;
}
#undef EXPECT_SO

}  // namespace mdspan_checks
