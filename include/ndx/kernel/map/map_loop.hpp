// The element-wise loop: out = f(a, b, …) over strided operands of any types.
//
// Only the functions that compute rows are compiled for each element-wise function and its element
// types. The loop over the rows calls them through pointers in RowFunctions and knows nothing else
// of the types, so that it is compiled once for each number of operands. It computes dense rows by
// vectors, copies operands that are not dense into buffers first (buffered_operands.hpp), and stores
// large results past the caches.
//
// Aliasing: the output overlaps no input, with two exceptions. An updating function (Updates in
// row_loop.hpp) has the output as its first input, element for element. With Stores::buffered any
// input of the output's type may be the output, element for element.
#pragma once

#include <utility>

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/map/buffered_operands.hpp>
#include <ndx/kernel/map/map_rows.hpp>
#include <ndx/kernel/move/stream.hpp>
#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The two innermost dims of a loop: `rows` rows of `count` elements of K operands, of which
/// operand 0 is the output. Steps are in elements. A loop of rank 0 is a dense row of one element.
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
      step[k] = loop.rank > 0 ? loop.strides[k][loop.rank - 1] : 1;
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
  RowFunction<K> strided;  // null for functions of dense rows alone
  CopyFunction copy[K];    // of elements of each operand; null where none is compiled
  index_t bytes[K];        // of an element of each operand
  index_t work;            // for an element, in bytes of cheap work
  bool streams;            // whether results may be stored bypassing the caches
  bool copies_output;      // whether copying an output back is cheap beside computing it one by one
};

/// A function that is computed by whole vectors, of elements of type Vectors.
template <class F>
concept CallsVectors = requires { typename F::Vectors; };

/// Base of a function object that computes F in R. It has F's vector form if there is one for R.
template <class F, class R>
struct VectorsOf {};
template <class F, class R>
  requires requires { F::vectors(R{}); }
struct VectorsOf<F, R> {
  using Vectors = R;
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

// These compute a row by whole vectors; vector_rows.hpp defines them.
template <class R, class T>
class VectorInput;
template <class F, class Out, class R, class... In>
void vector_row(const F& f, Out* out, index_t out_step, index_t count,
                VectorInput<R, In>&&... inputs);

/// The row functions of F; Inputs numbers the inputs.
template <class Inputs, class F, class Out, class... In>
struct TypedRows;
template <std::size_t... I, class F, class Out, class... In>
struct TypedRows<std::index_sequence<I...>, F, Out, In...> {
  static constexpr std::size_t K = sizeof...(In) + 1;
  static constexpr bool kPairs = ComputesPairs<F, Out, In...>;
  static constexpr bool kOnlyDense = kPairs && kVectorsRoundOtherwise<F>;

  /// Computes dense rows. On a processor without vectors it computes them as strided rows, so that no
  /// function of elements is compiled for such a processor alone.
  template <class... Input>
  static void dense(const void* f, const InnerRows<K>& inner) {
    const F& of_elements = *static_cast<const F*>(f);
    const Results<Out> out{reinterpret_cast<Out*>(inner.first[0]), inner.count, inner.rows,
                           inner.row_step[0]};
    if constexpr (computes_vector_rows<F, Out, In...>) {
      if (has_scalars_only()) return strided(f, inner);
      avx2::ElementwiseRows::transform(of_elements, out, input<Input>(inner, I + 1)...);
    } else {
      transform_rows(of_elements, out, input<Input>(inner, I + 1)...);
    }
  }
  template <class Input>
  static Input input(const InnerRows<K>& inner, std::size_t k) {
    return {reinterpret_cast<const typename Input::Element*>(inner.first[k]), inner.row_step[k]};
  }
  NDX_NOINLINE static void strided(const void* f, const InnerRows<K>& inner) {
    const auto& [first, rows, count, row_step, step] = inner;
    auto* const out = reinterpret_cast<Out*>(first[0]);
    for (index_t r = 0; r < rows; ++r) {
      for (index_t i = 0; i < count; ++i)
        set_element(out, r * row_step[0] + i * step[0],
                    (*static_cast<const F*>(f))(element(reinterpret_cast<const In*>(first[I + 1]),
                                                        r * row_step[I + 1] + i * step[I + 1])...));
    }
  }
  static void by_vectors(const void* f, const InnerRows<K>& inner) {
    using R = typename F::Vectors;
    for (index_t r = 0; r < inner.rows; ++r)
      vector_row<F, Out, R, In...>(
          *static_cast<const F*>(f), reinterpret_cast<Out*>(inner.first[0]) + r * inner.row_step[0],
          inner.step[0], inner.count,
          VectorInput<R, In>(
              reinterpret_cast<const In*>(inner.first[I + 1]) + r * inner.row_step[I + 1],
              inner.step[I + 1])...);
  }

