// stencil_into(out, f, t): each element of the result is computed from the elements around it.
//
// A function of a stencil receives, for each tensor, an object `at`, and reads the neighbour one row above as
// at(-1, 0). How far it reaches is a template argument for each dim. So all positions are known to lie inside
// before the loop begins, constant offsets are compared with the reach by the compiler, and the loop is the one
// that a program would write with pointers.
#pragma once

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/ops/core/elementwise.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <std::size_t N>
[[noreturn]] NDX_COLD void throw_beyond_reach(std::array<index_t, N> reach,
                                              std::array<index_t, N> offset) {
  std::size_t d = 0;
  while (offset[d] >= -reach[d] && offset[d] <= reach[d]) ++d;
  throw_index_error("stencil_into: offset ", offset[d], " is out of reach for dimension ", d,
                    ", where the reach is ", reach[d]);
}

}  // namespace detail

namespace bases {

/// The elements around one position of a tensor, as the function of a stencil reads them. With `kUnit`, the
/// stride of the last dim is 1.
template <class T, bool kUnit, index_t... kReach>
class Neighbors {
 public:
  NDX_ACCESS Neighbors(const T* center, const index_t* strides) noexcept
      : center_(center), strides_(strides) {}

  /// Returns the element at these offsets from the position. Throws IndexError if one exceeds the reach.
  template <Integer... I>
  NDX_ACCESS computed_t<T> operator()(I... offset) const {
    static_assert(
        sizeof...(I) == sizeof...(kReach),
        "a stencil takes an offset for each dim: write at(0, -1) in a stencil_into<1, 1>");
    if constexpr (sizeof...(I) == sizeof...(kReach)) {
      return read(std::make_index_sequence<sizeof...(I)>(), static_cast<index_t>(offset)...);
    } else {
      return {};
    }
  }

 private:
  template <std::size_t... kDims, class... I>
  NDX_ACCESS computed_t<T> read(std::index_sequence<kDims...> /*dims*/, I... offset) const {
    constexpr std::size_t kLast = sizeof...(I) - 1;
    if ((... | ((offset < -kReach) | (offset > kReach)))) [[unlikely]]
      detail::throw_beyond_reach<kLast + 1>({kReach...}, {offset...});
    return center_[(... + (offset * (kUnit && kDims == kLast ? 1 : strides_[kDims])))];
  }

  const T* center_;
  const index_t* strides_;
};

}  // namespace bases

namespace detail {

/// The centers along one row of a tensor, as an input of kernel::transform_row.
template <class T, bool kUnit, index_t... kReach>
struct StencilRow {
  using Element = T;
  const T* first;
  index_t step;
  std::array<index_t, sizeof...(kReach)> strides;

