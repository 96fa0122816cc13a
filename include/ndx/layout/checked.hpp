// Integer arithmetic that throws on overflow.
//
// Shapes and sizes come from callers and files, so their products may not fit 64 bits. Signed overflow would
// be undefined behaviour, and a wrong size would lead to accesses out of bounds. Every size therefore passes
// one of these checks before memory is allocated for it.
#pragma once

#include <new>

#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN

/// Returns a·b. Throws ValueError, naming the call and the operands, if it overflows.
inline index_t checked_mul(const char* call, index_t a, index_t b) {
  index_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) [[unlikely]] {
    throw_value_error(call, ": ", a, " times ", b, " overflows a 64-bit size");
  }
  return product;
}

/// Returns a+b. Throws ValueError, naming the call and the operands, if it overflows.
inline index_t checked_add(const char* call, index_t a, index_t b) {
  index_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) [[unlikely]] {
    throw_value_error(call, ": ", a, " plus ", b, " overflows a 64-bit size");
  }
  return sum;
}

namespace detail {

[[noreturn]] NDX_COLD inline void throw_bad_alloc() { throw std::bad_alloc(); }

/// Throws the ValueError of checked_numel: it names the first thing that is wrong with the shape.
[[noreturn]] NDX_COLD inline void throw_bad_shape(const char* call, DimsView shape) {
  if (shape.size() > kMaxRank)
    throw_value_error(call, ": rank ", shape.size(), " is more than the maximum rank, ", kMaxRank);
  index_t product = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] < 0) throw_value_error(call, ": size ", shape[d], " of dim ", d, " is negative");
    if (shape[d] != 0 && __builtin_mul_overflow(product, shape[d], &product)) break;
  }
  throw_value_error(call, ": the product of shape ", shape, " overflows a 64-bit size");
}

}  // namespace detail

/// Returns the number of elements of a shape. Throws ValueError for a negative size, a rank above
/// 64 or a product that overflows. A size of 0 makes the result 0, but the other sizes are still
/// multiplied and checked: the strides computed from them must be representable.
inline index_t checked_numel(const char* call, DimsView shape) {
  if (shape.size() > kMaxRank) [[unlikely]]
    detail::throw_bad_shape(call, shape);
  index_t product = 1;
  bool empty = false;
  for (const index_t size : shape) {
    if (size == 0) {
      empty = true;
    } else if (size < 0 || __builtin_mul_overflow(product, size, &product)) [[unlikely]] {
      detail::throw_bad_shape(call, shape);
    }
  }
  return empty ? 0 : product;
}

/// Reserves room for `count` items in an empty list. Throws ValueError if that exceeds max_size(),
/// std::bad_alloc if memory runs out.
template <class List>
void checked_reserve(const char* call, List& list, index_t count) {
  if (static_cast<std::uint64_t>(count) > list.max_size()) [[unlikely]]
    throw_value_error(call, ": ", count, " tensors are more than a list can hold");
  list.reserve(static_cast<std::size_t>(count));
}

/// Returns `count`, the number of elements of a buffer of T, as std::size_t. Throws std::bad_alloc
/// if the buffer would exceed PTRDIFF_MAX bytes, which is 2 GiB with 32-bit pointers.
template <class T>
std::size_t checked_size(index_t count) {
  if (count > static_cast<index_t>(PTRDIFF_MAX / sizeof(T))) [[unlikely]]
    detail::throw_bad_alloc();
  return static_cast<std::size_t>(count);
}

/// Returns the size of `count` elements in bytes. Throws ValueError if it overflows.
inline index_t checked_bytes(const char* call, index_t count, std::size_t element_bytes) {
  return checked_mul(call, count, static_cast<index_t>(element_bytes));
}

NDX_NAMESPACE_END
