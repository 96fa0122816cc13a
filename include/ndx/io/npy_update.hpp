// Changes .npy files in place: maps them for writing, and appends to them.
//
// save_npy replaces a file as a whole and is what a program should use that can; these are for files
// that are too large to be written again.
#pragma once

#include <ndx/io/npy.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Appends to a file and then replaces its header. Unless commit() has succeeded, the file gets its
/// old header and size again.
class NpyAppend {
 public:
  NpyAppend(const InputFile& file, index_t bytes) : file_(file) {
    seek_to(file.where(), file.descriptor(), file.size());
    if (bytes > 0) reserve(bytes);
  }
  NpyAppend(const NpyAppend&) = delete;
  NpyAppend& operator=(const NpyAppend&) = delete;
  ~NpyAppend() {
    if (!committed_) cut_back();
  }

  void write(const void* from, index_t bytes) {
    write_all(file_.where(), file_.descriptor(), from, bytes);
  }

  /// Writes the text of the header, as long as the old one, where that begins. The elements are on
  /// the disk before it.
  void commit(const std::string& text, const std::string& old_text, index_t text_start) {
    flush();
    try {
      write_header(text, text_start);
      flush();
    } catch (...) {
      restore_header(old_text, text_start);
      throw;
    }
    committed_ = true;
  }

 private:
  /// As the destructor does not run for what the constructor throws.
  void reserve(index_t bytes) {
    try {
      reserve_room(file_.where(), file_.descriptor(), file_.size(), bytes);
    } catch (...) {
      cut_back();
      throw;
    }
  }
  /// The size came from the system as off_t, and fits it.
  void cut_back() const noexcept {
    static_cast<void>(::ftruncate(file_.descriptor(), static_cast<off_t>(file_.size())) == 0);
  }
  void write_header(const std::string& text, index_t text_start) {
    seek_to(file_.where(), file_.descriptor(), text_start);
    write(text.data(), static_cast<index_t>(text.size()));
  }
  /// Before the file is cut back: with more bytes than its header says it can still be read. The
  /// error that is being thrown says more than one of this would.
  void restore_header(const std::string& old_text, index_t text_start) noexcept {
    try {
      write_header(old_text, text_start);
    } catch (...) {  // NOLINT(bugprone-empty-catch)
    }
  }
  void flush() const {
    if (uninterrupted([&] { return ::fsync(file_.descriptor()); }) != 0)
      throw_file_error(file_.where(), "cannot be written", errno);
  }

  const InputFile& file_;
  bool committed_ = false;
};

/// The text of a file's header with another shape, as long as the old one. Throws ValueError if
/// there is no room for it.
inline std::string npy_header_text(const InputFile& file, const NpyHeader& header,
                                   index_t text_start, DimsView shape) {
  constexpr std::size_t kPreambleStart = 10;
  std::string text = npy_preamble(header.type, shape).substr(kPreambleStart);
  text.erase(text.find_last_not_of(" \n") + 1);
  const auto room = static_cast<std::size_t>(header.data_offset - text_start);
  if (text.size() >= room) {
    throw_value_error(file.where(), ": its header of ", room, " bytes has no room for shape ",
                      shape);
  }
  text.resize(room - 1, ' ');
  return text + '\n';
}

/// The shape after appending; ShapeError or ValueError if that is not possible.
inline Dims appended_shape(const InputFile& file, const NpyHeader& header, DimsView shape) {
  Dims result = header.shape;
  bool fits = !result.empty() && result.size() == shape.size();
  for (std::size_t d = 1; fits && d < shape.size(); ++d) fits = result[d] == shape[d];
  if (!fits) {
    throw_shape_error(file.where(), ": has shape ", header.shape, ", to which shape ", shape,
                      " cannot be appended");
  }
  if (header.fortran_order && result.size() > 1)
    throw_value_error(file.where(), ": is in Fortran order, to which nothing can be appended");
  result[0] = checked_add(file.where().c_str(), result[0], shape[0]);
  checked_numel(file.where().c_str(), result);
  return result;
}

}  // namespace detail

/// As map_npy, but what is written to the tensor is written to the file, by the system when it sees
/// fit; at the latest when no mapping is left. All mappings of the file see the change. Throws
/// ValueError as map_npy does, if the file may not be written, and if its elements are misaligned.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> map_npy_rw(const std::string& path) {
  const detail::InputFile file("map_npy_rw", path, O_RDWR);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_mapping<T>(file, header);
  if (is_empty(header.shape)) return detail::read_npy_elements<T>(file, header);
  if (header.data_offset % static_cast<index_t>(alignof(T)) != 0) {
    throw_value_error(file.where(), ": its elements begin at byte ", header.data_offset,
                      ", which is not aligned to ", alignof(T), "; save_npy aligns them");
  }
  return detail::map_npy_elements<T>(file, header);
}

/// Appends the elements of a tensor along dim 0: (3,4) to a file of shape (2,4) makes it (5,4).
/// Creates the file if there is none. Neither the old elements are read nor written, so that each
/// call takes as long as its tensor is large. The sizes of the other dims must be the same
/// (ShapeError); the file must have the same element type, this machine's byte order and, from rank
/// 2 on, C order (ValueError). A call that fails leaves the file as it was; a process that is killed
/// within it may leave a file of the old shape with more bytes after it, which NumPy ignores and
/// load_npy refuses. A call fails, too, if the disk does not confirm that it has the new contents; the
/// file is put back then as all programs see it, and what the disk has is for the disk to say.
template <class T>
void append_npy(const std::string& path, const Tensor<T>& tensor) {
  using Plain = std::remove_const_t<T>;
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return save_npy(path, tensor);
  const detail::InputFile file("append_npy", path, O_RDWR);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_type<Plain>(file, header);
  if (detail::is_swapped<Plain>(header.type)) {
    throw_value_error(file.where(), ": holds ", detail::npy_type_name(header.type),
                      ", whose byte order is not this machine's");
  }
  std::array<unsigned char, 8> start;
  file.read(start.data(), 8, 0);
  const index_t text_start = start[6] == 1 ? 10 : 12;  // by the version of the format
  const Dims shape = detail::appended_shape(file, header, tensor.shape());
  const std::string text = detail::npy_header_text(file, header, text_start, shape);
  std::string old_text(text.size(), '\0');
  file.read(old_text.data(), static_cast<index_t>(text.size()), text_start);
  detail::NpyAppend append(file, checked_bytes(file.where().c_str(), tensor.numel(), sizeof(T)));
  detail::write_elements(append, tensor);
  append.commit(text, old_text, text_start);
}

NDX_NAMESPACE_END
