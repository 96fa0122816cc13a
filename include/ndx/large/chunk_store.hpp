// ChunkStore: an array in a file, as parts that can be read and written one at a time.
#pragma once

#include <limits>
#include <memory>

#include <ndx/io/file.hpp>
#include <ndx/io/file_parts.hpp>
#include <ndx/io/interface.hpp>
#include <ndx/plan/partition/tensor_partition.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The same open file, whatever happens to its name or to the one that opened it.
inline std::shared_ptr<const Descriptor> duplicate(const std::string& where, int file) {
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

/// The bytes of an open file now. Throws ValueError if it is shorter than it was when it was opened.
inline index_t bytes_now(const std::string& where, int file, index_t opened) {
  const index_t bytes = status_of(where, file).st_size;
  if (bytes < opened)
    throw_value_error(where, ": has ", bytes, " bytes, but had ", opened, " when it was opened");
  return bytes;
}

/// Throws ValueError unless the path, which was resolved when the file was opened, still leads to that file:
/// nobody would look for what is written where it is now.
inline void check_not_replaced(const std::string& where, const std::string& path, int file) {
  struct stat now{};
  if (::stat(path.c_str(), &now) == 0 && FileId(now) == FileId(status_of(where, file))) return;
  throw_value_error(where,
                    ": was replaced, moved or deleted after it was opened: what is written would "
                    "be lost");
}

/// What File needs to know of a format. Elements of a part are counted from its beginning.
class ChunkStore : public Interface {
 public:
  /// The path, and the call that has opened it, with which messages begin.
  [[nodiscard]] virtual const std::string& path() const = 0;
  [[nodiscard]] virtual const char* call() const = 0;
  /// The shape, and the number of each element in the order of the file, as the partition counts.
  [[nodiscard]] virtual const Layout& layout() const = 0;
  [[nodiscard]] virtual const Partition& partition() const = 0;
  /// The smallest gap between two runs, in elements, for which two reads are better than one; a
  /// part that is compressed is always read whole: kWhole.
  [[nodiscard]] virtual index_t gap() const = 0;
  static constexpr index_t kWhole = std::numeric_limits<index_t>::max();

  /// Where the file holds an element of a part and those after it as memory does.
  struct Location {
    int descriptor = -1;  // none: only read() knows
    index_t byte = 0;
  };
  [[nodiscard]] virtual Location location(index_t part, index_t first) = 0;
  /// Where it holds the first of all elements, if they follow each other in the order of their numbers.
  [[nodiscard]] virtual Location whole() { return {}; }

  /// Whether several threads that read at once do not wait for each other.
  [[nodiscard]] virtual bool reads_concurrently() const { return true; }
  virtual void read(index_t part, index_t first, index_t count, std::byte* to) = 0;
  virtual void write(index_t part, index_t first, index_t count, const std::byte* from) = 0;
  /// Whether write() can write any part, and leaves a file that opens if it is cut off in the middle.
  /// Otherwise only a copy() is written.
  [[nodiscard]] virtual bool writes_in_place() { return true; }
  /// Throws ValueError if the file must not be written, because its path leads to another one, or because it
  /// is shorter than when it was opened: a write beyond its end would fill the gap with zeros.
  virtual void check_file() = 0;
  /// Which file it is.
  [[nodiscard]] virtual FileId file() const = 0;
  /// Returns when what was written is on the disk.
  virtual void flush() = 0;

  /// A copy of the file beside it.
  [[nodiscard]] virtual std::unique_ptr<ChunkStore> copy() = 0;
  /// To be called on such a copy: it takes the place of the file, and `original` refers to it from then on.
  /// Throws ValueError as the original's check_file() does.
  virtual void replace(ChunkStore& original) = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
