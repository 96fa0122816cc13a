// Applies a function to the elements of tensors: broadcasts the shapes, merges dims into the shortest
// strided loop and runs a kernel.
//
// Every element-wise operation, with any number of operands, calls these functions; none has its own
// loop. The argument `call` says where the results go: the name of the call means a fresh tensor, an
// Into means an existing one. An operation passes it on, so that add and add_into are one
// implementation. The kernel sees bytes, sizes and strides; only the row functions know the element
// types.
#pragma once

#include <limits>

#include <ndx/base/convert.hpp>
#include <ndx/base/dtype.hpp>
#include <ndx/base/error.hpp>
#include <ndx/ops/core/promote.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Plans the loop over an output and the inputs that are broadcast to its shape. `offsets` receives
/// the distances of the loop's first elements from the tensors' first elements.
template <std::size_t K>
Loop<K> elementwise_loop(const std::array<const Layout*, K>& operands, Offsets<K>& offsets) {
  const Dims& shape = operands[0]->shape;
  std::array<Dims, K> strides;
  std::array<DimsView, K> views;
  for (std::size_t k = 0; k < K; ++k) {
    strides[k] = broadcast_strides(operands[k]->shape, operands[k]->strides, shape);
    views[k] = strides[k];
  }
  return sort_for_memory(make_loop<K>(shape, views), offsets);
}

/// Whether the operands are contiguous and have one shape, except that one input may have rank 0.
/// Sets the steps of such operands.
template <std::size_t K>
bool are_dense(const std::array<const Layout*, K>& operands, kernel::InnerRows<K>& inner) {
  bool any_constant = kernel::RowFunctions<K>::kDense == 1;
  for (std::size_t k = 1; k < K; ++k) {
    if (operands[k]->shape.empty() && !any_constant) {
      any_constant = true;
      inner.step[k] = 0;
    } else if (operands[k]->shape != operands[0]->shape || !is_contiguous(*operands[k])) {
      return false;
    }
  }
  return is_contiguous(*operands[0]);
}

/// Runs the function at `f` over tensors with these layouts and first elements. Operand 0 is the
/// output.
template <std::size_t K>
void run_elementwise(const kernel::RowFunctions<K>& functions, const void* f, kernel::Stores stores,
                     const std::array<const Layout*, K>& operands,
                     std::array<std::byte*, K> first) {
  const index_t count = numel(*operands[0]);
  kernel::InnerRows<K> inner(count, first);
  if (!is_shared(kernel::cost_of_bytes(count * functions.work)) && are_dense(operands, inner)) {
    kernel::run_rows(functions, kernel::detail::function_for(functions, inner), f, stores, inner);
    if (stores == kernel::Stores::streamed) kernel::finish_streaming();
    return;
  }
  Offsets<K> offsets{};
  const Loop<K> loop = elementwise_loop(operands, offsets);
  for (std::size_t k = 0; k < K; ++k) first[k] += offsets[k] * functions.bytes[k];
  kernel::transform_in_parts(functions, f, loop, stores, first);
}

#define NDX_ENTRY(K)                                                                   \
  NDX_COMPILE_SIZE(                                                                    \
      run_elementwise_##K, void, run_elementwise,                                      \
      (const kernel::RowFunctions<K>& functions, const void* f, kernel::Stores stores, \
       const std::array<const Layout*, K>& operands, std::array<std::byte*, K> first), \
      (functions, f, stores, operands, first), K)
NDX_ENTRY(2)
NDX_ENTRY(3)
NDX_ENTRY(4)
#undef NDX_ENTRY

/// Computes out = f(in, …) for each element. The inputs must broadcast to out's shape. `out` must not
/// overlap an input, with two exceptions: an Update, which passes `out` as its first input and must
/// not use streaming stores, and buffered stores, where any input may be `out`.
template <class F, class Out, class... In>
void transform_into(const F& f, kernel::Stores stores, const Tensor<Out>& out,
                    const Tensor<In>&... in) {
  constexpr std::size_t K = sizeof...(In) + 1;
  run_elementwise<K>(row_functions<F, Out, std::remove_const_t<In>...>(), &f, stores,
                     {&out.layout(), &in.layout()...}, kernel::operands(out.data(), in.data()...));
}

/// Results are written to `out`, an existing tensor, instead of a fresh one. They are converted to
/// its element type. An input that overlaps `out` is read as if it had been copied first.
template <Element T>
struct Into {
  const char* call;
  const Tensor<T>& out;
};
template <class T>
Into(const char*, const Tensor<T>&) -> Into<T>;

