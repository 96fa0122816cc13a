// Reads .npy files from streams and writes them to streams.
//
// Several arrays can follow each other, as numpy.save and numpy.load have them in one open file.
// The streams must be binary. The size in a header is not trusted: a stream may end before the
// elements that the header claims.
#pragma once

#include <algorithm>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include <ndx/io/npy/npy_file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A stream as a source of read_npy_elements. A header may claim more elements than follow it, and
/// a stream may not know where it ends. The claimed bytes are therefore read ahead before memory is
/// allocated for the elements, unless they are few or the stream says that it has them. No byte
/// after the array is read.
class NpyStream {
 public:
  /// Throws ValueError for a stream that has failed.
  NpyStream(const char* call, std::istream& stream)
      : where_(message(call, ": stream")), stream_(stream) {
    if (stream.bad() || (stream.fail() && !stream.eof())) throw_not_read();
  }

  /// Returns the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  /// Returns the number of bytes that are known to exist.
  [[nodiscard]] index_t size() const noexcept { return known_; }
  /// Reads bytes that were read ahead, then continues where the stream is.
  void read(void* to, index_t bytes, index_t offset) const {
    auto* out = static_cast<char*>(to);
    index_t begin = 0;
    for (const std::string& block : ahead_) {
      const index_t some = std::clamp<index_t>(begin + std::ssize(block) - offset, 0, bytes);
      if (some > 0)
        std::memcpy(out, &block[static_cast<std::size_t>(offset - begin)],
                    static_cast<std::size_t>(some));
      out += some;
      bytes -= some;
      offset += some;
      begin += std::ssize(block);
    }
    const index_t got = read_on(out, bytes);
    if (got < bytes) throw_npy_size(where_, header_, offset + got - header_.data_offset);
  }

  const NpyHeader& read_header() {
    read_ahead(kShortestNpy);
    if (known_ == 0) throw_value_error(where_, ": is at its end");
    const NpyHeaderText text = find_npy_header(*this);
    read_ahead(text.start + text.bytes);
    header_ = parse_npy_header(*this);
    return header_;
  }
  /// Makes sure that the elements can be read. Call this before reading them.
  void expect_elements() {
    constexpr index_t kMost = std::numeric_limits<index_t>::max();
    const index_t end =
        header_.data_offset + std::min(header_.data_bytes, kMost - header_.data_offset);
    if (header_.data_bytes <= kFew || header_.data_bytes <= remaining()) {
      known_ = end;
    } else {
      read_ahead(end);
      if (known_ < end) throw_npy_size(where_, header_, known_ - header_.data_offset);
    }
  }

 private:
  /// Number of bytes for which memory is allocated before they are known to exist.
  static constexpr index_t kFew = index_t{1} << 24;

  [[noreturn]] NDX_COLD void throw_not_read() const {
    throw_value_error(where_, ": cannot be read");
  }

  /// Reads up to `bytes` bytes. Returns how many were read: fewer at the end of the stream.
  index_t read_on(char* to, index_t bytes) const {
    index_t done = 0;
    while (done < bytes && stream_) {
      stream_.read(to + done, static_cast<std::streamsize>(bytes_per_call(bytes - done)));
      done += stream_.gcount();
    }
    if (stream_.bad()) throw_not_read();
    return done;
  }

  /// Reads until `bytes` bytes are known or the stream ends. Memory grows with the bytes that
  /// arrive.
  void read_ahead(index_t bytes) {
    while (known_ < bytes) {
      const index_t some = std::min(bytes - known_, kFew);
      std::string& block = ahead_.emplace_back(static_cast<std::size_t>(some), '\0');
      const index_t got = read_on(block.data(), some);
      block.resize(static_cast<std::size_t>(got));
      known_ += got;
      if (got < some) return;
    }
  }

  /// Returns the new position, or -1 if the buffer cannot seek. Boost's decompressing buffers throw
  /// then.
  static std::streampos seek(std::streambuf& buffer, std::ios_base::seekdir from) {
    try {
      return buffer.pubseekoff(0, from, std::ios_base::in);
    } catch (const std::exception&) {
      return std::streampos(-1);
    }
  }

  /// Returns the number of bytes to the end of the stream, or -1 if it cannot tell.
  [[nodiscard]] index_t remaining() const {
    std::streambuf& buffer = *stream_.rdbuf();
    const std::streampos here = seek(buffer, std::ios_base::cur);
    if (here == std::streampos(-1)) return -1;
    const std::streampos end = seek(buffer, std::ios_base::end);
    if (buffer.pubseekpos(here, std::ios_base::in) != here) throw_not_read();
    return end == std::streampos(-1) ? -1 : end - here;
  }

  std::string where_;
  std::istream& stream_;
  std::vector<std::string> ahead_;  // in blocks, so that no byte is copied when more arrive
  index_t known_ = 0;
  NpyHeader header_;
};

/// A stream as a file for write_elements.
class NpyOutput {
 public:
  /// Throws ValueError for a stream that has failed.
  NpyOutput(const char* call, std::ostream& stream)
      : where_(message(call, ": stream")), stream_(stream) {
    check();
  }

  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  void reserve(index_t /*bytes*/) {}
  void write(const void* from, index_t bytes) {
    const auto* const in = static_cast<const char*>(from);
    for (index_t done = 0; done < bytes;) {
      const std::size_t part = bytes_per_call(bytes - done);
      stream_.write(in + done, static_cast<std::streamsize>(part));
      check();
      done += static_cast<index_t>(part);
    }
  }
  /// Flushes the stream: bytes that it has buffered may be impossible to write.
  void commit() {
    stream_.flush();
    check();
  }

 private:
  void check() const {
    if (!stream_) throw_value_error(where_, ": cannot be written");
  }

  std::string where_;
  std::ostream& stream_;
};

}  // namespace detail

/// Reads the next array of a stream. The stream is left after the last byte of the array, so that
/// the bytes that follow can be read, such as the next array of several calls of numpy.save:
///   std::ifstream file("log.npy", std::ios::binary);
///   while (file.peek() != EOF) use(load_npy<float>(file));
/// Memory for more than 16 MB of elements is allocated only when they are known to exist: if the
/// stream cannot seek, they are collected first, and then copied. Throws ValueError as
/// load_npy(path) does, with "stream" as the name of the file, and for a stream that is at its end
/// or has failed. If its exceptions() are set, the stream throws its own. After an exception the
/// stream is positioned where reading stopped, with failbit and eofbit set if that was its end.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy(std::istream& stream) {
  detail::NpyStream source("load_npy", stream);
  const detail::NpyHeader& header = source.read_header();
  detail::check_npy_type<T>(source, header);
  source.expect_elements();
  return detail::read_npy_elements<T>(source, header);
}

/// Writes the bytes of save_npy(path, tensor) to a stream, and flushes it. Several calls write
/// arrays one after another, which numpy.load and load_npy read from the open file. Throws
/// ValueError if the stream cannot be written; bytes that were written before stay written.
template <class T>
void save_npy(std::ostream& stream, const Tensor<T>& tensor) {
  detail::NpyOutput output("save_npy", stream);
  detail::write_npy_preamble(output, tensor);
  detail::write_elements(output, tensor);
  output.commit();
}

NDX_NAMESPACE_END
