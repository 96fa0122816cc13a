// TextSource: where loadtxt and TextTable read text from. It is a file, which may be compressed by gzip, a
// stream, or bytes in memory.
#pragma once

#include <algorithm>
#include <concepts>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ndx/io/inflater.hpp>
#include <ndx/io/progress.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class Source>
class OpenText;

}  // namespace detail

/// The text that loadtxt and TextTable read: the path of a file, a binary stream, which is read to its end, or
/// bytes in memory. Made from these where a function takes it; a stream and bytes must outlive the call. A
/// file or bytes compressed by gzip are inflated if an inflater is installed, by use_zlib of <ndx/zlib.hpp>
/// or use_libdeflate of <ndx/libdeflate.hpp>.
///   loadtxt("a.txt"), loadtxt(std::cin), loadtxt(std::as_bytes(std::span(text)))
class TextSource {
 public:
  template <std::convertible_to<std::string> Path>
  TextSource(const Path& path) : path_(path) {}
  TextSource(std::istream& stream) noexcept : stream_(&stream) {}
  template <std::convertible_to<std::span<const std::byte>> Bytes>
  TextSource(const Bytes& bytes) noexcept : bytes_(bytes) {}
  template <class X>
    requires(!std::convertible_to<X, std::string> && !std::derived_from<X, std::istream> &&
             !std::convertible_to<X, std::span<const std::byte>>)
  TextSource(const X& /*source*/) {
    static_assert(detail::kNever<X>,
                  "text is read from a path, a stream or bytes: write loadtxt(\"a.txt\"), or "
                  "loadtxt(std::as_bytes(std::span(text)))");
  }

 private:
  friend class detail::OpenText<TextSource>;

  std::optional<std::string> path_;
  std::istream* stream_ = nullptr;
  std::span<const std::byte> bytes_;
};

namespace detail {

/// Text that is being read. Every read is reported to the progress function. Source is TextSource; the class is a
/// template so that only programs that read text compile it.
template <class Source>
class OpenText {
 public:
  OpenText(const char* call, const Source& source, const Progress& progress)
      : where_(message(call, source.stream_ != nullptr ? ": stream" : ": bytes")),
        stream_(source.stream_),
        bytes_(source.bytes_) {
    if (source.path_) {
      file_.emplace(call, *source.path_);
      where_ = file_->where();
    }
    if (stream_ != nullptr) {
      check_stream(!stream_->fail() || stream_->eof());
    } else {
      inflate();
    }
    meter_.emplace(where_, progress, stream_ != nullptr ? -1 : size());
  }

  /// Returns the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  /// Reads up to `room` bytes. Returns how many were read, 0 at the end of the text.
  index_t read(char* to, index_t room) {
    index_t got = 0;
    if (stream_ != nullptr) {
      if (!*stream_) return 0;
      stream_->read(to, static_cast<std::streamsize>(bytes_per_call(room)));
      got = stream_->gcount();
      check_stream(!stream_->bad());
    } else {
      got = std::min(room, size() - offset_);
      read_at(to, got, offset_);
    }
    offset_ += got;
    meter_->add(got);
    return got;
  }
  /// Reports that the rest of the text is not needed.
  void finish() {
    if (stream_ == nullptr) meter_->finish();
  }

 private:
  [[nodiscard]] index_t size() const noexcept {
    return file_ ? file_->size() : static_cast<index_t>(bytes_.size());
  }
  void check_stream(bool is_good) const {
    if (!is_good) throw_value_error(where_, ": cannot be read");
  }
  void read_at(void* to, index_t bytes, index_t offset) const {
    if (file_) {
      file_->read(to, bytes, offset);
    } else if (bytes > 0) {
      std::memcpy(to, bytes_.data() + offset, static_cast<std::size_t>(bytes));
    }
  }

  /// Replaces the text by what it inflates to if it begins as gzip's files do.
  void inflate() {
    constexpr index_t kShortest = 18;  // header and trailer
    unsigned char magic[2]{};
    unsigned char length[4]{};
    if (size() < kShortest) return;
    read_at(magic, 2, 0);
    if (magic[0] != 0x1f || magic[1] != 0x8b) return;
    if (inflater().gunzip == nullptr)
      throw_value_error(where_,
                        ": is compressed by gzip: include <ndx/zlib.hpp> and call use_zlib()");
    read_at(length, 4, size() - 4);
    std::vector<std::byte> packed(static_cast<std::size_t>(size()));
    read_at(packed.data(), size(), 0);
    // Deflated bytes become at most 1032 times as many, so a trailer that claims more is not believed.
    const index_t most = std::min(size(), index_t{PTRDIFF_MAX} / 1040) * 1032;
    index_t room = length[0] | length[1] << 8 | length[2] << 16 | index_t{length[3]} << 24;
    index_t got = Inflater::kNoRoom;
    for (room = std::min(room, most); got == Inflater::kNoRoom; room = std::min(2 * room, most)) {
      inflated_.resize(static_cast<std::size_t>(room + 1));
      got = inflater().gunzip(packed.data(), std::ssize(packed), inflated_.data(), room + 1);
      if (got == Inflater::kNoRoom && room == most) break;
    }
    if (got == Inflater::kNoMemory) throw std::bad_alloc();
    if (got < 0) throw_value_error(where_, ": is damaged: gzip cannot inflate it");
    file_.reset();
    bytes_ = std::span(inflated_).first(static_cast<std::size_t>(got));
  }

  std::string where_;
  std::istream* stream_;
  std::span<const std::byte> bytes_;
  std::optional<InputFile> file_;
  std::vector<std::byte> inflated_;
  std::optional<ProgressMeter> meter_;
  index_t offset_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
