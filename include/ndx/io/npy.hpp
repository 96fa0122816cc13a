// NumPy's .npy files: read, mapped and written.
//
// The header is npy_header.hpp's affair, the bytes are file.hpp's; here they become tensors. Every
// error of a file is a ValueError that names the call, the file and the fault; nothing is allocated
// for elements that the file does not have.
#pragma once

#include <algorithm>

#include <ndx/io/file.hpp>
#include <ndx/io/npy_header.hpp>
#include <ndx/tensor/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// ValueError unless the file holds elements of type T, in either byte order.
template <class T>
void check_npy_type(const InputFile& file, const NpyHeader& header) {
  if (header.type.same_elements(npy_type<T>())) return;
  throw_value_error(file.where(), ": holds ", npy_type_name(header.type), ", but ",
                    npy_type_name(npy_type<T>()), " was asked for");
}

/// The shape whose row-major order is the order of the elements in the file: for Fortran's, the
/// dims backwards.
inline Dims stored_shape(const NpyHeader& header) {
  Dims shape = header.shape;
  if (header.fortran_order) std::reverse(shape.begin(), shape.end());
  return shape;
}

/// A tensor of stored_shape() with the dims as the file means them: a view.
template <class T>
Tensor<T> as_meant(const Tensor<T>& stored, const NpyHeader& header) {
  return header.fortran_order ? stored.transpose() : stored;
}

/// Turns the bytes of each number round; both parts of a complex one on their own.
template <class T>
void swap_byte_order(std::byte* data, index_t count) {
  constexpr std::size_t parts = Complex<T> ? 2 : 1;
  constexpr std::size_t width = sizeof(T) / parts;
  for (index_t i = 0; i < count * static_cast<index_t>(parts); ++i, data += width)
    std::reverse(data, data + width);
}

/// A bool must be 0 or 1 before it may be read as one.
inline void make_booleans(std::byte* data, index_t count) noexcept {
  for (index_t i = 0; i < count; ++i) data[i] = std::byte{data[i] != std::byte{0}};
}
/// Read, not mapped: who shortens a mapped file ends the program that looks at it.
inline bool are_booleans(const InputFile& file, const NpyHeader& header) {
  std::array<std::byte, 1 << 14> part;
  for (index_t at = header.data_offset; at < file.size();) {
    const index_t count = std::min(file.size() - at, static_cast<index_t>(part.size()));
    file.read(part.data(), count, at);
    const bool good = std::all_of(part.data(), part.data() + count,
                                  [](std::byte b) { return b <= std::byte{1}; });
    if (!good) return false;
    at += count;
  }
  return true;
}

/// The elements in memory of their own.
template <Element T>
Tensor<T> read_npy_elements(const InputFile& file, const NpyHeader& header) {
  const Tensor<T> stored = make_uninitialized<T>(file.where().c_str(), stored_shape(header));
  std::byte* const data = stored.storage().data();
  const index_t count = stored.numel();
  file.read(data, count * static_cast<index_t>(sizeof(T)), header.data_offset);
  if (header.type.swapped) swap_byte_order<T>(data, count);
  if constexpr (Boolean<T>) make_booleans(data, count);
  return as_meant(stored, header);
}

/// Calls use(tensor) with the elements if they are of one of the types; false if of none.
template <class... T, class Use>
bool read_npy_if(const InputFile& file, const NpyHeader& header, Use&& use) {
  const auto read_as = [&]<class U>(U* /*type*/) {
    const bool is_type = header.type.same_elements(npy_type<U>());
    if (is_type) use(read_npy_elements<U>(file, header));
    return is_type;
  };
  return (read_as(static_cast<T*>(nullptr)) || ...);
}

