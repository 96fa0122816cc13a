// Reads, maps and writes .safetensors files, in which models are published. Needs nlohmann-json.
//
// A file has 8 bytes with the length of a JSON header, the header, and the elements: row-major,
// little-endian, without gaps. safetensors_header.hpp reads and writes the header. Every error is a
// ValueError with the call, the file and the fault. Source:
// https://github.com/huggingface/safetensors.
#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include <ndx/io/archive/safetensors_header.hpp>
#include <ndx/io/interface.hpp>
#include <ndx/io/npy/npy_file.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes a tensor whose element type is only known to the derived class.
class SafetensorsContent : public Interface {
 public:
  virtual void write(ReplacementFile& file) const = 0;
};

template <class T>
class TensorContent final : public SafetensorsContent {
 public:
  explicit TensorContent(const Tensor<const T>& tensor) : tensor_(tensor) {}
  void write(ReplacementFile& file) const override {
    if constexpr (std::endian::native == std::endian::little) {
      write_elements(file, tensor_);
    } else {
      const Tensor<T> swapped = tensor_.clone();
      swap_byte_order<T>(swapped.storage().data(), swapped.numel());
      file.write(swapped.data(), swapped.numel() * static_cast<index_t>(sizeof(T)));
    }
  }

 private:
  Tensor<const T> tensor_;
};

}  // namespace detail

/// A name and a tensor, for save_safetensors.
class SafetensorsArray {
 public:
  template <SafetensorsElement T>
  SafetensorsArray(std::string name, const Tensor<T>& tensor)
      : entry_{std::move(name), detail::safetensors_name_of<T>(), tensor.shape(), 0,
               checked_bytes("save_safetensors", tensor.numel(), sizeof(T))},
        element_bytes_(static_cast<index_t>(sizeof(T))),
        content_(std::make_shared<detail::TensorContent<std::remove_const_t<T>>>(tensor)) {}

  /// The name in the file.
  [[nodiscard]] const std::string& name() const noexcept { return entry_.name; }

 private:
  friend void save_safetensors(const std::string& path, std::span<const SafetensorsArray> arrays,
                               const std::map<std::string, std::string>& metadata);

  detail::SafetensorsEntry entry_;
  index_t element_bytes_;
  std::shared_ptr<const detail::SafetensorsContent> content_;
};

/// A .safetensors file, open for reading. The constructor reads and checks only the header:
///   const SafetensorsFile file("model.safetensors");
///   auto w = file.map<bfloat16>("layers.0.weight");
/// Several threads may use one SafetensorsFile at the same time.
class SafetensorsFile {
 public:
  /// Throws ValueError if the file cannot be read or its header is malformed: if it is not JSON of
  /// the expected form, if a size or an offset does not fit the elements, or if there are gaps or
  /// overlaps.
  explicit SafetensorsFile(const std::string& path)
      : file_("SafetensorsFile", path),
        header_(detail::read_safetensors_header(file_)),
        mapping_(std::make_shared<detail::Mapping>(file_.map())) {}

