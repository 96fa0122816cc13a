// Changes .npy files in place: maps them for writing, and appends to them.
//
// save_npy replaces a file as a whole, which is safer and should be preferred where it is fast
// enough. The functions here are for files that are too large to be written again.
#pragma once

#ifndef __EMSCRIPTEN__  // runs a single process and has no flock()
#include <sys/file.h>
#endif

#include <ndx/io/npy/npy_file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Waits until no other append, by any thread or process, has the file locked, and locks it until
/// it is closed. Where the file system has no locks, this does not wait.
inline void lock(const InputFile& file) noexcept {
#ifdef __EMSCRIPTEN__
  static_cast<void>(file);
#else
  static_cast<void>(uninterrupted([&] { return ::flock(file.descriptor(), LOCK_EX); }));
#endif
}

/// Appends to a file and then replaces its header. The header is marked first, so that the old
/// elements can be read whenever the process is killed. Unless commit() succeeds, the file gets its
/// old header and size again.
class NpyAppend {
 public:
  /// The text of the header begins at byte `text_start` and ends with two whitespace characters;
  /// the elements end at byte `end`.
  NpyAppend(const InputFile& file, index_t text_start, const std::string& text, index_t end)
      : file_(file),
        text_start_(text_start),
        settled_(text.substr(0, text.size() - 2) + " \n"),
        marked_(text.substr(0, text.size() - 2).append(kNpyAppending)),
        end_(end) {}
  NpyAppend(const NpyAppend&) = delete;
  NpyAppend& operator=(const NpyAppend&) = delete;
  ~NpyAppend() {
    if (!committed_) undo();
  }

  /// Marks the header, drops the bytes that a killed append has left, and reserves disk space for
  /// `bytes` bytes.
  void begin(index_t bytes) {
    write_header(marked_);
    flush();
    if (!cut_back()) throw_file_error(file_.where(), "cannot be written", errno);
    if (bytes > 0) reserve_room(file_.where(), file_.descriptor(), end_, bytes);
    seek_to(file_.where(), file_.descriptor(), end_);
  }

  void write(const void* from, index_t bytes) {
    write_all(file_.where(), file_.descriptor(), from, bytes);
  }

  /// Writes the new text of the header. The elements are flushed to the disk before it.
  void commit(const std::string& text) {
    flush();
    write_header(text);
    flush();
    committed_ = true;
  }

 private:
  /// Restores the file in steps, after each of which it can be read. An error here is ignored: the
  /// exception that is being thrown says more.
  void undo() noexcept {
    try {
      write_header(marked_);
      if (cut_back()) write_header(settled_);
    } catch (...) {  // NOLINT(bugprone-empty-catch)
    }
  }
  /// Truncates the file after the old elements. Their end came from the system as off_t, so it
  /// fits.
  [[nodiscard]] bool cut_back() const noexcept {
    return ::ftruncate(file_.descriptor(), as_integer<off_t>(end_)) == 0;
  }
  void write_header(const std::string& text) {
    seek_to(file_.where(), file_.descriptor(), text_start_);
    write(text.data(), static_cast<index_t>(text.size()));
  }
  void flush() const {
    if (uninterrupted([&] { return ::fsync(file_.descriptor()); }) != 0)
      throw_file_error(file_.where(), "cannot be written", errno);
  }

  const InputFile& file_;
  index_t text_start_;
  std::string settled_;
  std::string marked_;
  index_t end_;
  bool committed_ = false;
};

/// Returns the text of a file's header with another shape, as long as the old text. Throws
/// ValueError if the text has no space for it, or for the mark of an append.
inline std::string npy_header_text(const std::string& where, const std::string& old_text,
                                   const NpyType& type, DimsView shape) {
  constexpr std::size_t kPreambleStart = 10;
  constexpr std::size_t kEnd = kNpyAppending.size();
  const std::size_t room = old_text.size();
  std::string text = npy_preamble(type, shape).substr(kPreambleStart);
  text.erase(text.find_last_not_of(" \n") + 1);
  if (text.size() + kEnd > room || old_text.find_last_not_of(" \t\n") + 1 + kEnd > room)
    throw_value_error(where, ": its header of ", room, " bytes has no room for shape ", shape);
  text.resize(room - 1, ' ');
  return text + '\n';
}

/// Returns the shape after appending. Throws ShapeError or ValueError if that is not possible.
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

/// Appends to a file that is locked.
template <class T>
void append_to(const InputFile& file, const Tensor<T>& tensor) {
  using Plain = std::remove_const_t<T>;
  const NpyHeader header = read_npy_header(file);
  check_npy_type<Plain>(file, header);
  if (is_swapped<Plain>(header.type)) {
    throw_value_error(file.where(), ": holds ", npy_type_name(header.type),
                      ", whose byte order is not this machine's");
  }
  const NpyHeaderText found = find_npy_header(file);
  std::string old_text(static_cast<std::size_t>(found.bytes), '\0');
  file.read(old_text.data(), found.bytes, found.start);
  const Dims shape = appended_shape(file, header, tensor.shape());
  const std::string text = npy_header_text(file.where(), old_text, header.type, shape);
  const index_t bytes = checked_bytes(file.where().c_str(), tensor.numel(), sizeof(T));
  NpyAppend append(file, found.start, old_text, header.data_offset + header.data_bytes);
  append.begin(bytes);
  write_elements(append, tensor);
  append.commit(text);
}

}  // namespace detail

/// Maps an .npy file for writing: what is written to the tensor is written to the file, by the
/// system when it sees fit, at the latest when no mapping is left. All mappings of the file see the
/// change. Throws ValueError as map_npy does, if the file may not be written, if its elements are
/// in the other byte order or misaligned, and if bools are neither 0 nor 1.
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
/// Creates the file if there is none. The old elements are neither read nor written, so the cost
/// depends only on the size of the tensor. The sizes of the other dims must be equal (ShapeError);
/// the file must have the same element type, this machine's byte order and, from rank 2 on, C order
/// (ValueError).
/// All or nothing: a call that fails leaves the file as it was. If its process is killed, all
/// readers find the old elements or all of the new ones; bytes that are left after the old ones are
/// dropped by the next append. Appends to one file, by any threads and processes, wait for each
/// other where the file system has locks. A call also fails if the disk does not confirm that it
/// has the new contents. All programs then see the old file again, but what the disk has stored is
/// not known.
template <class T>
void append_npy(const std::string& path, const Tensor<T>& tensor) {
  const char* const call = "append_npy";
  if (tensor.dim() == 0) [[unlikely]]
    throw_shape_error(call, ": a tensor of rank 0 has no dim to append along");
  for (;;) {
    if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) {
      detail::ReplacementFile made(call, path);
      detail::write_npy(made, tensor);
      if (made.commit_new()) return;
      continue;  // another process has created it meanwhile
    }
    const detail::InputFile locked(call, path, O_RDWR);
    detail::lock(locked);
    const detail::InputFile file(call, path, O_RDWR);  // with the size that it has now
    if (file.id() == locked.id()) return detail::append_to(file, tensor);
  }
}

#define NDX_ENTRY(suffix, T)                                                                      \
  NDX_COMPILE_TEXT(map_npy_rw_##suffix, Tensor<T>, map_npy_rw, (const std::string& path), (path), \
                   T)                                                                             \
  NDX_COMPILE_TEXT(append_npy_##suffix, void, append_npy,                                         \
                   (const std::string& path, const Tensor<T>& tensor), (path, tensor), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

NDX_NAMESPACE_END
