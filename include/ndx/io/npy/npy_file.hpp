// Reads, maps and writes NumPy's .npy files.
//
// npy_header.hpp parses the header, file.hpp transfers the bytes; this file turns them into
// tensors. Every file error is a ValueError with the call, the file and the fault; only missing
// memory is a std::bad_alloc. No memory is allocated for elements that the file does not contain,
// because the size of the file is compared with the header first.
#pragma once

#include <ndx/io/npy/npy_header.hpp>
#include <ndx/io/replacement_file.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Throws ValueError unless the file has elements of type T, in either byte order.
template <class T, class Source>
void check_npy_type(const Source& file, const NpyHeader& header) {
  if (header.type.same_elements(npy_type<T>())) return;
  throw_value_error(file.where(), ": holds ", npy_type_name(header.type), ", but ",
                    npy_type_name(npy_type<T>()), " was asked for");
}

/// Returns the shape in which the file's elements are row-major: for Fortran order, the dims
/// reversed.
inline Dims stored_shape(const NpyHeader& header) {
  Dims shape = header.shape;
  for (std::size_t d = 0; header.fortran_order && d < shape.size(); ++d)
    shape[d] = header.shape[shape.size() - 1 - d];
  return shape;
}

/// Given a tensor of stored_shape(), returns a view with the dims in the order that the file
/// declares.
template <class T>
Tensor<T> declared_view(const Tensor<T>& stored, const NpyHeader& header) {
  return header.fortran_order ? stored.transpose() : stored;
}

/// Reverses the byte order of each number; of a complex number, that of each component.
template <class T>
void swap_byte_order(std::byte* data, index_t count) {
  constexpr std::size_t parts = Complex<T> ? 2 : 1;
  constexpr std::size_t width = sizeof(T) / parts;
  for (index_t i = 0; i < count * static_cast<index_t>(parts); ++i, data += width)
    for (std::size_t byte = 0; byte < width / 2; ++byte)
      std::swap(data[byte], data[width - 1 - byte]);
}

/// Sets each nonzero byte to 1: a bool must be 0 or 1.
inline void normalize_bools(std::byte* data, index_t count) noexcept {
  for (index_t i = 0; i < count; ++i) data[i] = std::byte{static_cast<unsigned char>(data[i]) != 0};
}
/// Returns whether all bytes are 0 or 1. The file is read, not mapped: if another process truncated
/// a mapped file, reading the mapping would kill this process.
inline bool all_bytes_are_bool(const InputFile& file, const NpyHeader& header) {
  std::byte part[1 << 14];
  const index_t end = header.data_offset + header.data_bytes;
  for (index_t at = header.data_offset; at < end;) {
    const index_t left = end - at;
    const index_t count = left < index_t{sizeof part} ? left : index_t{sizeof part};
    file.read(part, count, at);
    unsigned bits = 0;
    for (index_t i = 0; i < count; ++i) bits |= static_cast<unsigned>(part[i]);
    if (bits > 1) return false;
    at += count;
  }
  return true;
}

/// Reads the elements into newly allocated memory. The caller has checked that the file contains
/// them.
template <Element T, class Source>
Tensor<T> read_npy_elements(Source& file, const NpyHeader& header) {
  const Tensor<T> stored = make_uninitialized<T>(file.where().c_str(), stored_shape(header));
  std::byte* const data = stored.storage().data();
  const index_t count = stored.numel();
  file.read(data, count * static_cast<index_t>(sizeof(T)), header.data_offset);
  if (is_swapped<T>(header.type)) swap_byte_order<T>(data, count);
  if constexpr (Boolean<T>) normalize_bools(data, count);
  return declared_view(stored, header);
}

/// Calls use(tensor) with the elements if their type is one of T…; returns false otherwise.
template <class... T, class Source, class Use>
bool read_npy_if(Source& file, const NpyHeader& header, Use&& use) {
  const auto read_as = [&]<class U>(U* /*type*/) {
    const bool is_type = header.type.same_elements(npy_type<U>());
    if (is_type) use(read_npy_elements<U>(file, header));
    return is_type;
  };
  return (read_as(static_cast<T*>(nullptr)) || ...);
}

/// Returns whether the elements of the file can be used in place as elements of type T: there are
/// some, they are aligned and in this machine's byte order, and bools are 0 or 1.
template <class T>
bool is_mappable(const InputFile& file, const NpyHeader& header) {
  return !is_empty(header.shape) && header.data_offset % static_cast<index_t>(alignof(T)) == 0 &&
         !is_swapped<T>(header.type) && (!Boolean<T> || all_bytes_are_bool(file, header));
}

/// Throws ValueError unless the file's elements are of type T as this machine stores it.
template <class T>
void check_npy_mapping(const InputFile& file, const NpyHeader& header) {
  check_npy_type<T>(file, header);
  if (is_swapped<T>(header.type)) {
    throw_value_error(file.where(), ": holds ", npy_type_name(header.type),
                      ", whose byte order is not this machine's; load_npy converts it");
  }
  const bool aligned = header.data_offset % static_cast<index_t>(alignof(T)) == 0;
  if (Boolean<T> && aligned && !all_bytes_are_bool(file, header))
    throw_value_error(file.where(),
                      ": holds bools that are neither 0 nor 1; load_npy converts them");
}