/// The name of the call, for errors.
inline const char* name_of(const char* call) { return call; }
template <class T>
const char* name_of(const Into<T>& into) {
  return into.call;
}

/// Converts the result of F to R, the type of its results, and then to T.
template <class T, class R, class F>
struct ConvertedResult : F {
  template <class... X>
  computed_t<T> operator()(const X&... x) const {
    return result_element<T>(convert_element<R>(static_cast<const F&>(*this)(x...)));
  }

  /// Returns the element for the value that a vector function returned for x, or for x and y
  /// (kernel/map/vector_rows.hpp).
  template <class X, class... In>
  computed_t<T> finish(X result, [[maybe_unused]] In... x) const {
    if constexpr (requires { F::finish(result, x...); }) result = F::finish(result, x...);
    return result_element<T>(convert_element<R>(result));
  }
};

/// How two tensors share memory: not at all, all elements as one view of one type, or some other way.
enum class Shared : std::uint8_t { nothing, view, other };
Shared shared_memory(const Storage& a_storage, const Layout& a, std::size_t a_bytes,
                     const Storage& b_storage, const Layout& b, std::size_t b_bytes, bool same_type)
    NDX_SYMBOL(shared_memory);
#if NDX_DEFINES
NDX_FUNC Shared shared_memory(const Storage& a_storage, const Layout& a, std::size_t a_bytes,
                              const Storage& b_storage, const Layout& b, std::size_t b_bytes,
                              bool same_type) {
  const auto bytes = static_cast<index_t>(a_bytes);
  if (same_type && a_storage.data() + a.offset * bytes == b_storage.data() + b.offset * bytes &&
      a.shape == b.shape && a.strides == b.strides)
    return Shared::view;
  return overlap(a_storage, a, a_bytes, b_storage, b, b_bytes) ? Shared::other : Shared::nothing;
}
#endif
template <class A, class B>
Shared shared_memory(const Tensor<A>& a, const Tensor<B>& b) {
  return shared_memory(a.storage(), a.layout(), sizeof(A), b.storage(), b.layout(), sizeof(B),
                       std::is_same_v<std::remove_const_t<A>, std::remove_const_t<B>>);
}

/// An input that shares no element with `out` or is the same view. Any other input is copied.
template <class T>
class DistinctInput {
 public:
  template <class Out>
  DistinctInput(const Tensor<Out>& out, const Tensor<T>& input)
      : shared_(shared_memory(out, input)), input_(input), copy_(copied()) {}
  DistinctInput(const DistinctInput&) = delete;
  DistinctInput& operator=(const DistinctInput&) = delete;

  [[nodiscard]] bool is_out() const noexcept { return shared_ == Shared::view; }
  [[nodiscard]] const Tensor<T>& get() const noexcept {
    return shared_ == Shared::other ? copy_ : input_;
  }

 private:
  [[nodiscard]] NDX_NOINLINE Tensor<T> copied() const {
    if (shared_ == Shared::other) return input_.clone();
    return {};
  }

  Shared shared_;
  const Tensor<T>& input_;
  Tensor<T> copy_;
};

/// Throws ShapeError unless `out` has the shape of the results. Throws ValueError if two of its
/// positions share an element.
void check_out(const char* call, const Layout& out, DimsView shape) NDX_SYMBOL(check_out);
#if NDX_DEFINES
NDX_FUNC void check_out(const char* call, const Layout& out, DimsView shape) {
  if (!(out.shape == shape)) [[unlikely]]
    throw_shape_error(call, ": out has shape ", out.shape, ", the result has ", shape);
  check_writable(call, out);
}
#endif

/// Checks `out` for results of type Out, as check_out does.
template <class Out, class T>
void check_output(const Into<T>& into, const Dims& shape) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write into a clone() of it");
  static_assert(kConverts<Out, T>,
                "the result does not convert to the elements of out: of complex numbers, write the "
                "real(), imag() or abs()");
  static_assert(
      !LosesKind<Out, T> || Complex<Out>,
      "the elements of out hold no such numbers, fractions in integers or numbers in bools: "
      "write out.copy_(result), which converts");
  check_out(into.call, into.out.layout(), shape);
}

/// Computes f(a, b, …) over the broadcast shape of the operands, as a fresh tensor. Throws ShapeError
/// if the shapes do not broadcast.
template <class Out, class F, class... X>
  requires(is_tensor_v<X> && ...)
Tensor<Out> map_elements(const char* call, const F& f, const X&... x) {
  const Dims shape = broadcast_shapes(call, {x.shape()...});
  const Tensor<Out> out = make_uninitialized<Out>(call, shape);
  transform_into(f, stores_for(out), out, x...);
  return out;
}

