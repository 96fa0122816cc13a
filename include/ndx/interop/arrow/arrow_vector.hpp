// Converts vectors to and from Apache Arrow through its C data interface: two C structs, without a
// copy.
//
// No other library is needed: the structs are declared here, and every function takes those of
// <arrow/c/abi.h>, or of any library that has copied them from the specification. Arrays of numbers
// are shared. Bools are bits in Arrow, so they are copied: packed and unpacked. A bitmap says which
// values are null; it is copied to a mask that is true where there is a value. Source:
// https://arrow.apache.org/docs/format/CDataInterface.html.
#pragma once

#include <bit>
#include <concepts>
#include <cstring>
#include <memory>
#include <variant>

#include <ndx/interop/arrow/arrow_struct.hpp>
#include <ndx/kernel/simd/vec_portable.hpp>
#include <ndx/tensor.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Stores a word as eight bools. The first is the lowest byte of the word.
inline void store_bools(bool* bools, std::uint64_t word) {
  if (std::endian::native != std::endian::little) word = __builtin_bswap64(word);
  std::memcpy(bools, &word, sizeof word);
}

inline constexpr std::uint64_t kEachByte = 0x0101010101010101;

/// Returns the bits `begin` … `begin + count - 1` as bools. The lowest bit of a byte is its first.
inline Tensor<bool> unpack_bits(const char* call, const void* buffer, index_t begin,
                                index_t count) {
  const auto* const bytes = static_cast<const unsigned char*>(buffer);
  const Tensor<bool> result = make_uninitialized<bool>(call, Dims{count});
  bool* const out = result.data();
  const auto bit = [&](index_t i) {
    const index_t at = begin + i;
    return (bytes[at / 8] >> (at % 8) & 1) != 0;
  };
  index_t i = 0;
  for (; i < count && (begin + i) % 8 != 0; ++i) out[i] = bit(i);
  for (; i + 8 <= count; i += 8) {
    // Byte k of the word keeps bit k, and becomes 0x80 or more if it is set.
    const std::uint64_t bits = bytes[(begin + i) / 8] * kEachByte & 0x8040201008040201;
    store_bools(out + i, (bits + 0x7F * kEachByte) >> 7 & kEachByte);
  }
  for (; i < count; ++i) out[i] = bit(i);
  return result;
}

struct PackedBits {
  Tensor<unsigned char> bytes;
  index_t count = 0;  // of the bits that are set
};

/// Packs a tensor of rank 1.
inline PackedBits pack_bits(const Tensor<const bool>& bits) {
  const index_t count = bits.numel();
  PackedBits packed{zeros<unsigned char>(Dims{count / 8 + index_t{count % 8 != 0}})};
  unsigned char* const out = packed.bytes.data();
  const bool* const in = bits.data();
  const index_t step = bits.stride(0);
  index_t set = 0;  // not a member: `out` may alias any
  index_t i = 0;
  for (; step == 1 && i + 32 <= count; i += 32) {
    const auto* const bools = reinterpret_cast<const std::byte*>(in + i);
    auto word = static_cast<std::uint32_t>(kernel::portable::set_bits_of_32(bools));
    if (std::endian::native != std::endian::little) word = __builtin_bswap32(word);
    std::memcpy(out + i / 8, &word, sizeof word);
    const auto eight = [bools](int at) {
      return kernel::portable::load<std::uint64_t>(bools + at);
    };
    set += static_cast<index_t>((eight(0) + eight(8) + eight(16) + eight(24)) * kEachByte >> 56);
  }
  for (; i < count; ++i) {
    const unsigned is_set{in[i * step]};
    out[i / 8] = static_cast<unsigned char>(out[i / 8] | is_set << (i % 8));
    set += static_cast<index_t>(is_set);
  }
  packed.count = set;
  return packed;
}

/// Returns which values are not null; if none is null, a single true with stride 0.
template <class A>
Tensor<const bool> arrow_validity(const char* call, const A& array) {
  const void* const bitmap = array.buffers[0];
  if (array.null_count == 0 || bitmap == nullptr)
    return full(Dims{1}, true).expand(Dims{array.length});
  return unpack_bits(call, bitmap, array.offset, array.length);
}

template <class A>
void refuse_nulls(const char* call, const A& array) {
  const void* const bitmap = array.buffers[0];
  if (array.null_count == 0 || bitmap == nullptr) return;
  const Tensor<bool> all = unpack_bits(call, bitmap, array.offset, array.length);
  index_t valid = 0;
  for (index_t i = 0; i < array.length; ++i) valid += index_t{all.data()[i]};
  if (valid != array.length) [[unlikely]]
    throw_value_error(call, ": ", array.length - valid, " of ", array.length,
                      " values are null; ask for a mask, ", call, "_masked");
}

