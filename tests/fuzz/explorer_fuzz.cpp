// What is typed into the index explorer: four texts between backquotes, after a byte for rule and mode;
// the whole input is also read as a dropped .npy file. Whatever they hold, the answer is JSON.
#include <nlohmann/json.hpp>

#include "../../examples/explorer/engine/npy_text.hpp"
#include "../../examples/explorer/engine/report.hpp"
#include "fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  std::array<std::string_view, 4> texts;
  std::string_view rest = input.substr(size == 0 ? 0 : 1);
  for (std::string_view& text : texts) {
    const std::size_t end = std::min(rest.find('`'), rest.size());
    text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const int choice = size == 0 ? 0 : data[0];
  const explorer::Request request{texts[0],
                                  texts[1],
                                  texts[2],
                                  texts[3],
                                  static_cast<ndx::IndexRule>(choice % 4),
                                  static_cast<explorer::Mode>(choice / 4 % 3)};
  const std::string answer = explorer::Report(request).run();
  const auto read = nlohmann::json::parse(answer, nullptr, false);
  // Bytes that are no UTF-8 may come back in a message; the page never sends any.
  const bool ascii = std::all_of(input.begin(), input.end(),
                                 [](char c) { return static_cast<signed char>(c) >= 0; });
  if (ascii && (read.is_discarded() || !read.contains("ok")))
    fuzz::fail("the answer is no JSON: " + answer);
  if (ascii && !read["ok"].get<bool>() && read["position"].get<std::size_t>() > size)
    fuzz::fail("the error is beyond the text: " + answer);
  explorer::npy_text(std::as_bytes(std::span(data, size)));
  return 0;
}
