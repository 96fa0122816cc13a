// Reads .npy files from bytes in memory and from streams, writes them there, and reports progress;
// reads files whose element types are only known at run time.
//
// Several arrays can follow each other, as numpy.save and numpy.load have them in one open file.
// Streams must be binary. The size in a header is not trusted: a stream may end before the elements
// that the header claims.
//
// Reading all element types takes as long to compile as everything else together. load_npy_any is
// therefore a template: only a program that calls it compiles it.
#pragma once

#include <algorithm>
#include <complex>
#include <concepts>
#include <istream>
#include <ostream>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/progress.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN

/// A tensor of whichever element type the file has.
using NpyTensor =
    std::variant<Tensor<bool>, Tensor<std::int8_t>, Tensor<std::int16_t>, Tensor<std::int32_t>,
                 Tensor<std::int64_t>, Tensor<std::uint8_t>, Tensor<std::uint16_t>,
                 Tensor<std::uint32_t>, Tensor<std::uint64_t>, Tensor<float16>, Tensor<float>,
                 Tensor<double>, Tensor<std::complex<float>>, Tensor<std::complex<double>>>;

namespace detail {

/// Reads the elements into the alternative of the variant that has their type.
template <class Source, class... T>
void read_npy_as(Source& file, const NpyHeader& header, std::variant<Tensor<T>...>& result) {
  if (read_npy_if<T...>(file, header, [&](const auto& tensor) { result = tensor; })) return;
  throw_value_error(file.where(), ": holds ", npy_type_name(header.type),
                    ", which is not among the types of NpyTensor; use load_npy<T>");
}

/// Collects the bytes of a file in memory. It has those members of ReplacementFile that write.
class BytesTarget {
 public:
  explicit BytesTarget(const char* call) : where_(call) {}

  /// Returns the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  void reserve(index_t bytes) {
    if (!std::in_range<std::ptrdiff_t>(bytes)) throw std::bad_alloc();
    bytes_.reserve(static_cast<std::size_t>(bytes));
  }
  void write(const void* from, index_t bytes) {
    const auto* const in = static_cast<const std::byte*>(from);
    const auto over = std::min(bytes, static_cast<index_t>(bytes_.size()) - position_);
    std::copy(in, in + over, bytes_.data() + position_);
    if (static_cast<std::uint64_t>(bytes - over) > bytes_.max_size() - bytes_.size())
      throw std::bad_alloc();
    bytes_.insert(bytes_.end(), in + over, in + bytes);
    position_ += bytes;
  }
  /// Sets the position of the next write(), which is at most the number of bytes written so far.
  void seek(index_t position) noexcept { position_ = position; }
  void commit() noexcept {}
  [[nodiscard]] std::vector<std::byte> take() noexcept { return std::move(bytes_); }

 private:
  std::string where_;
  std::vector<std::byte> bytes_;
  index_t position_ = 0;
};

/// Bytes as a source of read_npy_header and read_npy_elements.
class BytesSource {
 public:
  BytesSource(const char* call, std::span<const std::byte> bytes)
      : where_(message(call, ": bytes")), bytes_(bytes) {}

  /// Returns the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] index_t size() const noexcept { return static_cast<index_t>(bytes_.size()); }
  /// Copies bytes. The caller has checked that they exist.
  void read(void* to, index_t bytes, index_t offset) const {
    if (bytes > 0) std::memcpy(to, bytes_.data() + offset, static_cast<std::size_t>(bytes));
  }

 private:
  std::string where_;
  std::span<const std::byte> bytes_;
};

/// Reads the array at the beginning of the bytes, then removes it from them.
template <class Result>
Result load_next_npy_from(const char* call, std::span<const std::byte>& bytes) {
  const BytesSource source(call, bytes);
  const NpyHeader header = parse_npy_header(source);
  const index_t there = source.size() - header.data_offset;
  if (header.data_bytes > there) throw_npy_size(source.where(), header, there);
  Result array;
  read_npy_as(source, header, array);
  bytes = bytes.subspan(static_cast<std::size_t>(header.data_offset + header.data_bytes));
  return array;
}

/// Reads the array of a source, whose header has been read, a block at a time.
template <class Result, class Source>
Result load_npy_metered(const Source& file, const NpyHeader& header, const Progress& progress) {
  Metered source(file, progress, header.data_bytes);
  Result array;
  read_npy_as(source, header, array);
  return array;
}

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