/// Releases an array when the last tensor on its memory is destroyed. The struct is moved in last,
/// when nothing can fail anymore: until then, it belongs to the caller.
template <class A>
struct ArrowRelease {
  A* kept;
  void operator()() const noexcept {
    const std::unique_ptr<A> owner(kept);
    if (owner->release != nullptr) owner->release(owner.get());
  }
};

template <class T, class A, class S>
Tensor<const T> take_arrow(const char* call, A* array, S* schema) {
  checked_bytes(call, array->offset + array->length, sizeof(T));
  auto cell = std::make_unique<A>();
  A* const kept = cell.get();
  const T* const data =
      array->length == 0 ? nullptr : static_cast<const T*>(array->buffers[1]) + array->offset;
  auto values = make_external<const T>(
      call, data, Dims{array->length}, Dims{1}, [&](void* first, index_t bytes) {
        return Storage::adopt(first, bytes, ArrowRelease<A>{cell.release()});
      });
  *kept = *array;
  array->release = nullptr;  // marks it as moved, by the specification
  schema->release(schema);
  return values;
}

template <class A, class S>
Tensor<bool> copy_arrow_bools(const char* call, A* array, S* schema) {
  auto values = array->length == 0
                    ? Tensor<bool>()
                    : unpack_bits(call, array->buffers[1], array->offset, array->length);
  array->release(array);
  schema->release(schema);
  return values;
}

/// The objects that an exported array keeps until it is released.
struct ExportedArrow {
  const void* buffers[2];
  Storage storage;
  Storage bitmap;
};

inline void check_exportable(const char* call, const Layout& layout) {
  if (layout.rank() != 1) [[unlikely]]
    throw_shape_error(call, ": shape ", layout.shape, " is not that of a vector");
}
inline void check_validity(const char* call, DimsView values, DimsView valid) {
  if (valid.size() != 1 || valid[0] != values[0]) [[unlikely]]
    throw_shape_error(call, ": a mask of shape ", valid, " for values of shape ", values);
}

/// Exports the values at `data`. `bits` has a bit for each value that is not null; it is null if
/// all values are valid.
template <class A, class S>
ArrowHandle<A, S> export_arrow(DType dtype, index_t length, const void* data,
                               const Storage& storage, const PackedBits* bits) {
  ArrowHandle<A, S> handle;
  auto made = std::make_unique<ExportedArrow>();
  made->buffers[1] = data;
  made->storage = storage;
  if (bits != nullptr) {
    made->buffers[0] = bits->bytes.data();
    made->bitmap = bits->bytes.storage();
    handle.array.null_count = length - bits->count;
    handle.schema.flags = arrow_c::kNullable;
  } else {
    made->buffers[0] = nullptr;
  }
  handle.array.length = length;
  handle.array.n_buffers = 2;
  handle.array.buffers = made->buffers;
  handle.array.private_data = made.release();
  handle.array.release = [](A* self) {
    delete static_cast<ExportedArrow*>(self->private_data);
    self->release = nullptr;
  };
  handle.schema.format = arrow_format(dtype);
  handle.schema.name = "";
  handle.schema.release = [](S* self) { self->release = nullptr; };
  return handle;
}

template <class T>
void check_shareable(const Tensor<T>& values) {
  check_exportable("to_arrow", values.layout());
  if (!values.is_contiguous()) [[unlikely]]
    throw_value_error("to_arrow: the stride ", values.stride(0),
                      " is not 1, which Arrow's arrays have; export t.contiguous()");
}
template <class A, class S, class T>
ArrowHandle<A, S> share_with_arrow(const Tensor<T>& values, const PackedBits* bits) {
  return export_arrow<A, S>(dtype_of<T>(), values.numel(), values.data(), values.storage(), bits);
}

template <class A, class S>
ArrowHandle<A, S> copy_to_arrow(const Tensor<const bool>& values, const PackedBits* valid) {
  const PackedBits bits = pack_bits(values);
  return export_arrow<A, S>(DType::boolean, values.numel(), bits.bytes.data(), bits.bytes.storage(),
                            valid);
}

}  // namespace detail

/// The values of a nullable array, and their mask. Where `valid` is false, the value is
/// unspecified: use masked_select(values, valid) or where(valid, values, 0).
template <class T>
struct ArrowMasked {
  Tensor<const T> values;
  Tensor<const bool> valid;
};

