// The element-wise loop: out = f(a, b, …) over strided operands of any types.
//
// Only what computes rows is compiled for each function and its element types (RowFunctions); the
// loop over the rows is compiled once for each number of operands.
//
// Aliasing: the output overlaps no input, except that an updating function (Updates in
// kernel/row_loop.hpp) has the output as its first input, element for element; with
// Stores::buffered any input of the output's type may be the output, element for element.
#pragma once

#include <utility>

#include <ndx/kernel/elementwise_rows.hpp>
#include <ndx/kernel/parallel_loop.hpp>
#include <ndx/kernel/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The two innermost dims of a loop: `rows` rows of `count` elements of K operands, 0 the output.
/// Steps are in elements.
template <std::size_t K>
struct Plane {
  std::byte* first[K];
  index_t rows = 1;
  index_t count = 1;
  index_t row_step[K] = {};
  index_t step[K] = {};

  /// One row of contiguous elements.
  Plane(index_t elements, const std::array<std::byte*, K>& operands) : count(elements) {
    for (std::size_t k = 0; k < K; ++k) {
      first[k] = operands[k];
      step[k] = 1;
    }
  }
  explicit Plane(const Loop<K>& loop) {
    for (std::size_t k = 0; k < K; ++k) {
      if (loop.rank > 0) step[k] = loop.strides[k][loop.rank - 1];
      if (loop.rank > 1) row_step[k] = loop.strides[k][loop.rank - 2];
    }
    if (loop.rank > 0) count = loop.sizes[loop.rank - 1];
    if (loop.rank > 1) rows = loop.sizes[loop.rank - 2];
  }
};

/// Computes a plane with the function at `f`.
template <std::size_t K>
using RowFunction = void (*)(const void* f, const Plane<K>& plane);

/// An element-wise function as the loop sees it.
template <std::size_t K>
struct RowFunctions {
  /// Rows with a dense output: all inputs are dense; of two inputs the first is constant, like a
  /// broadcast column; the second is.
  static constexpr std::size_t kDense = K == 3 ? 3 : 1;
  RowFunction<K> dense[kDense];
  RowFunction<K> strided;
  index_t bytes[K];  // of an element of each operand
  index_t work;      // for an element, in bytes of cheap work
  bool streams;      // whether results may be stored bypassing the caches
};

/// Functions that are computed by whole vectors, of elements of type Vectors.
template <class F>
concept CallsVectors = requires { typename F::Vectors; };

/// Computes a plane by whole vectors: kernel/vector_rows.hpp.
template <class F, class Out, class... In>
void transform_by_vectors(const F& f, const Plane<sizeof...(In) + 1>& plane);

