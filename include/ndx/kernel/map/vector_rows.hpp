// Computes rows of element-wise functions by whole vectors (vector_math.hpp), for operands of any
// strides and types.
//
// Operands that are not contiguous, or have another type, are converted in a buffer, a run of 256
// elements at a time. So every element goes through the same vector function, and its result
// depends on its value alone.
#pragma once

#include <ndx/base/convert.hpp>
#include <ndx/kernel/map/map_loop.hpp>
#include <ndx/kernel/math/vector_math.hpp>
#include <ndx/kernel/move/copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// The number of elements that are converted at a time.
inline constexpr index_t kVectorRun = 256;

/// An input whose elements are read as R, a run at a time.
template <class R, class T>
class VectorInput {
 public:
  VectorInput(const T* from, index_t step) : from_(from), step_(step) {}
  VectorInput(const VectorInput&) = delete;
  VectorInput& operator=(const VectorInput&) = delete;

  /// Returns `count` elements from element i on, in the input's own memory if they are contiguous
  /// elements of type R.
  const R* run(index_t i, index_t count) {
    if constexpr (std::is_same_v<R, T>) {
      if (step_ == 1) return from_ + i;
      copy_row<sizeof(R)>(reinterpret_cast<std::byte*>(buffer_),
                          reinterpret_cast<const std::byte*>(from_ + i * step_), count, {1, step_},
                          AlwaysCached());
      return buffer_;
    }
    if constexpr (Half<T> && std::is_same_v<R, float>) {
      widen_row(from_ + i * step_, step_, buffer_, count);
      return buffer_;
    }
    for (index_t k = 0; k < count; ++k)
      buffer_[k] = convert_element<R>(element(from_, (i + k) * step_));
    return buffer_;
  }

 private:
  const T* from_;
  index_t step_;
  R buffer_[kVectorRun];
};

/// Changes an element before F's vector function is applied, as F::prepare does.
template <class F, class R>
struct Prepare {
  R operator()(const R& x) const { return F::prepare(x); }
};
/// Changes the result of F's vector function, as f.finish does.
template <class F>
struct Finish {
  F f;
  template <class R, class... X>
  auto operator()(const R& result, const X&... x) const {
    return f.finish(result, x...);
  }
};
/// Changes results in place, so that the loop may treat them as the output.
template <class F>
struct FinishInPlace : Finish<F> {
  using Updates = void;
};

/// Computes a row. F may change what is passed to the vector function, by prepare(x), and its
/// results, by finish(result, x). `out` may be one of the inputs, element for element.
template <class F, class Out, class R, class... In>
void vector_row(const F& f, Out* out, index_t out_step, index_t count,
                VectorInput<R, In>&&... inputs) {
  constexpr bool finishes = requires { f.finish(R{}, (static_cast<void>(inputs), R{})...); };
  R results[kVectorRun];
  for (index_t i = 0; i < count; i += kVectorRun) {
    const index_t n = count - i < kVectorRun ? count - i : kVectorRun;
    const auto compute = [&](const auto*... in) {
      R* to = results;
      if constexpr (std::is_same_v<R, Out>) {
        if (out_step == 1 && !finishes) to = out + i;
      }
      if constexpr (requires { F::prepare(R{}); }) {
        transform_row(Prepare<F, R>{}, results, n, Dense<R>{in}...);
        apply_vectors(F::vectors(R{}), n, to, results);
      } else {
        apply_vectors(F::vectors(R{}), n, to, in...);
      }
      if (to != results) return;
      if constexpr (finishes && !std::is_same_v<R, Out>) {
        if (out_step == 1)  // an `out` of another type is none of the inputs
          return transform_row(Finish<F>{f}, out + i, n, Dense<R>{results}, Dense<R>{in}...);
        for (index_t k = 0; k < n; ++k)
          set_element(out, (i + k) * out_step, f.finish(results[k], in[k]...));
      } else {
        if constexpr (finishes)
          transform_row(FinishInPlace<F>{{f}}, results, n, Dense<R>{results}, Dense<R>{in}...);
        if constexpr (Half<Out> && std::is_same_v<R, float>) {
          if (out_step == 1) return narrow_row(static_cast<const float*>(results), out + i, n);
        } else if constexpr (std::is_same_v<R, Out>) {
          if (out_step == 1) {
            std::memcpy(out + i, results, static_cast<std::size_t>(n) * sizeof(R));
            return;
          }
        }
        for (index_t k = 0; k < n; ++k) set_element(out, (i + k) * out_step, results[k]);
      }
    };
    compute(inputs.run(i, n)...);
  }
}

}  // namespace detail

/// Computes rows by the vector function of F; row_functions.hpp declares it.
template <class F, class Out, class... In>
void transform_by_vectors(const F& f, const InnerRows<sizeof...(In) + 1>& inner) {
  using R = typename F::Vectors;
  for (index_t r = 0; r < inner.rows; ++r) {
    [&]<std::size_t... I>(std::index_sequence<I...> /*inputs*/) {
      detail::vector_row<F, Out, R, In...>(
          f, reinterpret_cast<Out*>(inner.first[0]) + r * inner.row_step[0], inner.step[0],
          inner.count,
          detail::VectorInput<R, In>(
              reinterpret_cast<const In*>(inner.first[I + 1]) + r * inner.row_step[I + 1],
              inner.step[I + 1])...);
    }(std::index_sequence_for<In...>{});
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