/// Maps the elements, of which there is at least one and which are aligned.
template <Element T>
Tensor<T> map_npy_elements(const InputFile& file, const NpyHeader& header) {
  Mapping mapping = file.map(header.data_offset + header.data_bytes);
  auto* const data = reinterpret_cast<T*>(mapping.writable_data() + header.data_offset);
  const Dims shape = stored_shape(header);
  const Tensor<T> stored = adopt(data, shape, contiguous_strides(shape), Unmap{std::move(mapping)});
  return declared_view(stored, header);
}

/// Writes the elements in row-major order. Elements that are not contiguous are collected in a
/// buffer of fixed size.
template <class File, class T>
void write_elements(File& file, const Tensor<T>& tensor) {
  if (tensor.is_contiguous()) {
    file.write(tensor.data(), tensor.numel() * static_cast<index_t>(sizeof(T)));
    return;
  }
  constexpr index_t kPart = 1 << 16;
  const Tensor<std::remove_const_t<T>> part = make_uninitialized<std::remove_const_t<T>>(
      "save_npy", Dims{tensor.numel() < kPart ? tensor.numel() : kPart});
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

/// Writes the bytes before the elements, after reserving disk space for the whole file. Returns the
/// number of bytes of the elements.
template <class File, class T>
index_t write_npy_preamble(File& file, const Tensor<T>& tensor) {
  const index_t bytes = checked_bytes(file.where().c_str(), tensor.numel(), sizeof(T));
  const std::string preamble = npy_preamble(npy_type<std::remove_const_t<T>>(), tensor.shape());
  const auto preamble_bytes = static_cast<index_t>(preamble.size());
  file.reserve(checked_add(file.where().c_str(), preamble_bytes, bytes));
  file.write(preamble.data(), preamble_bytes);
  return bytes;
}

template <class T>
void write_npy(ReplacementFile& file, const Tensor<T>& tensor) {
  write_npy_preamble(file, tensor);
  write_elements(file, tensor);
}

}  // namespace detail

/// Reads an .npy file (format 1 to 3, either byte order, rank 0 to 64). The element type must be
/// exactly T; a struct T reads NumPy's void ('|V<sizeof T>'), bfloat16 reads void of two bytes, and
/// for a bool any nonzero byte is true. A file in C order gives a row-major tensor, one in Fortran
/// order a view with column-major strides. Throws ValueError, with the file name and the fault, if
/// the file cannot be read, is malformed, does not have the declared number of elements, or has
/// another type (convert with load_npy<U>(path).to<T>()). Throws std::bad_alloc if there is not
/// enough memory for the elements.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy(const std::string& path) {
  const detail::InputFile file("load_npy", path);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_type<T>(file, header);
  return detail::read_npy_elements<T>(file, header);
}

/// Maps an .npy file: the elements stay in it, and the system loads them on first access. The
/// mapping lives as long as any view of it. Overwriting the file with save_npy does not affect the
/// mapping; if another program truncates the file in place, reading the missing part kills the
/// process. Elements that cannot be used in place are read into memory and converted instead, as
/// load_npy does: those in the other byte order, those that are not aligned, and bools that are
/// neither 0 nor 1. Throws ValueError as load_npy does, and std::bad_alloc for a file larger than
/// the address space.
template <Element T>
[[nodiscard]] Tensor<const T> map_npy(const std::string& path) {
  using Plain = std::remove_const_t<T>;
  const detail::InputFile file("map_npy", path);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_type<Plain>(file, header);
  if (!detail::is_mappable<Plain>(file, header))
    return detail::read_npy_elements<Plain>(file, header);
  return detail::map_npy_elements<const Plain>(file, header);
}

/// Writes any tensor as an .npy file of format 1.0, in C order, byte for byte what numpy.save
/// writes for a C-contiguous array; structs are written as void. The name is used as it is, without
/// adding ".npy". An existing file is replaced only after the new one is completely on the disk:
/// whatever goes wrong, either the old file or the new one is there in full. A tensor that map_npy
/// made from the old file keeps its elements. Throws ValueError, with the file name, if the file
/// cannot be written; on Linux, a file that does not fit on the disk is refused before anything is
/// written.
template <class T>
void save_npy(const std::string& path, const Tensor<T>& tensor) {
  detail::ReplacementFile file("save_npy", path);
  detail::write_npy(file, tensor);
  file.commit();
}

#define NDX_ENTRY(suffix, T)                                                                      \
  NDX_COMPILE_TEXT(load_npy_##suffix, Tensor<T>, load_npy, (const std::string& path), (path), T)  \
  NDX_COMPILE_TEXT(map_npy_##suffix, Tensor<const T>, map_npy, (const std::string& path), (path), \
                   T)                                                                             \
  NDX_COMPILE_TEXT(save_npy_##suffix, void, save_npy,                                             \
                   (const std::string& path, const Tensor<T>& tensor), (path, tensor), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

NDX_NAMESPACE_END
