// Copying and filling a Tensor<T>: clone, conversion to another element type, and writing one
// tensor or value into another.
//
// All of them visit the elements in the order of the destination's memory, whatever the order of
// its dims, and copies run in parallel if an executor is installed. A result larger than the cache
// is written with streaming stores, which do not load the lines that they overwrite.
#pragma once

#include <ndx/engine/execute.hpp>
#include <ndx/kernel/map/map_loop.hpp>
#include <ndx/layout/broadcast.hpp>
#include <ndx/tensor/elements.hpp>
#include <ndx/tensor/tensor_class.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Makes an uninitialised row-major tensor. Throws ValueError for an invalid shape and
/// std::bad_alloc when memory runs out.
template <Element T>
Tensor<T> make_uninitialized(const char* call, DimsView shape) {
  return NewElements::make<Tensor<T>>(call, shape);
}

/// Decides whether to write a result of `bytes` bytes with streaming (non-temporal) stores: only if
/// it is too large for the cache and its pages are already mapped.
inline kernel::Stores stores_for(const Storage& storage, index_t bytes) {
  const bool streamed = bytes >= kCacheBytes && !storage.may_be_unmapped();
  return streamed ? kernel::Stores::streamed : kernel::Stores::cached;
}
template <class T>
kernel::Stores stores_for(const Tensor<T>& result) {
  return stores_for(result.storage(), result.numel() * static_cast<index_t>(sizeof(T)));
}

/// Converts U to T. If both compute in the same type, as float16 and float do, a load and a store
/// are the whole conversion.
template <class T, class U>
struct Conversion {
  using OnlyReadsAndWrites = std::is_same<computed_t<T>, computed_t<U>>;
  static constexpr bool kTruncates = true;
  computed_t<T> operator()(computed_t<U> value) const { return result_element<T>(value); }
};

/// Converts a bool that is read as a byte, because compilers do not vectorize loads of bools. Any
/// byte but 0 is true.
template <class T>
struct TruthConversion {
  T operator()(std::uint8_t byte) const { return static_cast<T>(byte != 0); }
};
template <class T, class U>
inline constexpr bool kReadsTruth = std::is_same_v<U, bool> && std::is_arithmetic_v<T>;

/// The row functions of F for operands of these types. With the compiled library, those that
/// ops/instances lists are the library's own.
template <class F, class Out, class... In>
const kernel::RowFunctions<sizeof...(In) + 1>& row_functions() {
  return kernel::row_functions<F, Out, In...>;
}
/// Whether the compiled library has these row functions.
template <class F, class Out, class... In>
inline constexpr bool kHasRows = false;

/// Returns the loop over two operands of one shape in the memory order of the first. `offsets` receives the places of
/// the loop's first elements in the storages.
template <std::size_t K>
Loop<K> copying_loop(const Layout& to, const Layout& from, Offsets<K>& offsets) {
  offsets = {to.offset, from.offset};
  return sort_for_memory(make_loop<K>(to.shape, {to.strides, from.strides}), offsets);
}

/// Converts the elements of one tensor into those of another by the row functions of the conversion at `f`.
template <std::size_t K>
void convert_elements(const kernel::RowFunctions<K>& functions, const void* f,
                      const Storage& to_storage, const Layout& to, const Storage& from_storage,
                      const Layout& from) {
  const index_t count = numel(to);
  if (count == 0) return;
  Offsets<K> offsets{};
  const Loop<K> loop = copying_loop<K>(to, from, offsets);
  kernel::transform_in_parts(functions, f, loop, stores_for(to_storage, count * functions.bytes[0]),
                             {to_storage.data() + offsets[0] * functions.bytes[0],
                              from_storage.data() + offsets[1] * functions.bytes[1]});
}
NDX_COMPILE_SIZE(convert_elements, void, convert_elements,
                 (const kernel::RowFunctions<2>& functions, const void* f,
                  const Storage& to_storage, const Layout& to, const Storage& from_storage,
                  const Layout& from),
                 (functions, f, to_storage, to, from_storage, from), 2)

/// Writes `from` into `to`, converting if the types differ. The shapes are equal and the two must
/// not overlap. Elements are copied in the destination's memory order, not in row-major order. If
/// the types do not convert, nothing is compiled: a static_assert of the caller has refused the
/// call.
template <class T, class U>
void copy_elements(const Tensor<T>& to, const Tensor<U>& from) {
  using Value = std::remove_const_t<U>;
  if constexpr (std::is_same_v<T, Value>) {
    if (to.numel() == 0) return;
    Offsets<2> offsets{};
    const Loop<2> loop = copying_loop<2>(to.layout(), from.layout(), offsets);
    constexpr auto bytes = static_cast<index_t>(sizeof(T));
    copy_in_parts<sizeof(T)>(to.storage().data() + offsets[0] * bytes,
                             from.storage().data() + offsets[1] * bytes, loop, stores_for(to));
  } else if constexpr (!std::is_const_v<T> && kConverts<Value, T>) {
    using Read = std::conditional_t<kReadsTruth<T, Value>, std::uint8_t, Value>;
    using Convert =
        std::conditional_t<kReadsTruth<T, Value>, TruthConversion<T>, Conversion<T, Value>>;
    const Convert convert;
    convert_elements<2>(row_functions<Convert, T, Read>(), &convert, to.storage(), to.layout(),
                        from.storage(), from.layout());
  }
}