/// The elements in row-major order, gathered in memory part by part.
template <class T>
void write_elements(ReplacementFile& file, const Tensor<T>& tensor) {
  constexpr index_t kPart = 1 << 16;
  const Tensor<std::remove_const_t<T>> part =
      make_uninitialized<std::remove_const_t<T>>("save_npy", Dims{std::min(tensor.numel(), kPart)});
  index_t filled = 0;
  const auto flush = [&] {
    file.write(part.data(), filled * static_cast<index_t>(sizeof(T)));
    filled = 0;
  };
  for (const T& element : tensor) {
    part.data()[filled++] = element;
    if (filled == kPart) flush();
  }
  flush();
}

}  // namespace detail

/// Reads an .npy file (format 1 to 3, either byte order, rank 0 to 64) whose elements are of type T
/// exactly; a struct T reads NumPy's void ('|V<sizeof T>'), and a bool is any byte but 0. In C
/// order the result is row-major; in Fortran order it is a view with the strides of that order.
/// ValueError, naming the file and the fault: it cannot be read, is malformed, does not have as
/// many elements as it says, or holds another type (convert with load_npy<U>(path).to<T>()).
/// std::bad_alloc when there is no memory for the elements.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy(const std::string& path) {
  const detail::InputFile file("load_npy", path);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_type<T>(file, header);
  return detail::read_npy_elements<T>(file, header);
}

/// As load_npy, but the elements stay in the file and are read as they are touched; the mapping
/// lives as long as any view of it. Saving over the file with save_npy leaves the mapping as it
/// was; who shortens the file in place ends the program that reads on. ValueError as load_npy, and
/// for a file in the other byte order or with bools that are neither 0 nor 1: load_npy converts
/// them. std::bad_alloc for a file that is larger than what can be addressed. Elements that the
/// file does not align are read into memory.
template <Element T>
[[nodiscard]] Tensor<const T> map_npy(const std::string& path) {
  using Plain = std::remove_const_t<T>;
  const detail::InputFile file("map_npy", path);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_type<Plain>(file, header);
  if (header.type.swapped) {
    throw_value_error(file.where(), ": holds ", detail::npy_type_name(header.type),
                      ", whose byte order is not this machine's; load_npy converts it");
  }
  if (is_empty(header.shape) || header.data_offset % static_cast<index_t>(alignof(T)) != 0)
    return detail::read_npy_elements<Plain>(file, header);
  if (Boolean<T> && !detail::are_booleans(file, header))
    throw_value_error(file.where(),
                      ": holds bools that are neither 0 nor 1; load_npy converts them");
  detail::Mapping mapping = file.map();
  const auto* const data = reinterpret_cast<const T*>(mapping.data() + header.data_offset);
  const Dims shape = detail::stored_shape(header);
  const Tensor<const T> stored =
      adopt(data, shape, contiguous_strides(shape),
            [held = std::move(mapping)]() mutable noexcept { held.unmap(); });
  return detail::as_meant(stored, header);
}

/// Writes any tensor as an .npy file of format 1.0, in C order, byte for byte as numpy.save does
/// from a C-contiguous array; structs as void. The name is taken as it is, without adding ".npy".
/// A file of that name is replaced only once the new one is complete on the disk: whatever goes
/// wrong, either the old file or the new one is there, whole. A tensor that map_npy made of the
/// very file keeps its elements. ValueError, naming the file, when it cannot be written.
template <class T>
void save_npy(const std::string& path, const Tensor<T>& tensor) {
  using Plain = std::remove_const_t<T>;
  detail::ReplacementFile file("save_npy", path);
  const index_t bytes = checked_bytes(file.where().c_str(), tensor.numel(), sizeof(T));
  const std::string preamble = detail::npy_preamble(detail::npy_type<Plain>(), tensor.shape());
  file.write(preamble.data(), static_cast<index_t>(preamble.size()));
  if (tensor.is_contiguous()) {
    file.write(tensor.data(), bytes);
  } else {
    detail::write_elements(file, tensor);
  }
  file.commit();
}

NDX_NAMESPACE_END
