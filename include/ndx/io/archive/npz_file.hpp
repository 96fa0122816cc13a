// Reads and writes NumPy's .npz files: zip files of .npy files. Needs libzip (link -lzip).
//
// zip.hpp and zip_writer.hpp read and write the zip file, the headers of io/npy its members.
// Members are stored or deflated, and may have more than 4 GB. A file is read from the disk or from
// bytes in memory, and written to the disk, to memory or to a stream. Every file error is a
// ValueError with the call, the file, the member and the fault.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include <ndx/io/archive/zip.hpp>
#include <ndx/io/archive/zip_writer.hpp>
#include <ndx/io/bytes_target.hpp>
#include <ndx/io/npy/npy_any.hpp>
#include <ndx/io/npy/npy_stream.hpp>
#include <ndx/io/progress.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The bytes of a tensor as an .npy file.
template <class T>
class NpyContent final : public ZipContent {
 public:
  explicit NpyContent(const Tensor<const T>& tensor)
      : tensor_(tensor), preamble_(npy_preamble(npy_type<T>(), tensor.shape())) {
    const index_t bytes = checked_bytes("save_npz", tensor.numel(), sizeof(T));
    size_ = checked_add("save_npz", static_cast<index_t>(preamble_.size()), bytes);
  }

  [[nodiscard]] index_t size() const override { return size_; }

  void read(std::byte* to, index_t first, index_t bytes) const override {
    const auto start = static_cast<index_t>(preamble_.size());
    if (first < start) {
      const index_t part = std::min(bytes, start - first);
      std::memcpy(to, preamble_.data() + first, static_cast<std::size_t>(part));
      to += part;
      first += part;
      bytes -= part;
    }
    if (bytes > 0) read_elements(to, first - start, bytes);
  }

 private:
  void read_elements(std::byte* to, index_t first, index_t bytes) const {
    if (tensor_.is_contiguous()) {
      const auto* const data = reinterpret_cast<const std::byte*>(tensor_.data());
      std::memcpy(to, data + first, static_cast<std::size_t>(bytes));
      return;
    }
    constexpr auto width = static_cast<index_t>(sizeof(T));
    auto element = tensor_.begin() + first / width;
    for (index_t within = first % width; bytes > 0; within = 0, ++element) {
      const index_t part = std::min(bytes, width - within);
      std::memcpy(to, reinterpret_cast<const std::byte*>(&*element) + within,
                  static_cast<std::size_t>(part));
      to += part;
      bytes -= part;
    }
  }

  Tensor<const T> tensor_;
  std::string preamble_;
  index_t size_ = 0;
};

/// A content whose bytes are counted as they are read.
class MeteredContent final : public ZipContent {
 public:
  MeteredContent(const ZipContent& content, ProgressMeter& meter)
      : content_(content), meter_(meter) {}
  [[nodiscard]] index_t size() const override { return content_.size(); }
  void read(std::byte* to, index_t first, index_t bytes) const override {
    content_.read(to, first, bytes);
    meter_.add(bytes);
  }

 private:
  const ZipContent& content_;
  ProgressMeter& meter_;
};

}  // namespace detail

/// A name and a tensor of any element type, for save_npz.
class NpzArray {
 public:
  template <Element T>
  NpzArray(std::string name, const Tensor<T>& tensor)
      : name_(std::move(name)),
        content_(std::make_shared<detail::NpyContent<std::remove_const_t<T>>>(tensor)) {}

  /// The name in the file. content() returns the elements, for save_npz.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const detail::ZipContent& content() const noexcept { return *content_; }

 private:
  std::string name_;
  std::shared_ptr<const detail::ZipContent> content_;
};

