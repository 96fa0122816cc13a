// The functions that compute rows, which are compiled for each element-wise function and its
// element types.
//
// The loop over the rows (map_loop.hpp) calls them through pointers in RowFunctions and knows
// nothing else of the types, so that it is compiled once for all functions. A function of two
// inputs has four: all inputs dense, the first or the second constant, and any strides. Other
// functions have two.
#pragma once

#include <utility>

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/map/map_rows.hpp>
#include <ndx/kernel/move/copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The two innermost dims of a loop: `rows` rows of `count` elements of K operands, of which
/// operand 0 is the output. Steps are in elements.
template <std::size_t K>
struct InnerRows {
  std::byte* first[K];
  index_t rows = 1;
  index_t count = 1;
  index_t row_step[K] = {};
  index_t step[K] = {};

  /// One row of contiguous elements.
  InnerRows(index_t elements, const std::array<std::byte*, K>& operands) : count(elements) {
    for (std::size_t k = 0; k < K; ++k) {
      first[k] = operands[k];
      step[k] = 1;
    }
  }
  explicit InnerRows(const Loop<K>& loop) {
    for (std::size_t k = 0; k < K; ++k) {
      if (loop.rank > 0) step[k] = loop.strides[k][loop.rank - 1];
      if (loop.rank > 1) row_step[k] = loop.strides[k][loop.rank - 2];
    }
    if (loop.rank > 0) count = loop.sizes[loop.rank - 1];
    if (loop.rank > 1) rows = loop.sizes[loop.rank - 2];
  }
};

/// A function that computes the rows `inner` with the function object at `f`.
template <std::size_t K>
using RowFunction = void (*)(const void* f, const InnerRows<K>& inner);

/// An element-wise function in the form in which the loop sees it.
template <std::size_t K>
struct RowFunctions {
  /// The functions for rows with a dense output. The first is for dense inputs. With two inputs,
  /// the second has a constant first input, like a broadcast column, and the third a constant
  /// second input.
  static constexpr std::size_t kDense = K == 3 ? 3 : 1;
  RowFunction<K> dense[kDense];
  RowFunction<K> strided;
  CopyFunction copy[K];  // of elements of each operand; null where none is compiled
  index_t bytes[K];      // of an element of each operand
  index_t work;          // for an element, in bytes of cheap work
  bool streams;          // whether results may be stored bypassing the caches
  bool copies_output;    // whether copying an output back is cheap beside computing it one by one
};

/// A function that is computed by whole vectors, of elements of type Vectors.
template <class F>
concept CallsVectors = requires { typename F::Vectors; };

/// Computes rows by whole vectors. vector_rows.hpp defines it.
template <class F, class Out, class... In>
void transform_by_vectors(const F& f, const InnerRows<sizeof...(In) + 1>& inner);

/// Base of a function object that computes F in R. It has F's vector form if there is one for R.
template <class F, class R>
struct VectorsOf {};
template <class F, class R>
  requires requires { F::vectors(R{}); }
struct VectorsOf<F, R> {
  using Vectors = R;
  static constexpr bool kIsInstruction = requires { typename F::IsInstruction; };
  static constexpr decltype(auto) vectors(R type) { return F::vectors(type); }
  static R prepare(R x)
    requires requires { F::prepare(x); }
  {
    return F::prepare(x);
  }
  static R finish(R result, R x)
    requires requires { F::finish(result, x); }
  {
    return F::finish(result, x);
  }
};

namespace detail {

template <class F, class Out, class... In>
struct TypedRows {
  static constexpr std::size_t K = sizeof...(In) + 1;
  static constexpr bool kPairs = ComputesPairs<F, Out, In...>;
  static constexpr bool kOnlyVectors = kPairs && kVectorsRoundOtherwise<F>;
  using Inputs = std::index_sequence_for<In...>;

  static Results<Out> results(const InnerRows<K>& inner) {
    return {reinterpret_cast<Out*>(inner.first[0]), inner.count, inner.rows, inner.row_step[0]};
  }
  template <class Input>
  static Input input(const InnerRows<K>& inner, std::size_t k) {
    using T = typename Input::Element;
    return {reinterpret_cast<const T*>(inner.first[k]), inner.row_step[k]};
  }

  template <class... Input>
  static void dense(const void* f, const InnerRows<K>& inner) {
    [&]<std::size_t... I>(std::index_sequence<I...> /*inputs*/) {
      transform_rows(*static_cast<const F*>(f), results(inner), input<Input>(inner, I + 1)...);
    }(Inputs{});
  }

