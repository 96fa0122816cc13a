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

  /// Reads `count` elements from element i on. If they are contiguous elements of type R, they stay
  /// in the input's own memory.
  void read(index_t i, index_t count) {
    run_ = buffer_;
    if constexpr (std::is_same_v<R, T>) {
      if (step_ == 1) {
        run_ = from_ + i;
      } else {
        copy_row<sizeof(R)>(reinterpret_cast<std::byte*>(buffer_),
                            reinterpret_cast<const std::byte*>(from_ + i * step_), count,
                            {1, step_}, Stores::cached);
      }
    } else if constexpr (Half<T> && std::is_same_v<R, float>) {
      widen_row(from_ + i * step_, step_, buffer_, count);
    } else {
      for (index_t k = 0; k < count; ++k)
        buffer_[k] = convert_element<R>(element(from_, (i + k) * step_));
    }
  }
  /// Returns the elements that were read last.
  const R* run() const { return run_; }

 private:
  const T* from_;
  index_t step_;
  const R* run_;
  R buffer_[kVectorRun];
};

/// Changes results of F's vector function in place, as f.finish does.
template <class F>
struct Finish {
  using Updates = void;
  F f;
  template <class R, class... X>
  R operator()(const R& result, const X&... x) const {
    return f.finish(result, x...);
  }
};

/// Stores a run of results.
template <class Out, class R>
void store_run(const R* results, Out* out, index_t step, index_t count) {
  if constexpr (Half<Out> && std::is_same_v<R, float>) {
    if (step == 1) return narrow_row(results, out, count);
  } else if constexpr (std::is_same_v<R, Out>) {
    if (step == 1) {
      std::memcpy(out, results, static_cast<std::size_t>(count) * sizeof(R));
      return;
    }
  }
  for (index_t k = 0; k < count; ++k) set_element(out, k * step, results[k]);
}

/// Computes a row. F may change what is passed to the vector function, by prepare(x), and its
/// results, by finish(result, x). `out` may be one of the inputs, element for element.
template <class F, class Out, class R, class... In>
void vector_row(const F& f, Out* out, index_t out_step, index_t count,
                VectorInput<R, In>&&... inputs) {
  constexpr bool finishes = requires { f.finish(R{}, (static_cast<void>(inputs), R{})...); };
  constexpr bool same_type = std::is_same_v<R, Out>;
  R results[kVectorRun];
  for (index_t i = 0; i < count; i += kVectorRun) {
    const index_t n = count - i < kVectorRun ? count - i : kVectorRun;
    (inputs.read(i, n), ...);
    R* to = results;
    if constexpr (same_type) {
      if (out_step == 1 && !finishes) to = out + i;
    }
    if constexpr (requires { F::prepare(R{}); }) {
      transform_row([](const R& x) { return F::prepare(x); }, results, n,
                    Dense<R>{inputs.run()}...);
      apply_vectors(F::vectors(R{}), n, to, results);
    } else {
      apply_vectors(F::vectors(R{}), n, to, inputs.run()...);
    }
    if (to != results) continue;
    if constexpr (finishes && !same_type) {
      if (out_step == 1) {  // an `out` of another type is none of the inputs
        transform_row([f](const auto&... x) { return f.finish(x...); }, out + i, n,
                      Dense<R>{results}, Dense<R>{inputs.run()}...);
      } else {
        for (index_t k = 0; k < n; ++k)
          set_element(out, (i + k) * out_step, f.finish(results[k], inputs.run()[k]...));
      }
    } else {
      if constexpr (finishes)
        transform_row(Finish<F>{f}, results, n, Dense<R>{results}, Dense<R>{inputs.run()}...);
      store_run(static_cast<const R*>(results), out + i * out_step, out_step, n);
    }
  }
}

}  // namespace detail
}  // namespace kernel
NDX_NAMESPACE_END