/// An .npz file, open for reading. The constructor reads the names; an array is read when it is
/// asked for:
///   const NpzFile file("weights.npz");
///   auto w = file.load<float>("layer1/w");
/// Several threads may read from one NpzFile; they take turns. To inflate arrays in parallel, each
/// thread opens the file itself.
class NpzFile {
 public:
  /// Throws ValueError if the file cannot be read or is not a zip file.
  explicit NpzFile(const std::string& path) : NpzFile("NpzFile", path) {}
  /// Reads a file from its bytes, which are not copied and must outlive this object; messages call
  /// it "bytes".
  ///   const NpzFile file(bytes);              // OK: bytes is a name, and outlives file
  ///   const NpzFile file(npz_bytes(arrays));  // OK: a vector that is passed as a temporary is kept
  ///   const NpzFile file(std::as_bytes(std::span(read_text())));  // dangling: the text is gone
  explicit NpzFile(std::span<const std::byte> bytes) : NpzFile("NpzFile", bytes) {}
  explicit NpzFile(std::vector<std::byte>&& bytes) : NpzFile("NpzFile", std::move(bytes)) {}

  /// Returns the names of the arrays, in the order of the file, without ".npy". A member of the zip
  /// file is an array if it has this ending or begins as an .npy file does. If there are members
  /// "x" and "x.npy", the latter keeps its ending.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
  /// Returns whether there is an array of that name.
  [[nodiscard]] bool contains(std::string_view name) const noexcept {
    return members_.find(name) != members_.end();
  }

  /// Reads an array into memory, as load_npy does. Throws ValueError if there is none of that name
  /// or it is damaged, compressed by another method than deflate, encrypted, or of another element
  /// type.
  template <Element T>
    requires(!std::is_const_v<T>)
  [[nodiscard]] Tensor<T> load(const std::string& name) const {
    return load<T>(name, Progress{});
  }

  /// Reads an array with progress, as load_npy(path, progress) does. Throws Cancelled if the
  /// function returns false, and ValueError as load(name) does.
  template <Element T>
    requires(!std::is_const_v<T>)
  [[nodiscard]] Tensor<T> load(const std::string& name, const Progress& progress) const {
    const detail::ZipMember member = open(name);
    const detail::NpyHeader header = detail::read_npy_header(member);
    detail::check_npy_type<T>(member, header);
    detail::MeteredSource source(member, progress, header.data_bytes);
    Tensor<T> tensor = detail::read_npy_elements<T>(source, header);
    member.finish();
    return tensor;
  }

  /// Opens the .npy file of an array, for code that reads its bytes itself. Throws ValueError if
  /// there is no array of that name.
  [[nodiscard]] detail::ZipMember open(const std::string& name) const {
    const auto found = members_.find(name);
    if (found == members_.end()) throw_not_found(name);
    return {zip_, found->second, message(zip_.where(), ": ", detail::quoted(name))};
  }

 private:
  template <Element T>
    requires(!std::is_const_v<T>)
  friend Tensor<T> load_npz(const std::string& path, const std::string& name);
  template <Element T>
    requires(!std::is_const_v<T>)
  friend Tensor<T> load_npz(std::span<const std::byte> bytes, const std::string& name);

  /// Opens a file. `file` is a path or bytes.
  template <class File>
  NpzFile(const char* call, const File& file) : zip_(call, file) {
    list_arrays();
  }
  NpzFile(const char* call, std::vector<std::byte>&& bytes) : zip_(call, std::move(bytes)) {
    list_arrays();
  }

  void list_arrays() {
    const std::vector<std::string> all = zip_.names();
    std::set<std::string_view> plain;  // names without the ending
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!all[i].ends_with(kEnding) && begins_as_npy(i)) plain.insert(all[i]);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string& name = all[i];
      if (name.ends_with(kEnding)) {
        const std::string array = name.substr(0, name.size() - kEnding.size());
        add(plain.contains(array) ? name : array, i);
      } else if (plain.contains(name)) {
        add(name, i);
      }
    }
  }

  /// Returns whether a member begins as an .npy file does. A member that cannot be read does not.
  [[nodiscard]] bool begins_as_npy(std::size_t index) const {
    try {
      const detail::ZipMember member(zip_, index, zip_.where());
      char start[detail::kNpyMagic.size()];
      if (member.size() < std::ssize(start)) return false;
      member.read(start, std::ssize(start), 0);
      return std::string_view(start, std::size(start)) == detail::kNpyMagic;
    } catch (const ValueError&) {
      return false;
    }
  }

  /// Adds a name. The last of several members of one name counts, as in Python.
  void add(std::string name, std::size_t index) {
    if (members_.insert_or_assign(name, index).second) names_.push_back(std::move(name));
  }

  [[noreturn]] NDX_COLD void throw_not_found(const std::string& name) const {
    throw_value_error(zip_.where(), ": has no array ", detail::quoted(name), "; it has ",
                      detail::quoted_list(names_.size(), [&](std::size_t i) { return names_[i]; }));
  }

  static constexpr std::string_view kEnding = ".npy";

  detail::ZipFile zip_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> members_;  // index in the zip file, by name
};

