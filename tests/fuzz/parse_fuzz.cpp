// Text as an index expression: parsed, spelled and parsed again, explained, and applied to a tensor
// by the four rules. What explain says must be what the calls then do.
//
// The first byte chooses the tensor, the second the rule and how the tensor is stored; the rest is
// the text.
#include <sstream>
#include <string>
#include <vector>

#include <ndx/explain.hpp>
#include <ndx/ndx.hpp>

#include "fuzz_input.hpp"
#include "python_spelling.hpp"
#include "support/xml.hpp"

namespace {

using ndx::index_t;
using ndx::TensorIndex;
using Terms = std::vector<TensorIndex>;

/// Beyond this many elements a result is only explained.
constexpr index_t kLargest = 1 << 16;

/// The error of a call whose result is too large.
const std::string kNoMemory = "std::bad_alloc";

/// What a call did: threw an error, or gave this shape and these elements.
struct Outcome {
  std::string error;  // "IndexError: …", without the name of the call
  std::vector<index_t> shape, elements;
};

/// 0, 1, 2, … in one of the shapes.
ndx::Tensor<index_t> source(fuzz::FuzzInput& input) {
  const ndx::Dims shapes[] = {
      {2, 3, 4}, {}, {3}, {5, 4}, {4, 1, 2}, {0}, {2, 0, 3}, {30, 50}, {2, 1, 1, 3, 1, 2, 2}};
  const ndx::Dims& shape = shapes[input.below(std::size(shapes))];
  return ndx::arange(ndx::numel(shape)).reshape(shape);
}

/// What names mean: tensors of several kinds, terms that are none, and nothing.
TensorIndex named(const ndx::Tensor<index_t>& source, std::string_view name) {
  switch (name[0]) {
    case 'i':
      return ndx::tensor<std::int8_t>({1, -1, 0});
    case 'u':
      return ndx::tensor<std::uint64_t>({0, 1});
    case 'm':
      return source > 1;
    case 'b':
      return ndx::full({}, true);
    case 'z':
      return ndx::tensor({1, 0}).reshape({2, 1}).expand({2, 40});
    case 's':
      return ndx::Slice(1, -1);
    case 'n':
      return ndx::newaxis;
    default:
      ndx::throw_value_error("nobody has the name ", name);
  }
}

/// The terms, or none where the text is refused, which must be by a ValueError with a caret.
Terms parse(const ndx::Tensor<index_t>& source, std::string_view text) {
  try {
    return ndx::parse_index(text, [&](std::string_view name) { return named(source, name); });
  } catch (const ndx::ValueError& error) {
    const std::string said = error.what();
    if (said.rfind("parse_index: ", 0) != 0 || said.back() != '^')
      fuzz::fail("parse_index is refused without saying where: " + said);
    return {};
  }
}

template <class Call>
Outcome outcome_of(Call&& call) {
  const auto failed = [](const char* type, const std::exception& error) {
    const std::string said = error.what();
    return Outcome{type + said.substr(std::min(said.size(), said.find(':'))), {}, {}};
  };
  try {
    return call();
  } catch (const ndx::IndexError& error) {
    return failed("IndexError", error);
  } catch (const ndx::ShapeError& error) {
    return failed("ShapeError", error);
  } catch (const ndx::ValueError& error) {
    return failed("ValueError", error);
  } catch (const std::bad_alloc&) {
    return {kNoMemory, {}, {}};
  }
}

Outcome read(const ndx::Tensor<index_t>& source, const Terms& terms, ndx::IndexRule rule) {
  return outcome_of([&] {
    const auto result = rule == ndx::IndexRule::views_first ? source.index(terms)
                        : rule == ndx::IndexRule::numpy     ? source.numpy_index(terms)
                        : rule == ndx::IndexRule::outer     ? source.oindex(terms)
                                                            : source.vindex(terms);
    const auto shape = result.shape();
    return Outcome{"", {shape.begin(), shape.end()}, {result.begin(), result.end()}};
  });
}

/// The same error; of several indices that are out of bounds either may be named.
bool same_error(const std::string& a, const std::string& b) {
  const auto is_bound = [](const std::string& error) {
    return error.find(" is out of bounds for ") != error.npos;
  };
  return a == b || (is_bound(a) && is_bound(b));
}

/// Whether the text of an explanation fits a terminal and its picture is a document.
void look_at(const ndx::Explanation& e) {
  std::istringstream lines(to_string(e));
  for (std::string line; std::getline(lines, line);)
    if (ndx::detail::text_width(line) > 80) fuzz::fail("a line is too wide: " + line);
  const xml::Element picture = xml::read(ndx::to_svg(e));
  if (picture.name != "svg") fuzz::fail("the picture is no SVG");
}

/// Compares what the explanation says with what the calls do.
void check(const ndx::Tensor<index_t>& source, const Terms& terms, const ndx::Explanation& e) {
  for (const ndx::RuleOutcome& said : e.rules) {
    if (ndx::numel(said.shape) > kLargest) continue;
    const Outcome result = read(source, terms, said.rule);
    const std::string name = ndx::rule_name(said.rule);
    if (said.error.empty() != result.error.empty())
      fuzz::fail(name + " of " + e.expression + ": \"" + result.error + "\", explained as \"" +
                 said.error + '"');
    if (!said.error.empty()) continue;
    if (ndx::DimsView(said.shape) != result.shape)
      fuzz::fail(name + " of " + e.expression + " has another shape than explained");
    if (said.rule == e.rule && e.has_cells && e.cells != result.elements)
      fuzz::fail(name + " of " + e.expression + " has other cells than explained");
  }
}

/// Spells the terms, which must be what the text says, and parses that: they must still mean the
/// same.
void check_spelling(const ndx::Tensor<index_t>& source, const std::string& text, const Terms& terms,
                    ndx::IndexRule rule, const Outcome& result) {
  const std::string spelled = ndx::expression_text(terms).text;
  if (spelled.find("tensor(") != spelled.npos) return;  // too large to be spelled
  if (text.find('@') == text.npos && spelled != fuzz::python_spelling(text))
    fuzz::fail(text + " is spelled " + spelled + ", not " + fuzz::python_spelling(text));
  const Terms again = parse(source, spelled);
  if (again.size() != terms.size() || ndx::expression_text(again).text != spelled)
    fuzz::fail(spelled + " does not read back");
  const Outcome second = read(source, again, rule);
  if (second.shape != result.shape || second.elements != result.elements ||
      second.error != result.error)
    fuzz::fail(spelled + " means something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::FuzzInput input(data, size);
  auto x = source(input);
  const auto rule = static_cast<ndx::IndexRule>(input.below(4));
  if (input.flag()) x = x.transpose().contiguous().transpose();
  const auto bytes = input.rest();
  const std::string text(bytes.begin(), bytes.end());
  const Terms terms = parse(x, text);
  if (terms.empty()) return 0;

  ndx::Explanation e;
  const Outcome explained = outcome_of([&] {
    e = ndx::explain(x, terms, rule);
    return Outcome();
  });
  if (explained.error.empty()) {
    look_at(e);
    check(x, terms, e);
    if (ndx::numel(e.shape) > kLargest) return 0;
  }
  const Outcome result = read(x, terms, rule);
  // An index out of bounds of a result that is too large: explain has no need of the memory.
  if (result.error == kNoMemory && !explained.error.empty()) return 0;
  if (!same_error(result.error, explained.error))
    fuzz::fail(text + ": \"" + result.error + "\", explained as \"" + explained.error + '"');
  check_spelling(x, text, terms, rule, result);
  return 0;
}
