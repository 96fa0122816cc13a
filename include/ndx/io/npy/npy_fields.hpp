// Reads single fields of .npy files of structs, NumPy's structured dtypes, as tensors: mapped in
// place, or copied.
//
// npy_fields_header.hpp finds the offsets of the fields within a struct. A mapped field is a view
// whose stride is the size of a struct, in elements.
#pragma once

#include <concepts>
#include <cstring>

#include <ndx/io/npy/npy_bytes.hpp>
#include <ndx/io/npy/npy_fields_header.hpp>

NDX_NAMESPACE_BEGIN

/// A field of the structs in an .npy file; see npy_fields.
struct NpyField {
  std::string name;             // "p.x" for a field of structs within structs
  DType dtype = DType::opaque;  // opaque for bytes, and for types that no tensor can hold
  std::string type;             // as the file spells it: "<f4", "<U5"
  Dims shape;                   // {} unless the field has several elements
  index_t offset_bytes = 0;     // within the struct
};

namespace detail {

/// Returns the DType of a type; opaque for void.
inline DType npy_dtype(const NpyType& type) {
  int dtype = 0;
  while (dtype < static_cast<int>(DType::opaque) &&
         npy_plain_name(type) != dtype_name(static_cast<DType>(dtype)))
    ++dtype;
  return static_cast<DType>(dtype);
}

template <class Source>
const NpyFieldEntry& find_npy_field(const Source& file, const NpyStructs& structs,
                                    const std::string& name) {
  if (const NpyFieldEntry* const field = structs.find(name)) return *field;
  throw_value_error(
      file.where(), ": has no field ", detail::quoted(name), "; it has ",
      quoted_list(structs.fields.size(), [&](std::size_t i) { return structs.fields[i].name; }));
}

/// Throws ValueError unless the field holds elements of type T, in either byte order.
template <class T, class Source>
void check_npy_field(const Source& file, const NpyFieldEntry& field) {
  if (field.type.bytes != 0 && field.type.same_elements(npy_type<T>())) return;
  throw_value_error(file.where(), ": the field ", detail::quoted(field.name), " holds ",
                    field.type.bytes != 0 ? npy_type_name(field.type) : detail::quoted(field.descr),
                    ", but ", npy_type_name(npy_type<T>()), " was asked for");
}

/// Returns the shape of the structs, followed by that of the field.
inline Dims npy_field_shape(const Dims& structs, const NpyFieldEntry& field) {
  Dims shape = structs;
  for (const index_t size : field.shape) shape.push_back(size);
  return shape;
}

/// The offsets in a struct of a field's elements, in row-major order. Adjacent elements form one
/// run of bytes.
struct NpyFieldRuns {
  std::vector<index_t> offsets;
  index_t bytes = 0;
};

inline NpyFieldRuns npy_field_runs(const NpyFieldEntry& field) {
  NpyFieldRuns runs{{field.offset}, field.type.bytes};
  std::size_t outer = field.shape.size();  // number of dims outside a run
  while (outer > 0 && field.strides_bytes[outer - 1] == runs.bytes)
    runs.bytes *= field.shape[--outer];
  for (std::size_t d = 0; d < outer; ++d) {
    std::vector<index_t> finer;
    for (const index_t offset : runs.offsets)
      for (index_t k = 0; k < field.shape[d]; ++k)
        finer.push_back(offset + k * field.strides_bytes[d]);
    runs.offsets = std::move(finer);
  }
  return runs;
}

/// Copies the elements of a field of all structs. The file is read a block at a time.
template <class Source>
void copy_npy_field(const Source& file, const NpyHeader& header, const NpyFieldEntry& field,
                    std::byte* to) {
  constexpr index_t kBlockBytes = index_t{1} << 20;
  const index_t bytes = header.type.bytes;
  const NpyFieldRuns runs = npy_field_runs(field);
  const index_t per_block = std::max<index_t>(kBlockBytes / bytes, 1);
  const index_t count = numel(header.shape);
  const auto block =
      make_uninitialized<std::byte>(file.where().c_str(), Dims{std::min(count, per_block) * bytes});
  for (index_t first = 0; first < count; first += per_block) {
    const index_t structs = std::min(per_block, count - first);
    file.read(block.data(), structs * bytes, header.data_offset + first * bytes);
    const std::byte* const end = block.data() + structs * bytes;
    for (const std::byte* from = block.data(); from != end; from += bytes) {
      for (const index_t offset : runs.offsets) {
        std::memcpy(to, from + offset, static_cast<std::size_t>(runs.bytes));
        to += runs.bytes;
      }
    }
  }
}

/// Returns a field with its dims as the file declares them: if the structs are in Fortran order,
/// their dims are reversed. The dims of the field follow them unchanged.
template <class T>
Tensor<T> declared_field(const Tensor<T>& stored, const NpyHeader& header) {
  if (!header.fortran_order) return stored;
  Dims order;
  for (std::size_t d = header.shape.size(); d-- > 0;) order.push_back(static_cast<index_t>(d));
  for (std::size_t d = header.shape.size(); d < stored.shape().size(); ++d)
    order.push_back(static_cast<index_t>(d));
  return stored.permute(order);
}

template <class T, class Source>
Tensor<T> read_npy_field(const Source& file, const NpyHeader& header, const NpyFieldEntry& field) {
  const Tensor<T> stored =
      make_uninitialized<T>(file.where().c_str(), npy_field_shape(stored_shape(header), field));
  std::byte* const data = stored.storage().data();
  if (stored.numel() > 0) copy_npy_field(file, header, field, data);
  if (is_swapped<T>(field.type)) swap_byte_order<T>(data, stored.numel());
  if constexpr (Boolean<T>) normalize_bools(data, stored.numel());
  return declared_field(stored, header);
}

template <class T, class Source>
Tensor<T> load_npy_field(const Source& file, const std::string& name) {
  const NpyStructs structs = read_npy_structs(file);
  const NpyFieldEntry& field = find_npy_field(file, structs, name);
  check_npy_field<T>(file, field);
  return read_npy_field<T>(file, structs.header, field);
}

template <class Field, class Source>
std::vector<Field> list_npy_fields(const Source& file) {
  std::vector<Field> all;
  for (const NpyFieldEntry& field : read_npy_structs(file).fields)
    all.push_back({field.name, npy_dtype(field.type), field.descr, field.shape, field.offset});
  return all;
}

/// Returns a distance in bytes as a stride in elements. Throws ValueError if it is not a multiple of
/// an element's size.
template <class T>
index_t npy_field_stride(const InputFile& file, const NpyFieldEntry& field, index_t bytes) {
  constexpr auto width = static_cast<index_t>(sizeof(T));
  if (bytes % width == 0) return bytes / width;
  throw_value_error(file.where(), ": the elements of ", detail::quoted(field.name), " are ", bytes,
                    " bytes apart, which is no multiple of their ", width,
                    "; load_npy_field copies them");
}

/// Returns the strides, in elements, of a field of structs that are stored row-major.
template <class T>
Dims npy_field_strides(const InputFile& file, const NpyHeader& header, const NpyFieldEntry& field) {
  const Dims structs = stored_shape(header);
  Dims strides = contiguous_strides(structs);
  for (std::size_t d = 0; d < structs.size(); ++d) {
    const index_t bytes = checked_mul(file.where().c_str(), strides[d], header.type.bytes);
    strides[d] = structs[d] > 1 ? npy_field_stride<T>(file, field, bytes) : 0;
  }
  for (std::size_t d = 0; d < field.shape.size(); ++d) {
    strides.push_back(field.shape[d] > 1 ? npy_field_stride<T>(file, field, field.strides_bytes[d])
                                         : 0);
  }
  return strides;
}

/// Maps a field that is not empty.
template <class T>
Tensor<const T> map_npy_field_elements(const InputFile& file, const NpyHeader& header,
                                       const NpyFieldEntry& field) {
  const index_t start = header.data_offset + field.offset;
  const Dims shape = npy_field_shape(stored_shape(header), field);
  checked_numel(file.where().c_str(), shape);
  const Dims strides = npy_field_strides<T>(file, header, field);
  if (start % static_cast<index_t>(alignof(T)) != 0) {
    throw_value_error(file.where(), ": the field ", detail::quoted(field.name), " begins at byte ",
                      start, ", which is not aligned to ", alignof(T),
                      "; load_npy_field copies it");
  }
  Mapping mapping = file.map(header.data_offset + header.data_bytes);
  const auto* const data = reinterpret_cast<const T*>(mapping.data() + start);
  return declared_field(adopt(data, shape, strides, Unmap{std::move(mapping)}), header);
}

}  // namespace detail

