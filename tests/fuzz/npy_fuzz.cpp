// Bytes as an .npy file: loaded as every type, from a path, from memory and from streams, mapped, saved and
// loaded again, indexed, used as an index. A file is refused by a ValueError that names it, or it holds the elements that its last
// bytes are; memory for more than that is never asked for.
//
// An input that begins with \x93 is the file. Another is put together as one: its first byte
// chooses the version, what follows up to a line break is the header, and the rest are the
// elements, as many as the header asks for.
#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include <ndx/io/npy/npy_any.hpp>
#include <ndx/io/text/parse_index.hpp>
#include <ndx/ndx.hpp>

#include "fuzz_directory.hpp"
#include "fuzz_input.hpp"

namespace {

using ndx::index_t;

const fuzz::Directory& directory() {
  static const fuzz::Directory made;
  return made;
}
const std::string& in_path() {
  static const std::string path = directory().file("in.npy");
  return path;
}
const std::string& out_path() {
  static const std::string path = directory().file("out.npy");
  return path;
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

void write(const std::string& path, const std::string& bytes) {
  const File file(std::fopen(path.c_str(), "wb"), &std::fclose);
  if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
    fuzz::fail("cannot write " + path);
}

std::string read(const std::string& path) {
  const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) fuzz::fail("cannot read " + path);
  std::string bytes(std::filesystem::file_size(path), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  return bytes;
}

struct Struct3 {
  char bytes[3];
};
struct Struct16 {
  char bytes[16];
};

template <class Call>
std::string refusal(const char* name, Call&& call) {
  return fuzz::refusal(name, in_path(), call);
}

/// Indexing may throw the three errors, and std::bad_alloc: one index of a tensor without elements,
/// whose other dims are as large as the file says, has elements.
template <class Call>
void any_error(Call&& call) {
  try {
    call();
  } catch (const ndx::IndexError&) {
  } catch (const ndx::ShapeError&) {
  } catch (const ndx::ValueError&) {
  } catch (const std::bad_alloc&) {
  }
}

/// The bytes of the elements in row-major order.
template <class T>
std::string bytes_of(const ndx::Tensor<T>& tensor) {
  std::string bytes;
  for (const T& element : tensor) bytes.append(reinterpret_cast<const char*>(&element), sizeof(T));
  return bytes;
}

/// What a header says that was accepted, and so has each of these once.
struct Said {
  std::vector<index_t> shape;
  bool fortran = false;
  bool swapped = false;
};

Said read_header(const std::string& header) {
  Said said;
  const std::size_t type = header.find_first_of("'\"", header.find("descr") + 6) + 1;
  said.swapped = header[type] == (std::endian::native == std::endian::little ? '>' : '<');
  said.fortran = header.find("True") != header.npos;
  const std::size_t open = header.find('('), close = header.find(')');
  for (std::size_t at = open; at < close; ++at) {
    const bool first = std::isdigit(header[at]) != 0 && std::isdigit(header[at - 1]) == 0;
    if (!first) continue;
    said.shape.push_back(std::strtoll(&header[at], nullptr, 10));
    const bool leading_zero = header[at] == '0' && said.shape.back() != 0;
    if (leading_zero) fuzz::fail("loaded, but a size has leading zeros");
  }
  return said;
}

/// The bytes of a file's elements as elements of type T are stored here.
template <class T>
std::string stored_bytes(std::string bytes, bool swapped) {
  constexpr std::size_t width = ndx::Complex<T> ? sizeof(T) / 2 : sizeof(T);
  constexpr bool number = ndx::Number<T>;
  for (std::size_t i = 0; i < bytes.size(); i += width) {
    if (swapped && number) std::reverse(&bytes[i], &bytes[i] + width);
    if (ndx::Boolean<T>) bytes[i] = bytes[i] != 0;
  }
  return bytes;
}

/// Where the text of the header of a file that was loaded begins, after its length, and where it ends.
std::size_t header_begin(const std::string& file) { return file[6] == 1 ? 10 : 12; }
std::size_t header_end(const std::string& file) {
  std::size_t length = 0;
  for (std::size_t at = header_begin(file); at-- > 8;)
    length = 256 * length + static_cast<unsigned char>(file[at]);
  return header_begin(file) + length;
}
/// Whether more bytes may follow the elements, of an append that has not ended.
bool is_appended(const std::string& file) { return file.substr(header_end(file) - 2, 2) == "\t\n"; }

/// Whether the tensor has the shape that the header says and the elements that follow it.
template <class T>
void check_elements(const std::string& file, const ndx::Tensor<T>& tensor) {
  const std::size_t begin = header_begin(file);
  const std::size_t end = header_end(file);
  const std::size_t bytes = static_cast<std::size_t>(tensor.numel()) * sizeof(T);
  const Said said = read_header(file.substr(begin, end - begin));
  if (file.size() < end + bytes || (file.size() > end + bytes && !is_appended(file)))
    fuzz::fail("the elements do not fill the file");
  if (tensor.shape() != said.shape) fuzz::fail("the shape is not that of the file");
  const ndx::Tensor<T> stored = said.fortran ? tensor.transpose() : tensor;
  if (!stored.is_contiguous()) fuzz::fail("the elements are not stored in the file's order");
  if (bytes_of(stored) != stored_bytes<T>(file.substr(end, bytes), said.swapped))
    fuzz::fail("the elements are not those of the file");
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A stream that cannot seek.
struct Pipe : std::streambuf {
  explicit Pipe(std::string& text) { setg(text.data(), text.data(), text.data() + text.size()); }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }
};

/// The bytes in memory and in a stream, which can seek or not, hold what the file holds, and are refused
/// as it is. What follows the array is left.
template <class T>
void check_bytes(std::string file, const ndx::Tensor<T>& loaded, const std::string& load_fault) {
  const auto bytes = std::as_bytes(std::span(file));
  auto left = bytes;
  ndx::Tensor<T> whole, next, sought, piped;
  std::istringstream seekable(file);
  Pipe pipe(file);
  std::istream slow(&pipe);
  const std::string whole_fault =
      fuzz::refusal("load_npy", "bytes", [&] { whole = ndx::load_npy<T>(bytes); });
  const std::string next_fault =
      fuzz::refusal("load_next_npy", "bytes", [&] { next = ndx::load_next_npy<T>(left); });
  const std::string sought_fault =
      fuzz::refusal("load_npy", "stream", [&] { sought = ndx::load_npy<T>(seekable); });
  const std::string piped_fault =
      fuzz::refusal("load_npy", "stream", [&] { piped = ndx::load_npy<T>(slow); });
  if (whole_fault != load_fault) fuzz::fail("bytes: " + whole_fault + "; file: " + load_fault);
  const bool is_other_type = sought_fault.find(" was asked for") != sought_fault.npos;
  if (is_other_type && !load_fault.empty() && !next_fault.empty()) return;  // said before sizes are
  if (sought_fault != piped_fault || (sought_fault != next_fault && !file.empty()))
    fuzz::fail(next_fault + "; " + sought_fault + "; " + piped_fault);
  if (!next_fault.empty()) {
    if (left.size() != file.size()) fuzz::fail("a refused array was taken");
    if (next_fault != load_fault && load_fault.find(" follow the header") == load_fault.npos)
      fuzz::fail("next: " + next_fault + "; file: " + load_fault);
    return;
  }
  if (load_fault.empty() != (left.empty() || is_appended(file)))
    fuzz::fail("trailing bytes do not count");
  if (file.size() - static_cast<std::size_t>(seekable.tellg()) != left.size() ||
      pipe.left() != left.size())
    fuzz::fail("a stream is not left behind the array");
  for (const ndx::Tensor<T>& some : {sought, piped, load_fault.empty() ? whole : next}) {
    if (some.shape() != next.shape() || some.strides() != next.strides() ||
        bytes_of(some) != bytes_of(next))
      fuzz::fail("from memory it is another tensor");
  }
  if (load_fault.empty() && (next.shape() != loaded.shape() || bytes_of(next) != bytes_of(loaded)))
    fuzz::fail("from memory it is another tensor than from the file");
}

/// Saves and loads again; what is saved does not depend on how often.
template <class T>
void check_round_trip(const ndx::Tensor<T>& tensor) {
  ndx::save_npy(out_path(), tensor);
  const std::string saved = read(out_path());
  const auto again = ndx::load_npy<std::remove_const_t<T>>(out_path());
  if (again.shape() != tensor.shape() || bytes_of(again) != bytes_of(tensor))
    fuzz::fail("saved and loaded it is another tensor");
  ndx::save_npy(out_path(), again);
  if (read(out_path()) != saved) fuzz::fail("the second copy is another file");
  std::ostringstream stream;
  ndx::save_npy(stream, tensor);
  if (stream.str() != saved || text_of(ndx::npy_bytes(tensor)) != saved)
    fuzz::fail("the bytes are not those of the file");
}

template <class T>
void use(const ndx::Tensor<T>& tensor) {
  static_cast<void>(to_string(tensor));
  any_error([&] { return tensor.index({0}); });
  any_error([&] { return tensor.index({ndx::Ellipsis, -1, ndx::newaxis}); });
  any_error([&] { return tensor.index({ndx::tensor({0, -1, 0})}); });
  any_error([&] { return tensor.index({ndx::Slice(1, ndx::newaxis, 2), ndx::tensor({0})}); });
  any_error([&] { return tensor.index({true, ndx::Slice(ndx::newaxis, ndx::newaxis, -1)}); });
}

/// Loads and maps the file as elements of type T; whether it holds these.
template <class T>
bool check_as(const std::string& file) {
  ndx::Tensor<T> loaded;
  ndx::Tensor<const T> mapped;
  const std::string load_fault = refusal("load_npy", [&] { loaded = ndx::load_npy<T>(in_path()); });
  const std::string map_fault = refusal("map_npy", [&] { mapped = ndx::map_npy<T>(in_path()); });
  check_bytes<T>(file, loaded, load_fault);
  if (!load_fault.empty()) {
    if (map_fault != load_fault) fuzz::fail("load_npy: " + load_fault + "; map_npy: " + map_fault);
    return false;
  }
  check_elements(file, loaded);
  check_round_trip(loaded);
  check_round_trip(loaded.flip());
  use(loaded);
  if (!map_fault.empty()) fuzz::fail("map_npy: " + map_fault);
  if (mapped.shape() != loaded.shape() || mapped.strides() != loaded.strides() ||
      bytes_of(mapped) != bytes_of(loaded))
    fuzz::fail("mapped it is another tensor");
  use(mapped);
  return true;
}

/// The file as each type of the variant and as structs; how many of them it holds.
template <class... T>
int check_all(const std::string& file, const std::variant<ndx::Tensor<T>...>&) {
  return (check_as<T>(file) + ... + (check_as<Struct3>(file) + check_as<Struct16>(file)));
}

/// The file as an index of a small tensor, by all four rules.
void use_as_index() {
  const auto x = ndx::arange(24).reshape({2, 3, 4});
  std::vector<ndx::TensorIndex> index;
  refusal("load_index", [&] { index.push_back(ndx::load_index(in_path())); });
  if (index.empty()) return;
  if (to_string(ndx::parse_index("@" + in_path() + ",")[0]) != to_string(index[0]))
    fuzz::fail("parse_index reads another index than load_index");
  any_error([&] { return x.index(index); });
  any_error([&] { return x.numpy_index(index); });
  any_error([&] { return x.oindex(index); });
  any_error([&] { return x.vindex(index); });
  any_error([&] { x.clone().index_put_(index, 7); });
}

/// A file of this version with this header.
std::string with_header(char version, const std::string& header) {
  std::string bytes("\x93NUMPY");
  bytes += {version, '\0'};
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>(header.size() >> (8 * i) & 255U);
  return bytes + header;
}

/// How many bytes the elements take that the header of a file speaks of; 0 if it does not say.
std::size_t bytes_asked(const std::string& file) {
  write(in_path(), file);
  const std::string fault = refusal("load_npy", [] { return ndx::load_npy<Struct3>(in_path()); });
  const std::size_t at = fault.find(" takes ");
  return at == fault.npos ? 0 : std::strtoull(fault.c_str() + at + 7, nullptr, 10);
}

std::string file_of(const std::string& bytes) {
  if (bytes.empty() || bytes[0] == '\x93') return bytes;
  const std::size_t line = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
  std::string file = with_header(static_cast<char>(1 + (bytes[0] & 3)), bytes.substr(1, line - 1));
  const std::size_t asked = bytes_asked(file);
  std::string elements = bytes.substr(line);
  if (asked <= 4096) elements.resize(asked, 'x');
  return file + elements;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file = file_of(std::string(data, data + size));
  write(in_path(), file);
  ndx::NpyTensor any;
  const std::string fault = refusal("load_npy_any", [&] { any = ndx::load_npy_any(in_path()); });
  use_as_index();
  if (fault.empty() || fault.find("is not among the types of NpyTensor") != fault.npos) {
    const int held = check_all(file, any);
    if (held > 1 || (held == 0 && fault.empty()))
      fuzz::fail("held by " + std::to_string(held) + " types");
  } else if (check_as<int>(file) || check_as<bool>(file)) {
    fuzz::fail("loaded, but load_npy_any says: " + fault);
  }
  return 0;
}
