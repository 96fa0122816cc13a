// ChunkStore: an array in a file, as parts that can be read and written one at a time.
//
// A File knows indexing, but no file formats: each format derives from this class. The functions
// above the class find out whether a file was truncated, replaced or moved after it was opened.
#pragma once

#include <limits>
#include <memory>

#include <ndx/io/file.hpp>
#include <ndx/io/file_parts.hpp>
#include <ndx/io/interface.hpp>
#include <ndx/plan/partition/tensor_partition.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns another descriptor of an open file, which stays valid if the first is closed and if the
/// file is renamed or deleted. A template, as much of large/ is, so that only programs that open files
/// compile it.
template <class Kept = const Descriptor>
std::shared_ptr<Kept> duplicate(const std::string& where, int file) {
  const auto kept = std::make_shared<Descriptor>(-1);
  kept->reset(::fcntl(file, F_DUPFD_CLOEXEC, 0));
  if (kept->get() < 0) throw_file_error(where, "cannot be opened", errno);
  return kept;
}

inline struct stat status_of(const std::string& where, int file) {
  struct stat now{};
  if (::fstat(file, &now) != 0) throw_file_error(where, "cannot be read", errno);
  return now;
}

/// Returns the present size of an open file. Throws ValueError if it is shorter than it was when it
/// was opened.
inline index_t bytes_now(const std::string& where, int file, index_t opened) {
  const index_t bytes = status_of(where, file).st_size;
  if (bytes < opened)
    throw_value_error(where, ": has ", bytes, " bytes, but had ", opened, " when it was opened");
  return bytes;
}

/// Throws ValueError unless the path, which was resolved when the file was opened, still leads to
/// that file: nobody would look for new elements in the old one.
inline void check_not_replaced(const std::string& where, const std::string& path, int file) {
  struct stat now{};
  if (::stat(path.c_str(), &now) == 0 && FileId(now) == FileId(status_of(where, file))) return;
  throw_value_error(where,
                    ": was replaced, moved or deleted after it was opened: what is written would "
                    "be lost");
}

/// The interface between File and a file format. Elements of a part are counted from its beginning.
class ChunkStore : public Interface {
 public:
  /// The path, and the call that opened the file, with which messages begin.
  [[nodiscard]] virtual const std::string& path() const = 0;
  [[nodiscard]] virtual const char* call() const = 0;
  /// The shape of the array, and for each element its number in the order of the file, in which the
  /// partition counts.
  [[nodiscard]] virtual const Layout& layout() const = 0;
  [[nodiscard]] virtual const Partition& partition() const = 0;
  /// The smallest gap between two runs, in elements, for which two reads are faster than one. It is
  /// kWhole for parts that are compressed, because they can only be read whole.
  [[nodiscard]] virtual index_t gap() const = 0;
  static constexpr index_t kWhole = std::numeric_limits<index_t>::max();

  /// The position in the file of an element of a part. The elements after it follow in the format
  /// of memory.
  struct Location {
    int descriptor = -1;  // -1 if the elements have another format: only read() can read them
    index_t byte = 0;
  };
  [[nodiscard]] virtual Location location(index_t part, index_t first) = 0;
  /// The position of the first of all elements, if they follow each other in the order of their
  /// numbers.
  [[nodiscard]] virtual Location whole() { return {}; }

  /// Whether threads that read at the same time do not wait for each other.
  [[nodiscard]] virtual bool reads_concurrently() const { return true; }
  virtual void read(index_t part, index_t first, index_t count, std::byte* to) = 0;
  virtual void write(index_t part, index_t first, index_t count, const std::byte* from) = 0;
  /// Whether write() can write any part, and leaves a file that opens even if it is interrupted.
  /// Otherwise only a copy() is written.
  [[nodiscard]] virtual bool writes_in_place() { return true; }
  /// Throws ValueError if the file must not be written: because its path leads to another file, or
  /// because it is shorter than when it was opened. A write beyond its end would fill the gap with
  /// zeros.
  virtual void check_file() = 0;
  /// The id of the file.
  [[nodiscard]] virtual FileId file() const = 0;
  /// Returns when everything that was written is on the disk.
  virtual void flush() = 0;

  /// Returns a copy of the file, in the same directory.
  [[nodiscard]] virtual std::unique_ptr<ChunkStore> copy() = 0;
  /// Replaces the file of `original` by this one, which must be a copy of it; `original` refers to
  /// this file from then on. Throws ValueError as the original's check_file() does.
  virtual void replace(ChunkStore& original) = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