  static void strided(const void* f, const InnerRows<K>& inner) {
    if constexpr (kOnlyVectors) {
      run_in_buffers(f, inner);
    } else {
      run(*static_cast<const F*>(f), inner, reinterpret_cast<Out*>(inner.first[0]), Inputs{});
    }
  }
  template <std::size_t... I>
  static void run(const F& f, const InnerRows<K>& inner, Out* out,
                  std::index_sequence<I...> /*inputs*/) {
    const auto& [first, rows, count, row_step, step] = inner;
    for (index_t r = 0; r < rows; ++r) {
      for (index_t i = 0; i < count; ++i)
        set_element(out, r * row_step[0] + i * step[0],
                    f(element(reinterpret_cast<const In*>(first[I + 1]),
                              r * row_step[I + 1] + i * step[I + 1])...));
    }
  }

  /// Computes pairs in buffers, with the code for dense rows. This is for functions whose vectors
  /// round otherwise than scalars, because results must not depend on strides.
  static void run_in_buffers(const void* f, const InnerRows<K>& inner) {
    constexpr index_t most = 32;
    alignas(64) std::byte buffers[K][most * sizeof(Out)];  // all operands have this type
    std::array<std::byte*, K> buffer;
    for (std::size_t k = 0; k < K; ++k) buffer[k] = buffers[k];
    const index_t total = inner.rows * inner.count;
    for (index_t begin = 0; begin < total; begin += most) {
      const index_t count = total - begin < most ? total - begin : most;
      for (std::size_t k = 1; k < K; ++k)
        for_each_element(inner, k, begin, count, [to = buffer[k]](std::byte* element) mutable {
          std::memcpy(to, element, sizeof(Out));
          to += sizeof(Out);
        });
      dense<Dense<In>...>(f, InnerRows<K>(count, buffer));
      for_each_element(inner, 0, begin, count, [from = buffer[0]](std::byte* element) mutable {
        std::memcpy(element, from, sizeof(Out));
        from += sizeof(Out);
      });
    }
  }
  /// Calls visit(element) for `count` elements of operand k, from the one with index `begin` on, in
  /// row order.
  template <class Visit>
  static void for_each_element(const InnerRows<K>& inner, std::size_t k, index_t begin,
                               index_t count, Visit visit) {
    constexpr index_t bytes = sizeof(Out);
    index_t row = begin / inner.count;
    index_t column = begin % inner.count;
    for (index_t i = 0; i < count; ++i) {
      visit(inner.first[k] + (row * inner.row_step[k] + column * inner.step[k]) * bytes);
      if (++column < inner.count) continue;
      column = 0;
      ++row;
    }
  }

  static void by_vectors(const void* f, const InnerRows<K>& inner) {
    transform_by_vectors<F, Out, In...>(*static_cast<const F*>(f), inner);
  }

  /// Returns the function that copies outputs, or null if no input is as large, so that no copies
  /// are compiled for it alone.
  static constexpr CopyFunction copy_of_output() {
    if constexpr (((sizeof(In) == sizeof(Out)) || ...)) {
      return &copy_cached<sizeof(Out)>;
    } else {
      return nullptr;
    }
  }

  static constexpr RowFunctions<K> make() {
    constexpr bool heavy = requires { typename F::CallsOut; };
    index_t widest = sizeof(Out);
    for (const index_t bytes : {static_cast<index_t>(sizeof(In))...})
      if (widest < bytes) widest = bytes;
    RowFunctions<K> functions{{},
                              nullptr,
                              {copy_of_output(), &copy_cached<sizeof(In)>...},
                              {sizeof(Out), sizeof(In)...},
                              widest * (heavy ? kLightWorkFactor : 1),
                              Real<Out> || kPairs,
                              copy_of_output() != nullptr && (sizeof(Out) <= 2 || kOnlyVectors)};
    if constexpr (CallsVectors<F>) {
      // Functions that make calls are not streamed: calls store to the stack, and would wait until
      // the streams have left the processor. exp of 16 M floats takes .80 ns an element, and 1.8 if
      // it is streamed.
      functions.streams = functions.streams && F::kIsInstruction;
      for (RowFunction<K>& rows : functions.dense) rows = &by_vectors;
      functions.strided = &by_vectors;
    } else {
      functions.dense[0] = &dense<Dense<In>...>;
      functions.strided = &strided;
      if constexpr (K == 3) {
        [&]<class A, class B>(const A* /*first*/, const B* /*second*/) {
          functions.dense[1] = &dense<BroadcastOperand<A>, Dense<B>>;
          functions.dense[2] = &dense<Dense<A>, BroadcastOperand<B>>;
        }(static_cast<const In*>(nullptr)...);
      }
    }
    return functions;
  }
};

}  // namespace detail

/// The row functions of F for operands of these types.
template <class F, class Out, class... In>
inline constexpr RowFunctions<sizeof...(In) + 1> row_functions =
    detail::TypedRows<F, Out, In...>::make();

}  // namespace kernel
NDX_NAMESPACE_END