template <class Out, class F, class T, class... X>
void map_distinct(const F& f, const Tensor<T>& out, const DistinctInput<X>&... x) {
  const bool updates = (x.is_out() || ...);
  const kernel::Stores stores = updates ? kernel::Stores::buffered : stores_for(out);
  if constexpr (std::is_same_v<Out, T>) {
    transform_into(f, stores, out, x.get()...);
  } else if constexpr (!std::is_const_v<T> && kConverts<Out, T>) {  // refused by check_output
    transform_into(ConvertedResult<T, Out, F>{f}, stores, out, x.get()...);
  }
}

/// Writes f(a, b, …) to a tensor that has the operands' broadcast shape. Out is the type of the
/// results. Throws as check_output does.
template <class Out, class F, Element T, class... X>
  requires(is_tensor_v<X> && ...)
void map_elements(Into<T> into, const F& f, const X&... x) {
  check_output<Out>(into, broadcast_shapes(into.call, {x.shape()...}));
  map_distinct<Out>(f, into.out, DistinctInput(into.out, x)...);
}

/// Whether f is computed on whole vectors.
template <class F, class Out>
concept TakesVectors = kernel::CallsVectors<F> || (Complex<Out> && requires { typename F::Pairs; });

/// The result of map_elements: a tensor, or nothing if the call is an Into.
template <class Out, class Call>
using mapped_t = std::conditional_t<std::is_same_v<Call, const char*>, Tensor<Out>, void>;

/// Whether a scalar beside a tensor becomes a tensor of rank 0, because f takes vectors, or because the
/// compiled library has the rows of tensors.
template <class F, class Out, class... X>
inline constexpr bool kTakesTensors = TakesVectors<F, Out> || kHasRows<F, Out, element_t<X>...>;

/// Computes f(a, b) of a tensor and a scalar, which becomes a constant of the loop or a tensor of rank
/// 0.
template <class Out, class Call, class F, class A, class B>
  requires(is_tensor_v<A> != is_tensor_v<B>)
mapped_t<Out, Call> map_elements(Call call, const F& f, const A& a, const B& b) {
  if constexpr (kTakesTensors<F, Out, A, B> && is_tensor_v<A>) {
    return map_elements<Out>(call, f, a, ValueTensor<B>(b).get());
  } else if constexpr (kTakesTensors<F, Out, A, B>) {
    return map_elements<Out>(call, f, ValueTensor<A>(a).get(), b);
  } else if constexpr (is_tensor_v<A>) {
    return map_elements<Out>(
        call, [f, b](const computed_t<element_t<A>>& element) { return f(element, b); }, a);
  } else {
    return map_elements<Out>(
        call, [f, a](const computed_t<element_t<B>>& element) { return f(a, element); }, b);
  }
}
/// Calls f with `value` in place k, counted from 0, of its three arguments.
template <std::size_t k, class F, class X>
struct Bound {
  F f;
  X value;
  template <class A, class B>
  auto operator()(const A& a, const B& b) const {
    if constexpr (k == 0) return f(value, a, b);
    if constexpr (k == 1) return f(a, value, b);
    if constexpr (k == 2) return f(a, b, value);
  }
};

/// Computes f(a, b, c), where one or two operands are scalars.
template <class Out, class Call, class F, class A, class B, class C>
  requires(!(is_tensor_v<A> && is_tensor_v<B> && is_tensor_v<C>))
mapped_t<Out, Call> map_elements(Call call, const F& f, const A& a, const B& b, const C& c) {
  if constexpr (!is_tensor_v<A>) {
    return map_elements<Out>(call, Bound<0, F, A>{f, a}, b, c);
  } else if constexpr (!is_tensor_v<B>) {
    return map_elements<Out>(call, Bound<1, F, B>{f, b}, a, c);
  } else {
    return map_elements<Out>(call, Bound<2, F, C>{f, c}, a, b);
  }
}

// A scalar beside a tensor is converted to the type of the result. An integer that this type cannot
// hold wraps around. For sums and products that is right, because their results wrap around too. A
// function for which it is wrong refuses such an integer.

/// Converts a scalar to R and returns a tensor as it is, so that fewer instances of the loops are
/// compiled.
template <class R, class X>
decltype(auto) as_operand(const X& x) {
  if constexpr (is_tensor_v<X>) {
    return (x);
  } else {
    return convert_element<computed_t<R>>(convert_element<R>(x));
  }
}

