// Files.
#include <cstdio>
#include <istream>
#include <ostream>
#include <streambuf>

#include <ndx/indexed.hpp>
#include <ndx/io/inflater.hpp>
#include <ndx/io/npy/npy_any.hpp>
#include <ndx/io/npy/npy_bytes.hpp>
#include <ndx/io/npy/npy_fields.hpp>
#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/npy/npy_progress.hpp>
#include <ndx/io/npy/npy_stream.hpp>
#include <ndx/io/npy/npy_update.hpp>
#include <ndx/io/text/parse_index.hpp>
#include <ndx/large/tensor_file.hpp>
#include <ndx/text.hpp>

#include "public_functions.hpp"

namespace ndx_test {

namespace {

bool go_on(index_t /*done*/, index_t /*total*/) { return true; }

/// The bytes of a file. Streams of the standard library are not used here: they take a lack of memory for
/// an error of the file.
std::string content(const std::string& path) {
  const ndx::detail::InputFile file("load_npy", path);
  std::string bytes(static_cast<std::size_t>(file.size()), '\0');
  file.read(bytes.data(), file.size(), 0);
  return bytes;
}
/// A stream of such bytes.
class Source : std::streambuf {
 public:
  explicit Source(std::string bytes) : bytes_(std::move(bytes)), stream_(this) {
    setg(bytes_.data(), bytes_.data(), bytes_.data() + bytes_.size());
  }
  std::istream& stream() { return stream_; }

 private:
  std::string bytes_;
  std::istream stream_;
};
/// A stream that has room for a megabyte, which it drops.
class Sink : std::streambuf {
 public:
  Sink() : stream_(this) {}
  std::ostream& stream() { return stream_; }

 private:
  int_type overflow(int_type c) override {
    return room_-- > 0 ? traits_type::not_eof(c) : traits_type::eof();
  }
  std::streamsize xsputn(const char* /*from*/, std::streamsize bytes) override {
    const std::streamsize some = std::min(bytes, room_);
    room_ -= some;
    return some;
  }