/// Reads one array of an .npz file, as NpzFile::load does. Throws ValueError as it does.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npz(const std::string& path, const std::string& name) {
  return NpzFile("load_npz", path).load<T>(name);
}
/// Reads one array of an .npz file with these bytes. Throws ValueError as NpzFile::load does.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npz(std::span<const std::byte> bytes, const std::string& name) {
  return NpzFile("load_npz", bytes).load<T>(name);
}

namespace detail {

/// Writes the arrays to a target of ZipWriter. `progress` may be null.
template <class Target>
void write_npz(Target& target, std::span<const NpzArray> arrays, bool deflate,
               const Progress* progress = nullptr) {
  std::deque<MeteredContent> metered;  // must live until the file is written
  std::optional<ProgressMeter> meter;
  ZipWriter<Target> zip(target);
  if (progress != nullptr) {
    index_t total = 0;
    for (const NpzArray& array : arrays)
      total = checked_add(zip.where().c_str(), total, array.content().size());
    meter.emplace(zip.where(), *progress, total);
    for (const NpzArray& array : arrays) metered.emplace_back(array.content(), *meter);
  }
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const std::string& name = arrays[i].name();
    if (name.empty() || name.find('\0') != name.npos)
      throw_value_error(zip.where(), ": the name of array ", i, " is empty or holds NUL");
    if (!names.insert(name).second)
      throw_value_error(zip.where(), ": two arrays have the name ", detail::quoted(name));
    zip.add(name + ".npy", meter ? metered[i] : arrays[i].content(), deflate);
  }
  zip.commit();
}

/// Writes the arrays to a file. `progress` may be null.
inline void save_npz(const char* call, const std::string& path, std::span<const NpzArray> arrays,
                     bool deflate, const Progress* progress = nullptr) {
  ReplacementFile file(call, path);
  write_npz(file, arrays, deflate, progress);
}
inline std::vector<std::byte> npz_bytes(const char* call, std::span<const NpzArray> arrays,
                                        bool deflate) {
  BytesTarget bytes(call);
  write_npz(bytes, arrays, deflate);
  return bytes.take();
}
inline void save_npz(const char* call, std::ostream& stream, std::span<const NpzArray> arrays,
                     bool deflate) {
  NpyOutput output(call, stream);
  const std::vector<std::byte> bytes = npz_bytes(call, arrays, deflate);
  output.write(bytes.data(), static_cast<index_t>(bytes.size()));
  output.commit();
}

}  // namespace detail

/// Writes arrays of any element types to an .npz file, which np.load reads:
///   save_npz("weights.npz", {{"w", w}, {"b", b}});
/// An existing file of that name is replaced only when the new one is complete, as by save_npy.
/// Throws ValueError for two arrays of the same name, for a name that is empty, contains NUL, is
/// not UTF-8 or has more than 65531 bytes, and if the file cannot be written.
inline void save_npz(const std::string& path, std::initializer_list<NpzArray> arrays) {
  detail::save_npz("save_npz", path, {arrays.begin(), arrays.size()}, false);
}
inline void save_npz(const std::string& path, std::span<const NpzArray> arrays) {
  detail::save_npz("save_npz", path, arrays, false);
}
/// Writes an .npz file with progress, which counts the bytes of all arrays before they are
/// deflated. Throws Cancelled if the function returns false; an old file of that name stays
/// unchanged. Throws ValueError as save_npz(path, arrays) does.
inline void save_npz(const std::string& path, std::span<const NpzArray> arrays,
                     const Progress& progress) {
  detail::save_npz("save_npz", path, arrays, false, &progress);
}
/// Writes arrays as save_npz(path, arrays) does, with every array deflated. Throws ValueError as it
/// does.
inline void save_npz_compressed(const std::string& path, std::initializer_list<NpzArray> arrays) {
  detail::save_npz("save_npz_compressed", path, {arrays.begin(), arrays.size()}, true);
}
inline void save_npz_compressed(const std::string& path, std::span<const NpzArray> arrays) {
  detail::save_npz("save_npz_compressed", path, arrays, true);
}
inline void save_npz_compressed(const std::string& path, std::span<const NpzArray> arrays,
                                const Progress& progress) {
  detail::save_npz("save_npz_compressed", path, arrays, true, &progress);
}