/// Returns a read-only tensor of rank 1 on the values of an Arrow array, which are not copied. It
/// takes over both structs: they are marked as released, and the array's memory is released with
/// the last view. If this throws, nothing was taken over.
///   auto t = from_arrow<float>(&array, &schema);
/// Throws ValueError for another format than that of T, nulls, structs that contradict themselves,
/// a dictionary, or misaligned values.
template <ArrowElement T, detail::ArrowArray A, detail::ArrowSchema S>
[[nodiscard]] Tensor<const T> from_arrow(A* array, S* schema) {
  detail::check_arrow("from_arrow", array, schema, dtype_of<T>());
  detail::refuse_nulls("from_arrow", *array);
  return detail::take_arrow<T>("from_arrow", array, schema);
}

/// Returns the values of an Arrow array as from_arrow does, with a copy of its bitmap of validity
/// as a mask.
///   auto [values, valid] = from_arrow_masked<float>(&array, &schema);
/// Throws ValueError as from_arrow does, except for nulls.
template <ArrowElement T, detail::ArrowArray A, detail::ArrowSchema S>
[[nodiscard]] ArrowMasked<T> from_arrow_masked(A* array, S* schema) {
  detail::check_arrow("from_arrow_masked", array, schema, dtype_of<T>());
  auto valid = detail::arrow_validity("from_arrow_masked", *array);
  return {detail::take_arrow<T>("from_arrow_masked", array, schema), std::move(valid)};
}

/// Returns a copy of an Arrow array of bools, which are bits there; both structs are released. If
/// this throws, they are not. Throws ValueError as from_arrow does.
template <detail::ArrowArray A, detail::ArrowSchema S>
[[nodiscard]] Tensor<bool> unpack_arrow_bools(A* array, S* schema) {
  detail::check_arrow("unpack_arrow_bools", array, schema, DType::boolean);
  detail::refuse_nulls("unpack_arrow_bools", *array);
  return detail::copy_arrow_bools("unpack_arrow_bools", array, schema);
}
/// Returns a copy of an Arrow array of bools as unpack_arrow_bools does, and the mask of the values
/// that are not null. Throws ValueError as it does, except for nulls.
template <detail::ArrowArray A, detail::ArrowSchema S>
[[nodiscard]] ArrowMasked<bool> unpack_arrow_bools_masked(A* array, S* schema) {
  detail::check_arrow("unpack_arrow_bools_masked", array, schema, DType::boolean);
  auto valid = detail::arrow_validity("unpack_arrow_bools_masked", *array);
  return {detail::copy_arrow_bools("unpack_arrow_bools_masked", array, schema), std::move(valid)};
}

/// Returns an Arrow array on the elements of a vector, without a copy. The array keeps the memory
/// alive, unless it is borrowed: then its owner must. Consumers must not write its values. `A` and
/// `S` may be another library's structs: to_arrow<ArrowArray, ArrowSchema>(t). Throws ShapeError
/// for another rank, ValueError for another stride than 1.
template <detail::ArrowArray A = arrow_c::Array, detail::ArrowSchema S = arrow_c::Schema,
          ArrowElement T>
[[nodiscard]] ArrowHandle<A, S> to_arrow(const Tensor<T>& values) {
  detail::check_shareable(values);
  return detail::share_with_arrow<A, S>(values, nullptr);
}
/// Returns an Arrow array with nulls where `valid` is false; the mask is packed into a bitmap.
/// Throws ShapeError for a mask of another shape, and as to_arrow(values) does.
template <detail::ArrowArray A = arrow_c::Array, detail::ArrowSchema S = arrow_c::Schema,
          ArrowElement T>
[[nodiscard]] ArrowHandle<A, S> to_arrow(const Tensor<T>& values,
                                         const std::type_identity_t<Tensor<const bool>>& valid) {
  detail::check_shareable(values);
  detail::check_validity("to_arrow", values.shape(), valid.shape());
  const detail::PackedBits bits = detail::pack_bits(valid);
  return detail::share_with_arrow<A, S>(values, &bits);
}