/// Base of a function object that computes F in R: it has F's vector form, if there is one for R.
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
  using Inputs = std::index_sequence_for<In...>;

  static Results<Out> results(const Plane<K>& plane) {
    return {reinterpret_cast<Out*>(plane.first[0]), plane.count, plane.rows, plane.row_step[0]};
  }
  template <class Input>
  static Input input(const Plane<K>& plane, std::size_t k) {
    using T = typename Input::Element;
    return {reinterpret_cast<const T*>(plane.first[k]), plane.row_step[k]};
  }

  template <class... Input>
  static void dense(const void* f, const Plane<K>& plane) {
    [&]<std::size_t... I>(std::index_sequence<I...> /*inputs*/) {
      transform_rows(*static_cast<const F*>(f), results(plane), input<Input>(plane, I + 1)...);
    }(Inputs{});
  }

  static void strided(const void* f, const Plane<K>& plane) {
    run(*static_cast<const F*>(f), plane, reinterpret_cast<Out*>(plane.first[0]), Inputs{});
  }
  template <std::size_t... I>
  static void run(const F& f, const Plane<K>& plane, Out* out,
                  std::index_sequence<I...> /*inputs*/) {
    const auto& [first, rows, count, row_step, step] = plane;
    for (index_t r = 0; r < rows; ++r) {
      for (index_t i = 0; i < count; ++i)
        set_element(out, r * row_step[0] + i * step[0],
                    f(element(reinterpret_cast<const In*>(first[I + 1]),
                              r * row_step[I + 1] + i * step[I + 1])...));
    }
  }

  static void by_vectors(const void* f, const Plane<K>& plane) {
    transform_by_vectors<F, Out, In...>(*static_cast<const F*>(f), plane);
  }

  static constexpr RowFunctions<K> make() {
    constexpr bool heavy = requires { typename F::CallsOut; };
    index_t widest = sizeof(Out);
    for (const index_t bytes : {static_cast<index_t>(sizeof(In))...})
      if (widest < bytes) widest = bytes;
    RowFunctions<K> functions{{},
                              nullptr,
                              {sizeof(Out), sizeof(In)...},
                              widest * (heavy ? kLightWorkFactor : 1),
                              Real<Out> || ComputesPairs<F, Out, In...>};
    if constexpr (CallsVectors<F>) {
      // Calls are not streamed: they store to the stack, and would wait until the streams have left
      // the processor. exp of 16 M floats takes .80 ns an element, streamed 1.8.
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

/// The function for planes with these steps.
template <std::size_t K>
RowFunction<K> function_for(const RowFunctions<K>& functions, const Plane<K>& plane) {
  std::size_t constant = 0;  // a bit for each input that is constant along a row
  for (std::size_t k = 1; k < K; ++k) {
    if (plane.step[k] == 0) {
      constant |= std::size_t{1} << (k - 1);
    } else if (plane.step[k] != 1) {
      return functions.strided;
    }
  }
  const bool dense = plane.step[0] == 1 && constant < RowFunctions<K>::kDense;
  return dense ? functions.dense[constant] : functions.strided;
}

/// Number of elements computed before they are stored; with their inputs they fit in the L1 cache.
/// An operation that outputs bytes reads several times as much as it writes.
constexpr index_t buffered_piece(index_t bytes) { return bytes == 1 ? 1024 : 512; }

/// Computes rows in chunks, in a buffer from which they are stored: bypassing the caches, where the
/// output must not be one of the inputs, or normally. Prefetches the next chunk of the inputs,
/// because the hardware prefetcher does not run ahead during the stores. The next chunk is described
/// before the stores, too: what `compute` loads would otherwise wait until the stores have left the
/// processor.
template <std::size_t K>
void run_buffered(RowFunction<K> compute, const void* f, const index_t (&bytes)[K], Stores stores,
                  const Plane<K>& plane) {
  alignas(64) std::byte results[512 * sizeof(long double)];
  const index_t most = buffered_piece(bytes[0]);
  Plane<K> piece = plane;
  piece.first[0] = results;
  piece.rows = 1;
  for (index_t r = 0; r < plane.rows; ++r) {
    std::byte* to = plane.first[0] + r * plane.row_step[0] * bytes[0];
    for (std::size_t k = 1; k < K; ++k)
      piece.first[k] = plane.first[k] + r * plane.row_step[k] * bytes[k];
    index_t left = plane.count;
    piece.count = left < most ? left : most;
    while (left > 0) {
      compute(f, piece);
      const index_t done = piece.count;
      left -= done;
      piece.count = left < most ? left : most;
      for (std::size_t k = 1; k < K; ++k) {
        piece.first[k] += done * plane.step[k] * bytes[k];
        const index_t next = piece.count * plane.step[k] * bytes[k];  // none if it is constant
        for (index_t at = 0; at < next; at += kLineBytes) __builtin_prefetch(piece.first[k] + at);
      }
      if (stores == Stores::streamed) {
        stream(to, results, done * bytes[0]);
      } else {
        std::memcpy(to, results, static_cast<std::size_t>(done * bytes[0]));
      }
      to += done * bytes[0];
    }
  }
}

}  // namespace detail

/// The row functions of f for operands of these types.
template <class F, class Out, class... In>
inline constexpr RowFunctions<sizeof...(In) + 1> row_functions =
    detail::TypedRows<F, Out, In...>::make();

namespace detail {

/// Computes a plane with one of the functions, and streams the results where that is possible. What
/// is not arithmetic or not dense is computed by plain loops, which need no buffer.
template <std::size_t K>
void run_plane(const RowFunctions<K>& functions, RowFunction<K> compute, const void* f,
               Stores stores, const Plane<K>& plane) {
  const bool buffers = stores != Stores::cached && functions.streams &&
                       compute != functions.strided &&
                       (stores == Stores::buffered ||
                        (may_stream_to(plane.first[0]) &&
                         (plane.rows == 1 ||
                          may_stream_to(plane.first[0] + plane.row_step[0] * functions.bytes[0]))));
  return buffers ? run_buffered(compute, f, functions.bytes, stores, plane) : compute(f, plane);
}

}  // namespace detail

/// Runs the function at `f` over `count` contiguous elements of each operand, 0 the output. A
/// streamed output must not be one of the inputs.
template <std::size_t K>
void transform(const RowFunctions<K>& functions, const void* f, index_t count, Stores stores,
               const std::array<std::byte*, K>& operands) {
  if (count == 0) return;
  detail::run_plane(functions, functions.dense[0], f, stores, Plane<K>(count, operands));
  if (stores == Stores::streamed) finish_streaming();
}

/// The same over a loop; `operands` are the first elements.
template <std::size_t K>
void transform(const RowFunctions<K>& functions, const void* f, const Loop<K>& loop, Stores stores,
               const std::array<std::byte*, K>& operands) {
  if (is_empty(loop)) return;
  Plane<K> plane(loop);
  const RowFunction<K> compute = detail::function_for(functions, plane);
  const std::size_t outer = loop.rank < 2 ? 0 : loop.rank - 2;
  for_each_coordinate(loop, outer, {}, [&](const Offsets<K>& at) {
    for (std::size_t k = 0; k < K; ++k) plane.first[k] = operands[k] + at[k] * functions.bytes[k];
    detail::run_plane(functions, compute, f, stores, plane);
  });
  if (stores == Stores::streamed) finish_streaming();
}

/// The same, shared between the threads of the executor.
template <std::size_t K>
void transform_in_parts(const RowFunctions<K>& functions, const void* f, const Loop<K>& loop,
                        Stores stores, const std::array<std::byte*, K>& operands) {
  run_in_parts(loop, 0, functions.work, [&](const Loop<K>& part, const Offsets<K>& at) {
    std::array<std::byte*, K> first = operands;
    for (std::size_t k = 0; k < K; ++k) first[k] += at[k] * functions.bytes[k];
    transform(functions, f, part, stores, first);
  });
}

/// The operands' first elements, 0 the output, as transform takes them.
template <class Out, class... In>
std::array<std::byte*, sizeof...(In) + 1> operands(Out* out, const In*... in) {
  return {reinterpret_cast<std::byte*>(out),
          const_cast<std::byte*>(reinterpret_cast<const std::byte*>(in))...};
}

}  // namespace kernel
NDX_NAMESPACE_END