/// Returns the fields of the structs in an .npy file, in their order, without padding. A field that
/// is a struct is not listed itself; its fields are, as "p.x". Throws ValueError if the file cannot
/// be read, is malformed, or does not contain structs with named fields.
template <std::same_as<NpyField> Field = NpyField>
[[nodiscard]] std::vector<Field> npy_fields(const std::string& path) {
  return detail::list_npy_fields<Field>(detail::InputFile("npy_fields", path));
}
/// Returns the fields of a file with these bytes, which messages call "bytes". Throws ValueError as
/// npy_fields(path) does.
template <std::same_as<NpyField> Field = NpyField>
[[nodiscard]] std::vector<Field> npy_fields(std::span<const std::byte> bytes) {
  return detail::list_npy_fields<Field>(detail::BytesSource("npy_fields", bytes));
}

/// Reads one field of the structs in an .npy file into memory, as NumPy's a["x"] does:
///   load_npy_field<float>("points.npy", "x")
/// Shape: that of the structs, followed by that of the field. The result is stored row-major; if
/// the file is in Fortran order, the dims of the structs are column-major. Both byte orders are
/// read. Fields of structs within structs are named "p.x". A struct T reads bytes ('|V<sizeof T>').
/// The file is read 1 MB at a time. Throws ValueError, with the file and the field, if there is
/// none of that name or it has another type, and as npy_fields does.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy_field(const std::string& path, const std::string& name) {
  return detail::load_npy_field<T>(detail::InputFile("load_npy_field", path), name);
}
/// Reads a field of a file with these bytes, which messages call "bytes". Throws ValueError as
/// load_npy_field(path, name) does.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy_field(std::span<const std::byte> bytes, const std::string& name) {
  return detail::load_npy_field<T>(detail::BytesSource("load_npy_field", bytes), name);
}