/// Returns a copy of bools as an Arrow array, one bit each; the vector may have any stride. Throws
/// ShapeError for another rank, and for a mask of another shape.
template <detail::ArrowArray A = arrow_c::Array, detail::ArrowSchema S = arrow_c::Schema>
[[nodiscard]] ArrowHandle<A, S> pack_arrow_bools(const Tensor<const bool>& values) {
  detail::check_exportable("pack_arrow_bools", values.layout());
  return detail::copy_to_arrow<A, S>(values, nullptr);
}
template <detail::ArrowArray A = arrow_c::Array, detail::ArrowSchema S = arrow_c::Schema>
[[nodiscard]] ArrowHandle<A, S> pack_arrow_bools(const Tensor<const bool>& values,
                                                 const Tensor<const bool>& valid) {
  detail::check_exportable("pack_arrow_bools", values.layout());
  detail::check_validity("pack_arrow_bools", values.shape(), valid.shape());
  const detail::PackedBits bits = detail::pack_bits(valid);
  return detail::copy_to_arrow<A, S>(values, &bits);
}

// Imports Arrow arrays whose element type is only known at run time. The result type is a template
// parameter, so that only a program that calls one of these functions compiles the variant.

/// A tensor of whichever element type the array has. It is on the array's values, except that bools
/// are copied.
using ArrowTensor =
    std::variant<Tensor<const bool>, Tensor<const std::int8_t>, Tensor<const std::int16_t>,
                 Tensor<const std::int32_t>, Tensor<const std::int64_t>, Tensor<const std::uint8_t>,
                 Tensor<const std::uint16_t>, Tensor<const std::uint32_t>,
                 Tensor<const std::uint64_t>, Tensor<const float16>, Tensor<const float>,
                 Tensor<const double>>;

namespace bases {

/// The `values` of an array that has nulls, and a mask that says which are `valid`. The other
/// values are unspecified.
template <class Values>
struct MaskedValues {
  Values values;
  Tensor<const bool> valid;
};

}  // namespace bases

/// The values of an array whose element type is only known at run time, and their mask.
using ArrowAnyMasked = bases::MaskedValues<ArrowTensor>;

namespace detail {

/// Imports an array. Nulls are refused if `valid` is null.
template <class T, class A, class S>
Tensor<const T> import_arrow(const char* call, A* array, S* schema, Tensor<const bool>* valid) {
  check_arrow(call, array, schema, dtype_of<T>());
  if (valid == nullptr) {
    refuse_nulls(call, *array);
  } else {
    *valid = arrow_validity(call, *array);
  }
  if constexpr (Boolean<T>) {
    return copy_arrow_bools(call, array, schema);
  } else {
    return take_arrow<T>(call, array, schema);
  }
}

/// Imports into the alternative of the variant that has the format.
template <class A, class S, class... T>
void import_arrow_any(const char* call, A* array, S* schema, Tensor<const bool>* valid,
                      std::variant<Tensor<const T>...>& result) {
  if (array == nullptr || schema == nullptr) [[unlikely]]
    throw_value_error(call, ": got a null pointer");
  const char* const format =
      schema->release == nullptr || schema->format == nullptr ? "" : schema->format;
  const auto import_as = [&]<class U>(const Tensor<const U>* /*type*/) {
    if (std::strcmp(format, arrow_format_of<U>) != 0) return false;
    result = import_arrow<U>(call, array, schema, valid);
    return true;
  };
  if ((import_as(static_cast<const Tensor<const T>*>(nullptr)) || ...)) return;
  if (array->release == nullptr || schema->release == nullptr) [[unlikely]]
    throw_value_error(call, ": the array was released, or taken by another");
  throw_value_error(call, ": has the format '", format, "', which no tensor can hold");
}

}  // namespace detail

/// Returns the values of an array whose element type is only known at run time, as from_arrow does,
/// or unpack_arrow_bools for bools:
///   std::visit([](const auto& t) { std::cout << t; }, from_arrow_any(&array, &schema));
/// Throws ValueError as they do, and for a format that no tensor can hold, such as text. Nothing
/// was taken over then.
template <detail::ArrowArray A, detail::ArrowSchema S,
          std::same_as<ArrowTensor> Result = ArrowTensor>
[[nodiscard]] Result from_arrow_any(A* array, S* schema) {
  Result values;
  detail::import_arrow_any("from_arrow_any", array, schema, nullptr, values);
  return values;
}

/// Returns the values of an array with nulls, and the mask of those that are not null, as
/// from_arrow_masked does. Throws ValueError as from_arrow_any does, except for nulls.
template <detail::ArrowArray A, detail::ArrowSchema S,
          std::same_as<ArrowAnyMasked> Result = ArrowAnyMasked>
[[nodiscard]] Result from_arrow_any_masked(A* array, S* schema) {
  Result result;
  detail::import_arrow_any("from_arrow_any_masked", array, schema, &result.valid, result.values);
  return result;
}

NDX_NAMESPACE_END