/// Whether elements of the integer type R can hold the integer x.
template <class R, class X>
constexpr bool is_held(const X& x) {
  const auto held = static_cast<R>(x);
  return static_cast<X>(held) == x && (held < R{0}) == (x < X{0});
}

/// Treatment of an integer that elements of the result cannot hold. A function without kWideScalars
/// lets it wrap around.
enum class WideScalars : std::uint8_t {
  refused,
  lowered,  // too large: counts as the largest element; too small: refused
  raised,   // too small: counts as the lowest element; too large: refused
};

NDX_COLD inline void throw_too_wide(const char* call, DType type, bool negative,
                                    std::uint64_t magnitude) {
  throw_value_error(call, ": elements of ", dtype_name(type), " cannot hold ", negative ? "-" : "",
                    magnitude, ": convert the tensor to a wider type first");
}

/// Converts a scalar for the function Op, as its kWideScalars says. Throws ValueError if that refuses
/// it.
template <class Op, class R, class X>
decltype(auto) as_operand_of(const char* call, const X& x) {
  if constexpr (requires { Op::kWideScalars; } && std::is_integral_v<R> && std::is_integral_v<X>) {
    if (!is_held<R>(x)) [[unlikely]] {
      const bool negative = x < X{0};
      if (Op::kWideScalars == (negative ? WideScalars::raised : WideScalars::lowered))
        return negative ? std::numeric_limits<R>::min() : std::numeric_limits<R>::max();
      const auto bits = static_cast<std::uint64_t>(x);
      throw_too_wide(call, dtype_of<R>(), negative, negative ? std::uint64_t{0} - bits : bits);
    }
    return static_cast<R>(x);
  } else {
    return as_operand<R>(x);
  }
}

struct RefusesWideScalars {
  static constexpr auto kWideScalars = WideScalars::refused;
};
/// Throws ValueError for an integer that elements of R cannot hold.
template <class R, class X>
void check_held(const char* call, const X& x) {
  static_cast<void>(as_operand_of<RefusesWideScalars, R>(call, x));
}

/// Returns the element. Functions that change no element of some type apply it there.
struct Identity {
  template <class T>
  T operator()(const T& x) const {
    return x;
  }
};

/// Applies F, whose results have the type of the elements.
template <class F, class Call, class A>
auto map_in_type(Call call, const A& a) {
  return map_elements<element_t<A>>(call, F{}, a);
}

/// Marks f as an in-place update: the output is also its first input.
template <class F>
struct Update : F {
  using Updates = void;
};

/// Computes target = f(target, …). No input may overlap the target.
template <class F, class T, class... In>
void update_into(const F& f, const Tensor<T>& target, const Tensor<In>&... in) {
  if constexpr (!std::is_const_v<T>) {  // otherwise refused by update_elements
    constexpr std::size_t K = sizeof...(In) + 2;
    const Update<F> update{f};
    run_elementwise<K>(row_functions<Update<F>, T, T, std::remove_const_t<In>...>(), &update,
                       kernel::Stores::cached,
                       {&target.layout(), &target.layout(), &in.layout()...},
                       kernel::operands(target.data(), target.data(), in.data()...));
  }
}

/// Computes target = f(target, value), where value is a scalar or a tensor that broadcasts to the
/// target. If they overlap, the value is read as if it had been copied first. Throws ShapeError if
/// the value does not broadcast, ValueError if two positions of the target share an element.
template <class F, class T, class V>
void update_elements(const char* call, const F& f, const Tensor<T>& target, const V& value) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  if constexpr (is_tensor_v<V>) {
    if (!broadcasts_to(value.shape(), target.shape())) [[unlikely]]
      (void)broadcast_layout(call, value.layout(), target.shape());  // throws ShapeError
    const bool overlaps = check_write(call, target.storage(), target.layout(), sizeof(T), value);
    if constexpr (std::is_same_v<T, std::remove_const_t<element_t<V>>> &&
                  !kHasRows<Update<F>, T, T, T>) {
      if (overlaps && shared_memory(target, value) == Shared::view)
        return update_into([f](const computed_t<T>& element) { return f(element, element); },
                           target);
    }
    if (overlaps) {
      update_into(f, target, value.clone());
    } else {
      update_into(f, target, value);
    }
  } else {
    check_writable(call, target.layout());
    if constexpr (kHasRows<Update<F>, T, T, V>) {
      update_into(f, target, ValueTensor<V>(value).get());
    } else {
      update_into([f, value](const computed_t<T>& element) { return f(element, value); }, target);
    }
  }
}

}  // namespace detail
NDX_NAMESPACE_END
