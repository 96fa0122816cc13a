// Rows of element-wise work of every length, scalar, portable and the best variant, against a loop without
// chunks.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/map/map_rows.hpp>

namespace map_rows_test {

using namespace ndx::kernel;
using ndx::index_t;

/// Values that no type can tell from each other by chance, special ones of floating types included.
template <class T>
std::vector<T> values(index_t count, int seed) {
  std::vector<T> result;
  for (index_t i = 0; i < count; ++i) {
    const auto value = static_cast<T>((i * 37 + seed) % 101);
    result.push_back(value);
    if constexpr (std::is_floating_point_v<T>) {
      if (i % 11 == 3) result.back() = std::numeric_limits<T>::quiet_NaN();
      if (i % 13 == 5) result.back() = -std::numeric_limits<T>::infinity();
    }
  }
  return result;
}

/// The bytes of anything, so that NaNs are compared, too.
template <class T>
std::vector<unsigned char> bytes_of_all(const std::vector<T>& values) {
  const auto* const first = reinterpret_cast<const unsigned char*>(values.data());
  return {first, first + values.size() * sizeof(T)};
}

/// Out is a byte where the function gives a bool.
template <class Out, class F, class... In>
std::vector<Out> one_by_one(F f, index_t count, const In&... in) {
  std::vector<Out> out(static_cast<std::size_t>(count) + 1, Out{77});
  for (index_t i = 0; i < count; ++i) out[static_cast<std::size_t>(i)] = f(in.row(0).at(i)...);
  return out;
}

using Portable = portable::ElementwiseRows;

/// The best variant for this processor.
struct Best {
  template <class F, class Out, class... In>
  static void transform(const F& f, const Results<Out>& out, const In&... in) {
    dispatch<Portable, avx2::ElementwiseRows>([&](auto rows) { rows.transform(f, out, in...); });
  }
};

template <class Rows, class Out, class F, class... In>
void expect_row(F f, index_t count, const In&... in) {
  std::vector<Out> out(static_cast<std::size_t>(count) + 1, Out{77});  // one that is not written
  Rows::transform(f, Results<Out>{out.data(), count}, in...);
  EXPECT_EQ(bytes_of_all(out), bytes_of_all(one_by_one<Out>(f, count, in...))) << count;
}

/// The same of functions that give bools.
template <class Rows, class F, class... In>
void expect_bools(F f, index_t count, const In&... in) {
  std::vector<unsigned char> out(static_cast<std::size_t>(count) + 1, 77);
  Rows::transform(f, Results<bool>{reinterpret_cast<bool*>(out.data()), count}, in...);
  EXPECT_EQ(out, one_by_one<unsigned char>(f, count, in...)) << count;
}

struct Plus {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};
struct Less {
  template <class T>
  unsigned char operator()(const T& a, const T& b) const {
    return a < b ? 1 : 0;
  }
};
struct Choose {
  template <class T>
  T operator()(bool chosen, T a, T b) const {
    return chosen ? a : b;
  }
};
template <class To>
struct Saturate {
  template <class T>
  To operator()(const T& x) const {
    if (!(x == x)) return To{0};
    return x > 90 ? std::numeric_limits<To>::max() : x < 10 ? To{0} : static_cast<To>(x);
  }
};

template <class Rows, class T>
void rows_of(index_t count) {
  const auto a = values<T>(count, 1);
  const auto b = values<T>(count, 50);
  const std::vector<unsigned char> mask = values<unsigned char>(count, 3);
  const T five{5};
  const T fifty{50};
  const Dense<T> x{a.data()};
  const Dense<T> y{b.data()};
  expect_row<Rows, T>(Plus{}, count, x, y);
  expect_row<Rows, T>(Plus{}, count, x, BroadcastOperand<T>{&five});
  expect_row<Rows, unsigned char>(Less{}, count, x, y);
  expect_bools<Rows>(Less{}, count, x, y);
  expect_bools<Rows>(Less{}, count, x, BroadcastOperand<T>{&fifty});
  expect_row<Rows, unsigned char>(Less{}, count, BroadcastOperand<T>{&fifty}, y);
  expect_row<Rows, T>(Choose{}, count, Dense<bool>{reinterpret_cast<const bool*>(mask.data())}, x,
                      y);
  expect_row<Rows, std::int16_t>(Saturate<std::int16_t>{}, count, x);
  expect_row<Rows, double>([](const T& v) { return static_cast<double>(v); }, count, x);
}

template <class Rows>
void rows_of_all_types() {
  for (const index_t count :
       {0, 1, 7, 8, 9, 15, 16, 31, 32, 33, 63, 64, 65, 72, 127, 128, 200, 1001}) {
    rows_of<Rows, float>(count);
    rows_of<Rows, double>(count);
    rows_of<Rows, std::int8_t>(count);
    rows_of<Rows, std::uint16_t>(count);
    rows_of<Rows, std::int32_t>(count);
    rows_of<Rows, std::int64_t>(count);
  }
}

TEST(TransformRows, ScalarOnesGiveWhatALoopGives) { rows_of_all_types<scalar::ElementwiseRows>(); }
TEST(TransformRows, PortableOnesGiveWhatALoopGives) { rows_of_all_types<Portable>(); }
TEST(TransformRows, BestOnesGiveWhatALoopGives) { rows_of_all_types<Best>(); }

struct AddTo : Plus {
  using Updates = void;
};

/// Of every length, so that vectors, chunks and what is left over all see the output as an input.
template <class Rows, class T>
void in_place() {
  for (const index_t count : {0, 1, 7, 8, 9, 63, 64, 65, 72, 200}) {
    const auto before = values<T>(count, 1);
    const auto added = values<T>(count, 50);
    auto updated = before;
    Rows::transform(AddTo{}, Results<T>{updated.data(), count}, Dense<T>{updated.data()},
                    Dense<T>{added.data()});
    auto expected = one_by_one<T>(Plus{}, count, Dense<T>{before.data()}, Dense<T>{added.data()});
    expected.pop_back();
    EXPECT_EQ(bytes_of_all(updated), bytes_of_all(expected)) << count;
  }
}

TEST(TransformRows, UpdateTheOutputByAFunctionThatSaysSo) {
  in_place<scalar::ElementwiseRows, float>();
  in_place<Portable, float>();
  in_place<Best, float>();
  in_place<scalar::ElementwiseRows, std::int16_t>();
  in_place<Portable, std::int16_t>();
  in_place<Best, std::int16_t>();
}

TEST(TransformRows, VectorsAreForArithmeticThatDoesNotCallOut) {
  struct CallsExp {
    using CallsOut = void;
    double operator()(double x) const { return std::exp(x); }
  };
  struct Pair {
    int a, b;
  };
  static_assert(uses_vectors<Plus, float, float, float>);
  static_assert(uses_vectors<Less, bool, std::int8_t, double>);
  static_assert(!uses_vectors<CallsExp, double, double>);
  static_assert(!uses_vectors<Plus, Pair, Pair, Pair>);
  static_assert(!uses_vectors<Plus, long double, long double, long double>);
}

}  // namespace map_rows_test