/// Writes `value` to every element of a tensor, whose layout must not overlap itself.
template <class T>
void fill_elements(const Tensor<T>& to, const T& value) {
  fill_layout<sizeof(T)>(reinterpret_cast<std::byte*>(to.data()), to.layout(),
                         reinterpret_cast<const std::byte*>(&value), stores_for(to));
}

/// Fills a new tensor, which is row-major, with `value`.
template <class T>
void fill_new(const Tensor<T>& made, const T& value) {
  const index_t count = made.numel();
  fill_contiguous<sizeof(T)>(reinterpret_cast<std::byte*>(made.data()), count,
                             reinterpret_cast<const std::byte*>(&value),
                             stores_for(made.storage(), count * static_cast<index_t>(sizeof(T))));
}

/// Checks a write; every write of a tensor begins here. Throws ValueError if two positions of
/// `target` share an element. Returns whether the value shares memory with the target. If it does,
/// the caller must copy it first, so that the result does not depend on the order of the writes.
template <class U>
[[nodiscard]] bool check_write(const char* call, const Storage& storage, const Layout& target,
                               std::size_t element_bytes, const Tensor<U>& value) {
  ndx::check_writable(call, target);
  return overlap(storage, target, element_bytes, value.storage(), value.layout(), sizeof(U));
}

/// Makes a row-major tensor with every element set to `value`.
template <Element T>
Tensor<T> make_filled(const char* call, DimsView shape, const T& value) {
  Tensor<T> result = make_uninitialized<T>(call, shape);
  fill_new(result, value);
  return result;
}

/// Makes a matrix with ones on the main diagonal.
template <class T>
Tensor<T> make_diagonal(const char* call, index_t rows, index_t columns) {
  const Tensor<T> result = make_filled(call, Dims{rows, columns}, T{});
  for (index_t i = 0; i < rows && i < columns; ++i) result.data()[i * columns + i] = T{1};
  return result;
}

}  // namespace detail

template <Element T>
auto Tensor<T>::clone() const -> Tensor<value_type> {
  const Tensor<value_type> copy = detail::make_uninitialized<value_type>("clone", layout_.shape);
  detail::copy_elements(copy, *this);
  return copy;
}

template <Element T>
auto Tensor<T>::to_vector() const -> std::vector<value_type> {
  const Tensor row_major = contiguous();
  return std::vector<value_type>(row_major.data(), row_major.data() + numel());
}

template <Element T>
Tensor<T> Tensor<T>::contiguous() const {
  return is_contiguous() ? *this : Tensor(clone());
}

template <Element T>
template <Element U>
  requires ConvertibleElement<std::remove_const_t<T>, std::remove_const_t<U>>
Tensor<U> Tensor<T>::to() const {
  if constexpr (std::is_same_v<T, U> || std::is_same_v<const T, U>) {
    return *this;
  } else {
    const Tensor<std::remove_const_t<U>> copy =
        detail::make_uninitialized<std::remove_const_t<U>>("to", layout_.shape);
    detail::copy_elements(copy, *this);
    return copy;
  }
}

template <Element T>
void Tensor<T>::check_writable(const char* call, const Layout& layout) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  ndx::check_writable(call, layout);
}

namespace detail {

/// Writes `source`, broadcast and converted, to `target`.
template <class T, class U>
void copy_broadcast(const Tensor<T>& target, const Tensor<U>& source) {
  const Layout value = without_leading_ones(source.layout(), target.layout().rank());
  const Tensor<U> broadcast(source.storage(),
                            broadcast_layout("copy_", value, target.layout().shape));
  if (check_write("copy_", target.storage(), target.layout(), sizeof(T), source)) {
    copy_elements(target, broadcast.clone());
  } else {
    copy_elements(target, broadcast);
  }
}

}  // namespace detail

template <Element T>
template <class U>
const Tensor<T>& Tensor<T>::copy_(const Tensor<U>& source) const& {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  static_assert(detail::kConverts<std::remove_const_t<U>, value_type>,
                "a value is a number or a tensor whose elements convert to the target's");
  detail::copy_broadcast(*this, source);
  return *this;
}

template <Element T>
template <class V>
  requires(!detail::is_unread_v<V>)
const Tensor<T>& Tensor<T>::fill_(V value) const& {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  static_assert(detail::kConverts<V, value_type>,
                "a value is a number or a tensor whose elements convert to the target's");
  check_writable("fill_", layout_);
  if constexpr (!std::is_const_v<T> && detail::kConverts<V, T>)
    detail::fill_elements(*this, convert_element<T>(value));
  return *this;
}

template <Element T>
template <class U>
const Tensor<T>& Tensor<T>::fill_(const Tensor<U>& value) const& {
  return fill_(detail::only_element("fill_", value));
}

NDX_NAMESPACE_END