  std::streamsize room_ = 1 << 20;
  std::ostream stream_;
};
std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

/// Calls body(file) with a new file of the elements, which is there afterwards only if it succeeds.
template <class Body>
void with_file(Arguments& a, const Tensor<float>& elements, const Body& body) {
  ndx::save_npy(a.new_file, elements);
  try {
    body(ndx::File<float>(a.new_file));
  } catch (...) {
    std::remove(a.new_file.c_str());
    throw;
  }
}

}  // namespace

void add_files(Registry& add) {
  add("load_npy", [](Arguments& a) { a.see(ndx::load_npy<float>(a.npy_file)); });
  add("map_npy", [](Arguments& a) { a.see(ndx::map_npy<float>(a.npy_file)); });
  add("save_npy", [](Arguments& a) { ndx::save_npy(a.new_file, a.floats); });
  add("save_npy what is not contiguous",
      [](Arguments& a) { ndx::save_npy(a.new_file, a.floats.transpose()); });
  add("load_npy of bytes", [](Arguments& a) {
    const std::string file = content(a.npy_file);
    a.see(ndx::load_npy<float>(bytes_of(file)));
  });
  add("load_npy of a stream",
      [](Arguments& a) { a.see(ndx::load_npy<float>(Source(content(a.npy_file)).stream())); });
  add("load_next_npy", [](Arguments& a) {
    const std::string file = content(a.npy_file);
    auto bytes = bytes_of(file);
    a.see(ndx::load_next_npy<float>(bytes));
  });
  add("load_npy_any of bytes", [](Arguments& a) {
    const std::string file = content(a.npy_file);
    a.see(ndx::load_npy_any(bytes_of(file)).index());
  });
  add("load_npy_any of a stream",
      [](Arguments& a) { a.see(ndx::load_npy_any(Source(content(a.npy_file)).stream()).index()); });
  add("load_next_npy_any", [](Arguments& a) {
    const std::string file = content(a.npy_file);
    auto bytes = bytes_of(file);
    a.see(ndx::load_next_npy_any(bytes).index());
  });
  add("npy_bytes", [](Arguments& a) { a.see(ndx::npy_bytes(a.floats).size()); });
  add("npy_bytes of what is not contiguous",
      [](Arguments& a) { a.see(ndx::npy_bytes(a.floats.transpose()).size()); });
  add("save_npy to a stream", [](Arguments& a) { ndx::save_npy(Sink().stream(), a.floats); });
  add("npy_fields of bytes", [](Arguments& a) {
    const std::string file = content(a.struct_file);
    a.see(ndx::npy_fields(bytes_of(file)).size());
  });
  add("load_npy_field of bytes", [](Arguments& a) {
    const std::string file = content(a.struct_file);
    a.see(ndx::load_npy_field<int>(bytes_of(file), "x"));
  });
  add("map_npy_rw", [](Arguments& a) { a.see(ndx::map_npy_rw<float>(a.npy_file)); });
  add("append_npy", [](Arguments& a) {
    std::remove(a.new_file.c_str());
    ndx::append_npy(a.new_file, a.floats);
    try {
      ndx::append_npy(a.new_file, a.floats);
    } catch (...) {
      std::remove(a.new_file.c_str());  // which the first call made
      throw;
    }
  });
  add("npy_fields", [](Arguments& a) { static_cast<void>(ndx::npy_fields(a.struct_file)); });
  add("load_npy_field", [](Arguments& a) { a.see(ndx::load_npy_field<int>(a.struct_file, "x")); });
  add("map_npy_field", [](Arguments& a) { a.see(ndx::map_npy_field<int>(a.struct_file, "x")); });
  add("load_npy with progress",
      [](Arguments& a) { a.see(ndx::load_npy<float>(a.npy_file, go_on)); });
  add("save_npy with progress", [](Arguments& a) { ndx::save_npy(a.new_file, a.floats, go_on); });
  add("load_npy_any with progress",
      [](Arguments& a) { a.see(ndx::load_npy_any(a.npy_file, go_on).index()); });
  add("load_npy_any", [](Arguments& a) { a.see(ndx::load_npy_any(a.npy_file).index()); });
  add("loadtxt", [](Arguments& a) {
    const std::string text = "x,y\n1,2\n3,\"4\"\n";
    a.see(ndx::loadtxt(bytes_of(text), {.delimiter = ',', .header = true, .columns = {"y"}}));
  });
  add("loadtxt of a file", [](Arguments& a) {
    ndx::savetxt(a.new_file, a.list);
    try {
      a.see(ndx::loadtxt(a.new_file, {.progress = go_on}));
    } catch (...) {
      std::remove(a.new_file.c_str());
      throw;
    }
  });
  add("loadtxt of a stream",
      [](Arguments& a) { a.see(ndx::loadtxt<float>(Source("1 2\n3 4\n").stream())); });
  add("TextTable::TextTable", [](Arguments& a) {
    const std::string text = "a 1\nb 2\n";
    a.see(ndx::TextTable(bytes_of(text)).rows());
  });
  add("TextTable::rows", [](Arguments& a) {
    const std::string text = "1";
    a.see(ndx::TextTable(bytes_of(text)).rows());
  });
  add("TextTable::names", [](Arguments& a) {
    const std::string text = "a b\n1 2";
    a.see(ndx::TextTable(bytes_of(text), {.header = true}).names().size());
  });
  add("TextTable::column", [](Arguments& a) {
    const std::string text = "a 1\nb 2\n";
    a.see(ndx::TextTable(bytes_of(text)).column<int>(1));
  });
  add("TextTable::categories", [](Arguments& a) {
    const std::string text = "a 1\nb 2\n";
    a.see(ndx::TextTable(bytes_of(text)).categories(0).codes);
  });
  add("TextSource::TextSource of bytes", [](Arguments& a) {
    a.see(ndx::loadtxt(ndx::TextSource(bytes_of(a.text)), {.max_rows = 0}));
  });
  add("TextSource::TextSource of a path",
      [](Arguments& a) { static_cast<void>(ndx::TextSource(a.npy_file)); });
  add("TextSource::TextSource of a stream",
      [](Arguments&) { static_cast<void>(ndx::TextSource(Source("1").stream())); });
  add("TextColumn::TextColumn of a literal",
      [](Arguments& a) { a.see(ndx::TextColumn("x").name().has_value()); });
  add("TextColumn::TextColumn of a string",
      [](Arguments& a) { a.see(ndx::TextColumn(a.text).name().has_value()); });
  add("TextColumn::TextColumn",
      [](Arguments& a) { a.see(ndx::TextColumn(a.count).name().has_value()); });
  add("TextColumn::name", [](Arguments& a) { a.see(ndx::TextColumn("x").name().has_value()); });
  add("TextColumn::number", [](Arguments& a) { a.see(ndx::TextColumn(1).number()); });
  add("savetxt",
      [](Arguments& a) { ndx::savetxt(a.new_file, a.floats.flatten(), {.progress = go_on}); });
  add("savetxt to a stream",
      [](Arguments& a) { ndx::savetxt(Sink().stream(), a.floats.flatten()); });
  add("inflater", [](Arguments& a) { a.see(ndx::inflater().inflate == nullptr); });
  add("set_inflater", [](Arguments&) {
    const ndx::Inflater installed = ndx::inflater();
    ndx::set_inflater(installed);
  });
  add("Progress::Progress of nothing",
      [](Arguments& a) { a.see(static_cast<bool>(ndx::Progress(nullptr))); });
  add("Progress::Progress of a function", [](Arguments& a) {
    const ndx::Progress progress = [](index_t done, index_t total) { return done <= total; };
    a.see(ndx::load_npy<float>(a.npy_file, progress));
  });
  add("Progress::operator bool", [](Arguments& a) {
    const ndx::Progress progress = [](index_t, index_t) { return true; };
    a.see(static_cast<bool>(progress));
  });
  add("Progress::operator()", [](Arguments& a) {
    const ndx::Progress progress = [](index_t done, index_t total) { return done < total; };
    a.see(progress(a.count, 1));
  });
  add("load_index", [](Arguments& a) { a.see(ndx::load_index(a.index_file)); });
  add("File::File",
      [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file, {.memory = a.count}).numel()); });
  add("File::File of a store", [](Arguments& a) {
    auto store = ndx::detail::NpyChunks<float>::open("File", a.npy_file, 0, 64);
    a.see(ndx::File<const float>(std::move(store), {}).numel());
  });
  add("File::shape", [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).shape()); });
  add("File::dim", [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).dim()); });
  add("File::numel", [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).numel()); });
  add("File::path", [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).path()); });
  add("File::index",
      [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).index({a.few})); });
  add("File::oindex",
      [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).oindex({a.few})); });
  add("File::vindex",
      [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).vindex({a.few})); });
  add("File::numpy_index",
      [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).numpy_index({a.few})); });
  add("File::index_put_", [](Arguments& a) {
    with_file(a, a.floats, [&](const auto& file) { file.index_put_({a.slice}, a.one, true); });
  });
  add("embedding_bag of a file", [](Arguments& a) {
    with_file(a, a.floats.reshape({-1, a.floats.size(-1)}), [&](const auto& file) {
      a.see(embedding_bag(file, a.few, {.offsets = ndx::tensor({0, 2, 2})}));
    });
  });
  add("embedding_bag of a file, without padding", [](Arguments& a) {
    with_file(a, a.floats.reshape({-1, a.floats.size(-1)}), [&](const auto& file) {
      a.see(embedding_bag(file, a.few,
                          {.offsets = ndx::tensor({0, 2, 2}), .padding_index = a.position}));
    });
  });
  add("File::plan",
      [](Arguments& a) { a.see(ndx::File<const float>(a.npy_file).plan({a.few}).result_shape()); });
  add("File::read", [](Arguments& a) {
    const ndx::File<const float> file(a.npy_file);
    a.see(file.read(file.plan({a.few})));
  });
  add("File::write_", [](Arguments& a) {
    with_file(a, a.floats, [&](const auto& file) { file.write_(file.plan({a.slice}), a.one); });
  });
  add("File::written_chunks", [](Arguments& a) {
    with_file(a, a.floats, [&](const auto& file) {
      file.index_put_({a.slice}, a.one);
      a.see(static_cast<index_t>(file.written_chunks().size()));
    });
  });
}

}  // namespace ndx_test