/// Reads an .npy file from its bytes, all of which the array must fill:
///   load_npy<float>(std::as_bytes(std::span(text)))
/// The elements are copied. Throws ValueError as load_npy(path) does; messages call the file
/// "bytes".
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy(std::span<const std::byte> bytes) {
  const detail::BytesSource source("load_npy", bytes);
  return detail::load_npy_from<Tensor<T>>(source);
}

/// Reads the array at the beginning of the bytes, and removes it from them. Several arrays can
/// follow each other, as numpy.save writes them into one open file:
///   while (!bytes.empty()) use(load_next_npy<float>(bytes));
/// Throws ValueError as load_npy(bytes) does; `bytes` is then unchanged.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_next_npy(std::span<const std::byte>& bytes) {
  return detail::load_next_npy_from<Tensor<T>>("load_next_npy", bytes);
}

/// Returns the bytes of the file that save_npy(path, tensor) would write.
template <class T>
[[nodiscard]] std::vector<std::byte> npy_bytes(const Tensor<T>& tensor) {
  detail::BytesTarget target("npy_bytes");
  detail::write_npy(target, tensor);
  return target.take();
}

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
  detail::write_npy(output, tensor);
  output.commit();
}

/// Reads an .npy file as load_npy(path) does, and calls a function with the bytes done and the
/// total:
///   load_npy<float>("a.npy", [&](index_t done, index_t total) { return !stop; });
/// The file is read 4 MB at a time. Throws Cancelled if the function returns false, and ValueError
/// as load_npy(path) does.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy(const std::string& path, const Progress& progress) {
  const detail::InputFile file("load_npy", path);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_type<T>(file, header);  // before the first report
  return detail::load_npy_metered<Tensor<T>>(file, header, progress);
}

/// Writes an .npy file as save_npy(path, tensor) does, and calls a function with the bytes done and
/// the total. The file is written at most 4 MB at a time. If the function returns false, this
/// throws Cancelled, and an old file of that name stays unchanged. Throws ValueError as
/// save_npy(path, tensor) does.
template <class T>
void save_npy(const std::string& path, const Tensor<T>& tensor, const Progress& progress) {
  detail::ReplacementFile file("save_npy", path);
  const index_t bytes = detail::write_npy_preamble(file, tensor);
  detail::Metered metered(file, progress, bytes);
  detail::write_elements(metered, tensor);
  file.commit();
}

/// Reads an .npy file whose element type is only known at run time:
///   std::visit([](const auto& t) { std::cout << t; }, load_npy_any("data.npy"));
/// Throws ValueError as load_npy does, and for void, which has no alternative in the variant. A
/// file of bfloat16 says only that its elements are void of two bytes; load_npy<bfloat16> reads it.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npy_any(const std::string& path) {
  const detail::InputFile file("load_npy_any", path);
  return detail::load_npy_from<Result>(file);
}

/// Reads an .npy file of any element type from its bytes. Throws ValueError as load_npy(bytes) and
/// load_npy_any(path) do.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npy_any(std::span<const std::byte> bytes) {
  const detail::BytesSource source("load_npy_any", bytes);
  return detail::load_npy_from<Result>(source);
}
/// Reads the array at the beginning of the bytes, of any element type, and removes it from them, as
/// load_next_npy(bytes) does. Throws ValueError as load_npy_any(bytes) does.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_next_npy_any(std::span<const std::byte>& bytes) {
  return detail::load_next_npy_from<Result>("load_next_npy_any", bytes);
}
/// Reads the next array of a stream, of any element type, as load_npy(stream) does. Throws
/// ValueError as load_npy(stream) and load_npy_any(path) do.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npy_any(std::istream& stream) {
  detail::NpyStream source("load_npy_any", stream);
  const detail::NpyHeader& header = source.read_header();
  source.expect_elements();
  Result tensor;
  detail::read_npy_as(source, header, tensor);
  return tensor;
}

/// Reads a file of any element type and reports progress, as load_npy(path, progress) does. Throws
/// Cancelled if the function returns false, and ValueError as load_npy_any(path) does.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npy_any(const std::string& path, const Progress& progress) {
  const detail::InputFile file("load_npy_any", path);
  return detail::load_npy_metered<Result>(file, detail::read_npy_header(file), progress);
}

NDX_NAMESPACE_END
