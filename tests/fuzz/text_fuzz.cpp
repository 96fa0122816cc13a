// Bytes as text: read by loadtxt and TextTable, with options that the first bytes choose. The text is refused by a
// ValueError, or both read the same numbers, from memory and from a stream, and what savetxt writes of them is read
// back as the same bits.
#include <sstream>
#include <string>

#include <ndx/ndx.hpp>
#include <ndx/text.hpp>

#include "fuzz_input.hpp"

namespace {

using namespace ndx;

/// The numbers, or a message of one element that was refused.
template <class T, class Read>
Tensor<T> read_or_refuse(std::string& fault, Read&& read) {
  try {
    return read();
  } catch (const ValueError& error) {
    fault = error.what();
    return zeros<T>({0, 0});
  }
}

template <class T>
void check(const std::string& text, const TextOptions& options) {
  const auto bytes = std::as_bytes(std::span(text));
  std::istringstream stream(text);
  std::string fault;
  std::string fault_of_stream;
  std::string fault_of_table;
  const auto t = read_or_refuse<T>(fault, [&] { return loadtxt<T>(bytes, options); });
  const auto other =
      read_or_refuse<T>(fault_of_stream, [&] { return loadtxt<T>(stream, options); });
  // Both are bit by bit the same if no number is NaN in one of them alone.
  if (!allclose(t, other, 0, 0, true) || fault.empty() != fault_of_stream.empty())
    fuzz::fail("bytes and stream differ: " + fault + fault_of_stream);
  const auto columns = read_or_refuse<T>(fault_of_table, [&] {
    const TextTable table(bytes, options);
    Tensor<T> all = empty<T>({table.rows(), t.size(1)});
    for (index_t c = 0; c < t.size(1); ++c)
      all.select(1, c).copy_(
          table.column<T>(options.columns.empty() ? TextColumn(c) : options.columns[0]));
    return all;
  });
  // A table without rows, or without numbers, is refused by neither.
  if (fault.empty() && (!fault_of_table.empty() || !allclose(t, columns, 0, 0, true)))
    fuzz::fail("loadtxt and TextTable differ: " + fault_of_table);
  if (!fault.empty() || t.numel() == 0) return;
  std::ostringstream out;
  savetxt(out, t);
  const std::string written = out.str();
  if (!allclose(loadtxt<T>(std::as_bytes(std::span(written)), {.ndmin = 2}), t, 0, 0, true))
    fuzz::fail("savetxt wrote " + written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  TextOptions options{.header = (data[0] & 8) != 0, .ndmin = 2};
  options.delimiter = std::string_view(",\0;\t", 4)[data[0] & 3];
  if ((data[0] & 4) != 0) options.comment = '\0';
  if ((data[0] & 16) != 0) options.quote = '\0';
  if ((data[0] & 32) != 0) options.missing = 7;
  if ((data[0] & 64) != 0) options.columns = {index_t{data[1] & 7} - 2};
  if ((data[0] & 128) != 0) options.skip_rows = data[1] >> 6;
  const std::string text(data + 2, data + size);
  check<double>(text, options);
  check<float>(text, options);
  check<std::int32_t>(text, options);
  return 0;
}