/// Maps one field of the structs in an .npy file: returns a view of the file, which lives as long
/// as map_npy describes. The stride is the size of a struct, in elements. Throws ValueError as
/// load_npy_field does, and if no strides describe the elements: if the size of a struct is no
/// multiple of the element's, as for ('x', 'f4'), ('y', 'f8'), or if the elements are misaligned.
/// NumPy's align=True avoids both. Elements in the other byte order, and bools, which a file may
/// store as bytes other than 0 and 1, are read into memory and converted instead.
template <Element T>
[[nodiscard]] Tensor<const T> map_npy_field(const std::string& path, const std::string& name) {
  using Plain = std::remove_const_t<T>;
  const detail::InputFile file("map_npy_field", path);
  const detail::NpyStructs structs = detail::read_npy_structs(file);
  const detail::NpyFieldEntry& field = detail::find_npy_field(file, structs, name);
  detail::check_npy_field<Plain>(file, field);
  const bool empty = is_empty(structs.header.shape) || is_empty(field.shape);
  if (Boolean<Plain> || empty || detail::is_swapped<Plain>(field.type))
    return detail::read_npy_field<Plain>(file, structs.header, field);
  return detail::map_npy_field_elements<Plain>(file, structs.header, field);
}

NDX_NAMESPACE_END
