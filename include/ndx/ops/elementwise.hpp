// Applies a function to the elements of tensors: broadcasts the shapes, merges dims into the
// shortest strided loop and runs a kernel.
//
// Every element-wise operation, with any number of operands, calls these functions; none has its
// own loop.
#pragma once

#include <ndx/ops/promote.hpp>
#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The loop over an output and inputs that are broadcast to its shape; `offsets` are those of the
/// first elements, from the first ones of the tensors.
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

/// Whether the operands have one shape and are contiguous.
template <std::size_t K>
bool are_dense(const std::array<const Layout*, K>& operands) {
  for (std::size_t k = 1; k < K; ++k) {
    if (operands[k]->shape != operands[0]->shape || !is_contiguous(*operands[k])) return false;
  }
  return is_contiguous(*operands[0]);
}

/// Runs the function at `f` over tensors with these layouts and first elements, 0 the output.
template <std::size_t K>
void run_elementwise(const kernel::RowFunctions<K>& functions, const void* f, kernel::Stores stores,
                     const std::array<const Layout*, K>& operands,
                     std::array<std::byte*, K> first) {
  if (executor().run == nullptr && are_dense(operands))
    return kernel::transform(functions, f, numel(*operands[0]), stores, first);
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
#undef NDX_ENTRY

/// out = f(in, …) for each element. The inputs must broadcast to out's shape. `out` must not
/// overlap an input, except in an Update, which passes `out` as its first input and must not use
/// streaming stores.
template <class F, class Out, class... In>
void transform_into(const F& f, kernel::Stores stores, const Tensor<Out>& out,
                    const Tensor<In>&... in) {
  constexpr std::size_t K = sizeof...(In) + 1;
  run_elementwise<K>(kernel::row_functions<F, Out, std::remove_const_t<In>...>, &f, stores,
                     {&out.layout(), &in.layout()...}, kernel::operands(out.data(), in.data()...));
}

/// Returns a fresh tensor of f(a, b, …) over the broadcast shape. Throws ShapeError if the shapes
/// do not broadcast.
template <class Out, class F, class First, class... Rest>
Tensor<Out> map_elements(const char* call, const F& f, const Tensor<First>& first,
                         const Tensor<Rest>&... rest) {
  const Dims shape = broadcast_shapes(call, {first.shape(), rest.shape()...});
  const Tensor<Out> out = make_uninitialized<Out>(call, shape);
  transform_into(f, stores_for(out), out, first, rest...);
  return out;
}

/// Applies f to two operands. One of them may be a scalar, which is then a constant of the loop.
template <class Out, class F, class A, class B>
Tensor<Out> map_operands(const char* call, const F& f, const A& a, const B& b) {
  if constexpr (is_tensor_v<A> && is_tensor_v<B>) {
    return map_elements<Out>(call, f, a, b);
  } else if constexpr (is_tensor_v<A>) {
    return map_elements<Out>(
        call, [f, b](const element_t<A>& element) { return f(element, b); }, a);
  } else {
    return map_elements<Out>(
        call, [f, a](const element_t<B>& element) { return f(a, element); }, b);
  }
}

/// A scalar converted to R; a tensor as it is. Fewer instances of what follows are compiled.
template <class R, class X>
decltype(auto) as_operand(const X& x) {
  if constexpr (is_tensor_v<X>) {
    return (x);
  } else {
    return convert_element<R>(x);
  }
}

/// Marks f as an in-place update: the output is also its first input.
template <class F>
struct Update : F {
  using Updates = void;
};

/// target = f(target, …). No input may overlap the target.
template <class F, class T, class... In>
void update_into(const F& f, const Tensor<T>& target, const Tensor<In>&... in) {
  transform_into(Update<F>{f}, kernel::Stores::cached, target, target, in...);
}

/// Whether both tensors have the same data pointer, shape and strides.
template <class A, class B>
bool is_same_view(const Tensor<A>& a, const Tensor<B>& b) {
  return static_cast<const void*>(a.data()) == static_cast<const void*>(b.data()) &&
         a.shape() == b.shape() && a.strides() == b.strides();
}

/// target = f(target, value), where value is a scalar or a tensor that broadcasts to the target. If
/// they overlap, the value is read as if it had been copied first. Throws ShapeError if the value
/// does not broadcast, ValueError if two positions of the target share an element.
template <class F, class T, class V>
void update_elements(const char* call, const F& f, const Tensor<T>& target, const V& value) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  if constexpr (is_tensor_v<V>) {
    if (!broadcasts_to(value.shape(), target.shape())) [[unlikely]]
      (void)broadcast_layout(call, value.layout(), target.shape());  // throws ShapeError
    const bool overlaps = check_write(call, target.storage(), target.layout(), sizeof(T), value);
    if constexpr (std::is_same_v<T, std::remove_const_t<element_t<V>>>) {
      if (is_same_view(target, value))
        return update_into([f](const T& element) { return f(element, element); }, target);
    }
    if (overlaps) {
      update_into(f, target, value.clone());
    } else {
      update_into(f, target, value);
    }
  } else {
    check_writable(call, target.layout());
    update_into([f, value](const T& element) { return f(element, value); }, target);
  }
}

}  // namespace detail
NDX_NAMESPACE_END
