// npyidx: indexes an .npy file with a Python index expression. kHelp describes its options.
#include <charconv>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <ndx/explain.hpp>
#include <ndx/ndx.hpp>
#include <ndx/npy.hpp>

namespace {

constexpr const char* kHelp =
    R"(usage: npyidx DATA.npy EXPRESSION [-o OUT.npy] [--set VALUE] [--rule NAME]
              [--explain] [--svg FILE]

Prints what DATA[EXPRESSION] selects, for example
  npyidx data.npy '[::-1, [0,2], ..., None]'
  npyidx data.npy '@rows.npy, 0' -o picked.npy
  npyidx data.npy '..., @mask.npy' --set 0
  npyidx data.npy '0, :, [0,2]' --rule numpy_index --explain

EXPRESSION  what Python writes between the brackets of x[…]: integers, slices
            a:b:c, `...`, None, True, False, nested lists of integers or of booleans,
            and @FILE.npy for an index tensor or mask; 0, 2 is two integers, [0, 2] one list.
  -o FILE       writes the result to FILE as well
  --set VALUE   writes VALUE to what is selected, in a copy of the data, and gives the
                whole copy; VALUE is a number, True, False, or @FILE.npy
  --rule NAME   how integers, lists and masks are combined:
                  index        integers select first, then lists and masks are
                               broadcast together (the default; PyTorch's rule)
                  numpy_index  NumPy's rule: integers are broadcast with them
                  oindex       outer: each list or mask on its own dim
                  vindex       vectorised: index dims go in front
  --explain     tells first, term by term, what EXPRESSION does
  --svg FILE    draws what EXPRESSION does
  --help        prints this text
On a terminal, what takes long to read or write says how far it is, and --explain has
colours unless NO_COLOR is set.
Exit status: 0, 2 when the arguments or EXPRESSION cannot be read, 1 for other errors.
)";

using Terms = std::vector<ndx::TensorIndex>;

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Options {
  std::string data;
  std::string expression;
  std::optional<std::string> output;
  std::optional<std::string> value;
  std::optional<std::string> picture;
  ndx::IndexRule rule = ndx::IndexRule::views_first;
  bool explain = false;
  bool help = false;
};

ndx::IndexRule read_rule(const std::string& name) {
  for (const auto rule : {ndx::IndexRule::views_first, ndx::IndexRule::numpy, ndx::IndexRule::outer,
                          ndx::IndexRule::vectorized}) {
    if (name == ndx::rule_name(rule)) return rule;
  }
  throw UsageError("--rule " + name + ": expected index, numpy_index, oindex or vindex");
}

Options read_options(const std::vector<std::string>& arguments) {
  Options options;
  std::vector<std::string> plain;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--help" || argument == "-h") {
      options.help = true;
    } else if (argument == "--explain") {
      options.explain = true;
    } else if (argument == "-o" || argument == "--set" || argument == "--rule" ||
               argument == "--svg") {
      if (++i == arguments.size()) throw UsageError(argument + " needs a value");
      const std::string& value = arguments[i];
      if (argument == "-o") options.output = value;
      if (argument == "--set") options.value = value;
      if (argument == "--rule") options.rule = read_rule(value);
      if (argument == "--svg") options.picture = value;
    } else if (argument.size() > 1 && argument[0] == '-' &&
               (argument[1] < '0' || argument[1] > '9')) {
      throw UsageError("there is no option " + argument);
    } else {
      plain.push_back(argument);
    }
  }
  if (options.help) return options;
  if (plain.size() != 2) throw UsageError("expected a file and an expression; see npyidx --help");
  options.data = plain[0];
  options.expression = plain[1];
  return options;
}

/// Parses all of `text` as a number.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  if (fault != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// How far a long read or write is: a line on stderr, if that is a terminal, and gone at the end.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what) : what_(std::move(what)) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() {
    if (shown_ >= 0) std::cerr << "\r\x1b[K" << std::flush;
  }

  void show(ndx::index_t done, ndx::index_t total) {
    constexpr ndx::index_t kLong = 64'000'000;  // bytes, which take a disk half a second
    if (total < kLong || ::isatty(STDERR_FILENO) == 0) return;
    const auto percent = static_cast<int>(100 * done / total);
    if (percent == shown_) return;
    shown_ = percent;
    std::cerr << '\r' << what_ << ": " << percent << " %" << std::flush;
  }
  ndx::Progress function() {
    return [this](ndx::index_t done, ndx::index_t total) {
      show(done, total);
      return true;
    };
  }

 private:
  std::string what_;
  int shown_ = -1;
};

ndx::NpyTensor load(const std::string& path) {
  ProgressLine line("reading " + path);
  return ndx::load_npy_any(path, line.function());
}