  static constexpr bool kHasInputAsLarge = ((sizeof(In) == sizeof(Out)) || ...);
  /// Returns the function that copies outputs, or null if no input is as large, so that no copies
  /// are compiled for it alone.
  static constexpr CopyFunction copy_of_output() {
    if constexpr (kHasInputAsLarge) {
      return &copy_cached<sizeof(Out)>;
    } else {
      return nullptr;
    }
  }
  template <class A, class B>
  static constexpr void set_constant(RowFunctions<3>& functions) {
    // The first input of an update is its output, which is constant along rows of one element alone.
    if constexpr (Updates<F>) {
      functions.dense[1] = functions.dense[0];
    } else {
      functions.dense[1] = &dense<BroadcastOperand<A>, Dense<B>>;
    }
    functions.dense[2] = &dense<Dense<A>, BroadcastOperand<B>>;
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
                              widest * (heavy ? kHeavyWork : 1),
                              Real<Out> || kPairs,
                              kHasInputAsLarge && (sizeof(Out) <= 2 || kOnlyDense)};
    if constexpr (CallsVectors<F>) {
      // These are not streamed: calls store to the stack, and would wait until the streams have
      // left the processor. exp of 16 M floats takes .80 ns an element, and 1.8 if it is streamed.
      functions.streams = false;
      for (RowFunction<K>& rows : functions.dense) rows = &by_vectors;
      functions.strided = &by_vectors;
    } else {
      functions.dense[0] = &dense<Dense<In>...>;
      if constexpr (K == 3) set_constant<In...>(functions);
      if constexpr (!kOnlyDense) functions.strided = &strided;
    }
    return functions;
  }
};

}  // namespace detail

/// The row functions of F for operands of these types.
template <class F, class Out, class... In>
inline constexpr RowFunctions<sizeof...(In) + 1> row_functions =
    detail::TypedRows<std::index_sequence_for<In...>, F, Out, In...>::make();