/// Returns the bytes of the file that save_npz(path, arrays) would write:
///   std::vector<std::byte> bytes = npz_bytes({{"w", w}, {"b", b}});
/// Throws ValueError for names that save_npz refuses.
[[nodiscard]] inline std::vector<std::byte> npz_bytes(std::initializer_list<NpzArray> arrays) {
  return detail::npz_bytes("npz_bytes", {arrays.begin(), arrays.size()}, false);
}
[[nodiscard]] inline std::vector<std::byte> npz_bytes(std::span<const NpzArray> arrays) {
  return detail::npz_bytes("npz_bytes", arrays, false);
}
/// Returns the bytes of the file that save_npz_compressed(path, arrays) would write. Throws
/// ValueError for names that save_npz refuses.
[[nodiscard]] inline std::vector<std::byte> npz_compressed_bytes(
    std::initializer_list<NpzArray> arrays) {
  return detail::npz_bytes("npz_compressed_bytes", {arrays.begin(), arrays.size()}, true);
}
[[nodiscard]] inline std::vector<std::byte> npz_compressed_bytes(std::span<const NpzArray> arrays) {
  return detail::npz_bytes("npz_compressed_bytes", arrays, true);
}

/// Writes the bytes of an .npz file to a binary stream, and flushes it. The bytes are made in
/// memory first: if that fails, nothing is written. Throws ValueError as save_npz(path, arrays)
/// does, and if the stream cannot be written.
inline void save_npz(std::ostream& stream, std::initializer_list<NpzArray> arrays) {
  detail::save_npz("save_npz", stream, {arrays.begin(), arrays.size()}, false);
}
inline void save_npz(std::ostream& stream, std::span<const NpzArray> arrays) {
  detail::save_npz("save_npz", stream, arrays, false);
}
/// Writes arrays as save_npz(stream, arrays) does, with every array deflated. Throws ValueError as
/// it does.
inline void save_npz_compressed(std::ostream& stream, std::initializer_list<NpzArray> arrays) {
  detail::save_npz("save_npz_compressed", stream, {arrays.begin(), arrays.size()}, true);
}
inline void save_npz_compressed(std::ostream& stream, std::span<const NpzArray> arrays) {
  detail::save_npz("save_npz_compressed", stream, arrays, true);
}

// Reads arrays of .npz files whose element types are only known at run time. Needs libzip.
//
// The functions are templates, as in npy_any.hpp: only a program that calls one compiles it for all
// element types.

/// Reads an array of whichever element type it has, as NpzFile::load and load_npy_any do. Throws
/// ValueError as they do.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npz_any(const NpzFile& file, const std::string& name) {
  const detail::ZipMember member = file.open(name);
  Result tensor;
  detail::read_npy_any(member, detail::read_npy_header(member), tensor);
  member.finish();
  return tensor;
}

/// Reads all arrays of a file, by name. Throws ValueError as load_npz_any(file, name) does.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] std::map<std::string, Result> load_npz_any(const NpzFile& file) {
  std::map<std::string, Result> arrays;
  for (const std::string& name : file.names())
    arrays.emplace(name, load_npz_any<Result>(file, name));
  return arrays;
}
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] std::map<std::string, Result> load_npz_any(const std::string& path) {
  return load_npz_any<Result>(NpzFile(path));
}
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] std::map<std::string, Result> load_npz_any(std::span<const std::byte> bytes) {
  return load_npz_any<Result>(NpzFile(bytes));
}

NDX_NAMESPACE_END