template <class T>
void save(const std::string& path, const ndx::Tensor<T>& tensor) {
  ProgressLine line("writing " + path);
  ndx::save_npy(path, tensor, line.function());
}

/// The value of --set. Four wide types can hold every value of the other types.
using Value = std::variant<ndx::Tensor<std::int64_t>, ndx::Tensor<std::uint64_t>,
                           ndx::Tensor<double>, ndx::Tensor<std::complex<double>>>;

Value load_value(const std::string& path) {
  return std::visit(
      [](const auto& tensor) -> Value {
        using T = typename std::remove_cvref_t<decltype(tensor)>::value_type;
        if constexpr (std::is_same_v<T, std::uint64_t>) return tensor;
        if constexpr (std::is_integral_v<T>) return tensor.template to<std::int64_t>();
        if constexpr (ndx::Floating<T>) return tensor.template to<double>();
        if constexpr (ndx::Complex<T>) return tensor.template to<std::complex<double>>();
      },
      load(path));
}

Value read_value(const std::string& text) {
  if (text.substr(0, 1) == "@") return load_value(text.substr(1));
  if (text == "True" || text == "False") return ndx::tensor<std::int64_t>(text == "True");
  if (const auto number = read_number<std::int64_t>(text)) return ndx::tensor(*number);
  if (const auto number = read_number<std::uint64_t>(text)) return ndx::tensor(*number);
  if (const auto number = read_number<double>(text)) return ndx::tensor(*number);
  throw UsageError("--set " + text + ": expected a number, True, False or @FILE.npy");
}

/// The parsed command line.
struct Job {
  Options options;
  Terms terms;
  std::optional<Value> value;
};

template <class T>
ndx::Tensor<T> selected(const ndx::Tensor<T>& data, const Job& job) {
  switch (job.options.rule) {
    case ndx::IndexRule::numpy:
      return data.numpy_index(job.terms);
    case ndx::IndexRule::outer:
      return data.oindex(job.terms);
    case ndx::IndexRule::vectorized:
      return data.vindex(job.terms);
    default:
      return data.index(job.terms);
  }
}

/// Returns a copy of the data with the value written to what the terms select.
template <class T, class U>
ndx::Tensor<T> written(const ndx::Tensor<T>& data, const Job& job, const ndx::Tensor<U>& value) {
  switch (job.options.rule) {
    case ndx::IndexRule::numpy:
      return data.numpy_index_put(job.terms, value);
    case ndx::IndexRule::outer:
      return data.oindex_put(job.terms, value);
    case ndx::IndexRule::vectorized:
      return data.vindex_put(job.terms, value);
    default:
      return data.index_put(job.terms, value);
  }
}

template <class T>
ndx::Tensor<T> result_of(const ndx::Tensor<T>& data, const Job& job) {
  if (!job.value) return selected(data, job);
  return std::visit(
      [&](const auto& value) {
        using U = typename std::remove_cvref_t<decltype(value)>::value_type;
        if constexpr (ndx::ConvertibleElement<U, T>) {
          return written(data, job, value);
        } else {
          throw ndx::ValueError("--set: complex values do not fit into real data");
          return data;  // unreachable, but gives the lambda its return type
        }
      },
      *job.value);
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

template <class T>
void run(const ndx::Tensor<T>& data, const Job& job) {
  const Options& options = job.options;
  const ndx::Tensor<T> result = result_of(data, job);
  if (options.explain || options.picture) {
    const ndx::Explanation explanation = explain(data, job.terms, options.rule);
    if (options.picture) write_text(*options.picture, to_svg(explanation));
    if (options.explain)
      std::cout << to_string(explanation, ndx::terminal_style(STDOUT_FILENO)) << '\n';
  }
  std::cout << "shape " << result.shape() << ", dtype " << ndx::dtype_name(result.dtype()) << '\n'
            << result << std::endl;
  if (!std::cout) throw std::runtime_error("the result cannot be printed");
  if (options.output) save(*options.output, result);
}

int fail(int status, const char* message) {
  std::cerr << "npyidx: " << message << '\n';
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  Job job;
  try {
    job.options = read_options({argv + 1, argv + argc});
    if (job.options.help) {
      std::cout << kHelp;
      return 0;
    }
    job.terms = ndx::parse_index(job.options.expression);
    if (job.options.value) job.value = read_value(*job.options.value);
  } catch (const std::exception& error) {
    return fail(2, error.what());
  }
  try {
    std::visit([&](const auto& data) { run(data, job); }, load(job.options.data));
  } catch (const std::exception& error) {
    return fail(1, error.what());
  }
}