namespace detail {

/// A bit for each input that is constant along a row, and a bit for each other operand that is not
/// dense.
struct RowKinds {
  std::size_t constant = 0;
  OperandBits strided = 0;
};
template <std::size_t K>
RowKinds row_kinds(const InnerRows<K>& inner) {
  RowKinds kinds;
  for (std::size_t k = 0; k < K; ++k) {
    if (inner.step[k] == 0 && k != 0) {
      kinds.constant |= std::size_t{1} << (k - 1);
    } else if (inner.step[k] != 1) {
      kinds.strided |= OperandBits{1} << k;
    }
  }
  return kinds;
}

/// Returns the function for rows with these steps.
template <std::size_t K>
RowFunction<K> function_for(const RowFunctions<K>& functions, const InnerRows<K>& inner) {
  const RowKinds kinds = row_kinds(inner);
  const bool dense = kinds.strided == 0 && kinds.constant < RowFunctions<K>::kDense;
  return dense ? functions.dense[kinds.constant] : functions.strided;
}

/// Returns true if computing a row takes less time than beginning it.
template <std::size_t K>
bool has_short_rows(const RowFunctions<K>& functions, const InnerRows<K>& inner,
                    bool any_constant) {
  const index_t row_bytes = inner.count * functions.bytes[0];
  return any_constant ? inner.count < 8 : row_bytes < kLineBytes / 2;
}

/// Returns the operands that are copied first, if any. These are inputs that are not dense,
/// constant inputs if there is no function for them, and, if rows are short, operands that are not
/// one dense block. Short reversed rows are not copied, since copying them takes as long as
/// computing. An output is copied back only if that is cheap beside computing its elements one by
/// one. If a function has no form for strided rows, the copies are always made, and of all operands,
/// since a block of several dims may have a last dim along which only copies are dense.
template <std::size_t K>
OperandBits operands_to_copy(const RowFunctions<K>& functions, const Loop<K>& loop) {
  constexpr index_t few = 256;
  constexpr index_t short_reversed = 16;
  const InnerRows<K> inner(loop);
  const RowKinds kinds = row_kinds(inner);
  OperandBits copied = kinds.strided;
  if (kinds.constant >= RowFunctions<K>::kDense)
    copied |= static_cast<OperandBits>(kinds.constant << 1);
  if (functions.strided == nullptr)
    return copied == 0 || loop.rank < 2 ? copied : (OperandBits{1} << K) - 1;
  for (std::size_t k = 1; k < K; ++k) {
    if (inner.step[k] == -1 && inner.count <= short_reversed && functions.bytes[k] > 2)
      copied &= ~(OperandBits{1} << k);
  }
  if (loop.rank > 1 && has_short_rows(functions, inner, kinds.constant != 0)) {
    for (std::size_t k = 0; k < K; ++k)
      if (inner.row_step[k] != inner.count || inner.step[k] != 1) copied |= OperandBits{1} << k;
  }
  if (copied == 0 || numel(DimsView(loop.sizes, loop.rank)) < few) return 0;
  return has(copied, 0) && !functions.copies_output ? 0 : copied;
}

/// Returns the number of elements that are computed before they are stored. With their inputs they
/// fit in the first-level cache. An operation that outputs bytes reads several times as much as it
/// writes.
constexpr index_t buffered_count(index_t bytes) { return bytes == 1 ? 1024 : 512; }

/// Computes rows a block at a time in a buffer, from which they are stored: bypassing the caches if
/// the output is none of the inputs, else normally. It prefetches the inputs of the next block,
/// because the hardware prefetcher does not run ahead during the stores. The next block is
/// described before the stores, because loads by `compute` would otherwise wait until the stores
/// have left the processor. Blocks of 128, 256, 1024 and 2048 elements are 5 to 20 % slower.
template <std::size_t K>
void run_buffered(RowFunction<K> compute, const void* f, const index_t (&bytes)[K], Stores stores,
                  const InnerRows<K>& inner) {
  alignas(64) std::byte results[512 * sizeof(long double)];
  const index_t most = buffered_count(bytes[0]);
  InnerRows<K> block = inner;
  block.first[0] = results;
  block.rows = 1;
  for (index_t r = 0; r < inner.rows; ++r) {
    std::byte* to = inner.first[0] + r * inner.row_step[0] * bytes[0];
    for (std::size_t k = 1; k < K; ++k)
      block.first[k] = inner.first[k] + r * inner.row_step[k] * bytes[k];
    index_t left = inner.count;
    block.count = left < most ? left : most;
    while (left > 0) {
      compute(f, block);
      const index_t done = block.count;
      left -= done;
      block.count = left < most ? left : most;
      for (std::size_t k = 1; k < K; ++k) {
        block.first[k] += done * inner.step[k] * bytes[k];
        const index_t next = block.count * inner.step[k] * bytes[k];  // 0 if the input is constant
        for (index_t at = 0; at < next; at += kLineBytes) __builtin_prefetch(block.first[k] + at);
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

/// Computes rows with one of the functions, and streams the results where that is possible. Rows
/// that are not arithmetic, or not dense, are computed by plain loops, which need no buffer. After
/// streaming, the caller must call finish_streaming(). A streamed output must not be one of the
/// inputs.
template <std::size_t K>
void run_rows(const RowFunctions<K>& functions, RowFunction<K> compute, const void* f,
              Stores stores, const InnerRows<K>& inner) {
  const bool buffers = stores != Stores::cached && functions.streams &&
                       compute != functions.strided &&
                       (stores == Stores::buffered ||
                        (may_stream_to(inner.first[0]) &&
                         (inner.rows == 1 ||
                          may_stream_to(inner.first[0] + inner.row_step[0] * functions.bytes[0]))));
  return buffers ? detail::run_buffered(compute, f, functions.bytes, stores, inner)
                 : compute(f, inner);
}

namespace detail {

/// Computes the two innermost dims of a loop for each coordinate of the others.
template <std::size_t K>
void run_loop(const RowFunctions<K>& functions, const void* f, const Loop<K>& loop, Stores stores,
              const std::array<std::byte*, K>& operands) {
  InnerRows<K> inner(loop);
  const RowFunction<K> compute = function_for(functions, inner);
  const std::size_t outer = loop.rank < 2 ? 0 : loop.rank - 2;
  for_each_coordinate(loop, outer, {}, [&](const Offsets<K>& at) {
    for (std::size_t k = 0; k < K; ++k) inner.first[k] = operands[k] + at[k] * functions.bytes[k];
    run_rows(functions, compute, f, stores, inner);
  });
}

/// Does the work of run_loop with copies of the operands `copied`.
template <std::size_t K>
NDX_COLD void run_with_copies(const RowFunctions<K>& functions, const void* f, const Loop<K>& loop,
                              Stores stores, const std::array<std::byte*, K>& operands,
                              OperandBits copied) {
  const auto run = [&](const Loop<K>& in_order, OperandBits bits) {
    const bool updates = stores != Stores::buffered && operands[0] == operands[1];
    CopiedOperands<K> blocks(in_order, functions.copy, functions.bytes, bits, updates);
    const auto compute = [&](const Loop<K>& block, const std::array<std::byte*, K>& first) {
      run_loop(functions, f, block, has(bits, 0) ? Stores::cached : stores, first);
    };
    blocks.run(operands, typename CopiedOperands<K>::Compute(compute));
  };
  const std::size_t dim =
      K > 2 && functions.copy[0] != nullptr ? common_dense_dim(loop, copied) : loop.rank;
  if (dim == loop.rank) return run(loop, copied);
  run(with_innermost(loop, dim), 1);  // this transposes one result instead of several inputs
}

}  // namespace detail

/// Runs the function at `f` over a loop. `operands` are the first elements, of which operand 0 is
/// the output.
template <std::size_t K>
void transform(const RowFunctions<K>& functions, const void* f, const Loop<K>& loop, Stores stores,
               const std::array<std::byte*, K>& operands) {
  if (is_empty(loop)) return;
  const detail::OperandBits copied = detail::operands_to_copy(functions, loop);
  if (copied == 0) {
    detail::run_loop(functions, f, loop, stores, operands);
  } else {
    detail::run_with_copies(functions, f, loop, stores, operands, copied);
  }
  if (stores == Stores::streamed) finish_streaming();
}

/// Does the work of transform, with the loop shared between the threads of the executor.
template <std::size_t K>
void transform_in_parts(const RowFunctions<K>& functions, const void* f, const Loop<K>& loop,
                        Stores stores, const std::array<std::byte*, K>& operands) {
  run_elements_in_parts(loop, functions.work, [&](const Loop<K>& part, const Offsets<K>& at) {
    std::array<std::byte*, K> first = operands;
    for (std::size_t k = 0; k < K; ++k) first[k] += at[k] * functions.bytes[k];
    transform(functions, f, part, stores, first);
  });
}

#define NDX_ENTRY(K)                                                                      \
  NDX_COMPILE_SIZE(transform_in_parts_##K, void, transform_in_parts,                      \
                   (const RowFunctions<K>& functions, const void* f, const Loop<K>& loop, \
                    Stores stores, const std::array<std::byte*, K>& operands),            \
                   (functions, f, loop, stores, operands), K)
NDX_ENTRY(2)
NDX_ENTRY(3)
NDX_ENTRY(4)
#undef NDX_ENTRY

/// Returns the operands' first elements, the output first, as transform takes them.
template <class Out, class... In>
std::array<std::byte*, sizeof...(In) + 1> operands(Out* out, const In*... in) {
  return {reinterpret_cast<std::byte*>(out),
          const_cast<std::byte*>(reinterpret_cast<const std::byte*>(in))...};
}

}  // namespace kernel
NDX_NAMESPACE_END