  StencilRow(const T* from, index_t between, DimsView all) : first(from), step(between) {
    for (std::size_t d = 0; d < sizeof...(kReach); ++d) strides[d] = all[d];
  }
  [[nodiscard]] NDX_ALWAYS_INLINE const StencilRow& row(index_t /*only*/) const { return *this; }
  [[nodiscard]] NDX_ALWAYS_INLINE bases::Neighbors<T, kUnit, kReach...> at(index_t i) const {
    return {first + (kUnit ? i : i * step), strides.data()};
  }
};

/// Computes the results along one row.
template <bool kUnit, class T, class F, class... Row>
void run_stencil_row(const F& f, index_t count, T* out, index_t step, const Row&... in) {
  const auto result = [&f](const auto&... at) { return convert_element<T>(f(at...)); };
  if constexpr (kUnit && kernel::uses_vectors<F, T, typename Row::Element...>) {
    kernel::transform_row(result, out, count, in...);
  } else {
    for (index_t i = 0; i < count; ++i) out[i * step] = result(in.at(i)...);
  }
}

/// Computes the results at all positions that the reach keeps inside. No input shares an element with `out`.
template <index_t... kReach, std::size_t... kInputs, class T, class F, class... In>
void run_stencil(std::index_sequence<kInputs...> /*inputs*/, const Tensor<T>& out, const F& f,
                 const Tensor<In>&... in) {
  constexpr std::size_t K = sizeof...(In) + 1;
  const std::array<DimsView, K> strides{out.strides(), in.strides()...};
  Dims shape = out.shape();
  Offsets<K> first{};
  std::size_t d = 0;
  for (const index_t reach : {kReach...}) {
    if (reach >= (shape[d] + 1) / 2) return;
    shape[d] -= 2 * reach;
    for (std::size_t k = 0; k < K; ++k) first[k] += reach * strides[k][d];
    ++d;
  }
  const auto run = [&](const Loop<K>& part, const Offsets<K>& begin) {
    kernel::RowWalk<K> row(part);
    do {
      Offsets<K> at = row.at;
      bool unit = true;
      for (std::size_t k = 0; k < K; ++k) {
        at[k] += first[k] + begin[k];
        unit = unit && row.step[k] == 1 && strides[k].back() == 1;
      }
      const auto run_row = [&](auto is_unit) {
        run_stencil_row<is_unit.value>(
            f, row.count, out.data() + at[0], row.step[0],
            StencilRow<std::remove_const_t<In>, is_unit.value, kReach...>(
                in.data() + at[kInputs + 1], row.step[kInputs + 1], strides[kInputs + 1])...);
      };
      if (unit) {
        run_row(std::true_type());
      } else {
        run_row(std::false_type());
      }
    } while (row.next());
  };
  const Loop<K> loop = sort_for_memory(make_loop<K>(shape, strides), first);
  kernel::run_in_parts(loop, 0, sizeof(T), run);
}

/// Returns the tensor, or a copy if it shares an element with `out`.
template <class T, class A>
Tensor<A> apart_from(const Tensor<T>& out, const Tensor<A>& in) {
  const bool shares =
      overlap(out.storage(), out.layout(), sizeof(T), in.storage(), in.layout(), sizeof(A));
  return shares ? Tensor<A>(in.clone()) : in;
}

}  // namespace detail

/// Computes the elements of `out` from those around the same position of one or more tensors of its shape. The
/// template arguments say how far f reaches along each dim. f receives an object `at` for each tensor, which is
/// called with the offsets from the position.
///   stencil_into<1, 1>(next, [](auto at) { return (at(-1, 0) + at(1, 0)) / 2; }, now)
/// Positions nearer to an edge than the reach are not written: next keeps its border. f may be called in any
/// order, and by several threads; it receives elements of 16 bits as floats. A tensor that overlaps `out` is
/// read as if it had been copied first. The results are converted to out's element type as by map_into.
/// Throws ShapeError if the ranks or shapes differ, ValueError if two positions of `out` share an element. An
/// offset beyond the reach is an IndexError; after an exception in f, any of the elements may have been written.
template <index_t... kReach, class T, class F, class A, class... B>
void stencil_into(const Tensor<T>& out, const F& f, const Tensor<A>& a, const Tensor<B>&... b) {
  static_assert(
      sizeof...(kReach) != 0 && ((kReach >= 0) && ...),
      "name how far the function reaches along each dim: write stencil_into<1, 1>(out, f, t)");
  if constexpr (sizeof...(kReach) != 0 && ((kReach >= 0) && ...)) {
    if (out.layout().rank() != sizeof...(kReach)) [[unlikely]] {
      throw_shape_error("stencil_into: ", sizeof...(kReach),
                        " reaches were given for an out of rank ", out.dim());
    }
    using R = std::remove_cvref_t<
        std::invoke_result_t<const F&, bases::Neighbors<std::remove_const_t<A>, true, kReach...>,
                             bases::Neighbors<std::remove_const_t<B>, true, kReach...>...>>;
    const detail::Into into{"stencil_into", out};
    detail::check_output<R>(into, a.shape());
    (detail::check_output<R>(into, b.shape()), ...);
    detail::run_stencil<kReach...>(std::index_sequence_for<A, B...>(), out, f,
                                   detail::apart_from(out, a), detail::apart_from(out, b)...);
  }
}

NDX_NAMESPACE_END