  /// Returns the names of the tensors, in the order in which they are stored.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const detail::SafetensorsEntry& entry : header_.entries) all.push_back(entry.name);
    return all;
  }
  /// Returns whether there is a tensor of that name.
  [[nodiscard]] bool contains(std::string_view name) const noexcept {
    return header_.find(name) != nullptr;
  }
  /// Returns the metadata of the file: what the writer noted, by name.
  [[nodiscard]] const std::map<std::string, std::string>& metadata() const noexcept {
    return header_.metadata;
  }
  /// Returns the element type of a tensor: opaque for types of 8 bits other than integers and bool,
  /// and for types that no tensor of ndx can hold. Throws ValueError if there is no tensor of that
  /// name.
  [[nodiscard]] DType dtype(const std::string& name) const {
    return detail::safetensors_dtype(entry(name).dtype);
  }
  /// Returns the element type as the file spells it: "F32", "F8_E4M3", "F4". Throws ValueError if
  /// there is no tensor of that name.
  [[nodiscard]] const std::string& type(const std::string& name) const { return entry(name).dtype; }
  [[nodiscard]] Dims shape(const std::string& name) const { return entry(name).shape; }

  /// Returns a view of a tensor in the file: the system loads the elements that are read. The
  /// mapping lives as long as any view of it, and map_npy describes its hazards. Elements that
  /// cannot be used in place are read into memory instead: misaligned ones, bools, which the file
  /// may store as other bytes, and all elements on a big-endian machine. Throws ValueError if there
  /// is no tensor of that name or it has another element type.
  template <SafetensorsElement T>
  [[nodiscard]] Tensor<const T> map(const std::string& name) const {
    using Plain = std::remove_const_t<T>;
    const detail::SafetensorsEntry& found = entry_of<Plain>(name);
    const bool usable = std::endian::native == std::endian::little &&
                        reinterpret_cast<std::uintptr_t>(data_of(found)) % alignof(Plain) == 0;
    if (!usable || Boolean<Plain>) return read<Plain>(found);
    return view<Plain>(found, found.shape);
  }

  /// Returns a view of the bytes of a tensor of any element type, in one dim, mapped as map does
  /// it:
  ///   file.type("w") == "F8_E8M0", file.bytes("w").reshape(file.shape("w"))
  /// Throws ValueError if there is no tensor of that name.
  [[nodiscard]] Tensor<const std::uint8_t> bytes(const std::string& name) const {
    const detail::SafetensorsEntry& found = entry(name);
    return view<std::uint8_t>(found, Dims{found.bytes});
  }

  /// Reads a tensor into memory. Throws ValueError as map does.
  template <SafetensorsElement T>
    requires(!std::is_const_v<T>)
  [[nodiscard]] Tensor<T> load(const std::string& name) const {
    return read<T>(entry_of<T>(name));
  }

 private:
  [[nodiscard]] const detail::SafetensorsEntry& entry(const std::string& name) const {
    const detail::SafetensorsEntry* const found = header_.find(name);
    if (found == nullptr) {
      const std::vector<std::string> all = names();
      throw_value_error(file_.where(), ": has no tensor ", detail::quoted(name), "; it has ",
                        detail::quoted_list(all.size(), [&](std::size_t i) { return all[i]; }));
    }
    return *found;
  }

  template <class T>
  [[nodiscard]] const detail::SafetensorsEntry& entry_of(const std::string& name) const {
    const detail::SafetensorsEntry& found = entry(name);
    const char* const wanted = detail::safetensors_name_of<T>();
    if (found.dtype != wanted) {
      throw_value_error(file_.where(), ": ", detail::quoted(name), " holds ",
                        detail::quoted(found.dtype), ", but '", wanted, "' was asked for");
    }
    return found;
  }

  /// Returns the address of the bytes of a tensor.
  [[nodiscard]] const std::byte* data_of(const detail::SafetensorsEntry& found) const noexcept {
    return mapping_->data() + header_.data_offset + found.begin;
  }

  template <class T>
  [[nodiscard]] Tensor<const T> view(const detail::SafetensorsEntry& found,
                                     const Dims& shape) const {
    if (found.bytes == 0) return detail::make_uninitialized<T>(file_.where().c_str(), shape);
    return adopt(reinterpret_cast<const T*>(data_of(found)), shape, contiguous_strides(shape),
                 [keep = mapping_]() mutable { keep.reset(); });
  }

  template <class T>
  [[nodiscard]] Tensor<T> read(const detail::SafetensorsEntry& found) const {
    const Tensor<T> tensor = detail::make_uninitialized<T>(file_.where().c_str(), found.shape);
    std::byte* const data = tensor.storage().data();
    file_.read(data, found.bytes, header_.data_offset + found.begin);
    if (std::endian::native != std::endian::little)
      detail::swap_byte_order<T>(data, tensor.numel());
    if constexpr (Boolean<T>) detail::normalize_bools(data, tensor.numel());
    return tensor;
  }

  detail::InputFile file_;
  detail::SafetensorsHeader header_;
  std::shared_ptr<const detail::Mapping> mapping_;
};

/// Writes tensors to a .safetensors file, aligned for map, with metadata of the writer:
///   save_safetensors("model.safetensors", {{"w", w}, {"b", b}}, {{"format", "pt"}});
/// An existing file of that name is replaced only when the new one is complete, as by save_npy.
/// Throws ValueError for two tensors of the same name, for names or metadata that are not UTF-8,
/// and if the file cannot be written.
inline void save_safetensors(const std::string& path, std::span<const SafetensorsArray> arrays,
                             const std::map<std::string, std::string>& metadata = {}) {
  detail::ReplacementFile file("save_safetensors", path);
  std::vector<const SafetensorsArray*> order;
  for (const SafetensorsArray& array : arrays) order.push_back(&array);
  // Large elements are stored first: all tensors are then aligned without gaps, because each begins
  // at a multiple of its element size.
  std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->element_bytes_ != b->element_bytes_ ? a->element_bytes_ > b->element_bytes_ : a < b;
  });
  detail::SafetensorsHeader header;
  header.metadata = metadata;
  index_t end = 0;
  for (const SafetensorsArray* const array : order) {
    header.entries.push_back(array->entry_);
    header.entries.back().begin = end;
    end = checked_add(file.where().c_str(), end, array->entry_.bytes);
  }
  const std::string start = detail::safetensors_preamble(file.where(), header);
  const auto start_bytes = static_cast<index_t>(start.size());
  file.reserve(checked_add(file.where().c_str(), start_bytes, end));
  file.write(start.data(), start_bytes);
  for (const SafetensorsArray* const array : order) array->content_->write(file);
  file.commit();
}
inline void save_safetensors(const std::string& path,
                             std::initializer_list<SafetensorsArray> arrays,
                             const std::map<std::string, std::string>& metadata = {}) {
  save_safetensors(path, std::span<const SafetensorsArray>(arrays.begin(), arrays.size()),
                   metadata);
}

NDX_NAMESPACE_END
