// FormatSpec reads the options of a replacement field, such as "{:.3,threshold=6}"; std::format and fmt share the
// formatter below it.
//
// The names are those of PrintOptions. Options that the field does not name are the process-wide ones, as in operator<<.
// The specification is read in constant expressions, so that a mistake in it does not compile.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include <ndx/io/text/print_tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The options that a field names.
class FormatSpec {
 public:
  /// Reads the options, up to the end or a '}', and returns their length. Sets `error` if it cannot.
  constexpr std::size_t read(std::string_view text, const char*& error) {
    std::size_t at = 0;
    while (at < text.size() && text[at] != '}') {
      if (at != 0 && text[at++] != ',') error = "options of a tensor are separated by commas";
      if (error == nullptr) at = read_option(text, at, error);
      if (error != nullptr) return at;
    }
    return at;
  }

  /// Returns the process-wide options with those that the field names in their place.
  [[nodiscard]] PrintOptions options() const {
    PrintOptions options = print_options();
    const std::array<index_t*, 4> fields{&options.precision, &options.threshold,
                                         &options.edge_items, &options.line_width};
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (numbers_[i] >= 0) *fields[i] = numbers_[i];
    if (suppress_) options.suppress = true;
    return options;
  }

 private:
  constexpr std::size_t read_option(std::string_view text, std::size_t at, const char*& error) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with('.')) return read_number(text, at + 1, numbers_[0], error);
    constexpr std::string_view kSuppress = "suppress";
    if (rest.starts_with(kSuppress)) {
      suppress_ = true;
      return at + kSuppress.size();
    }
    constexpr std::array<std::string_view, 4> kNames{
        "precision=", "threshold=", "edge_items=", "line_width="};
    for (std::size_t i = 0; i < kNames.size(); ++i)
      if (rest.starts_with(kNames[i]))
        return read_number(text, at + kNames[i].size(), numbers_[i], error);
    error =
        "a tensor's options are .DIGITS, precision=, threshold=, edge_items=, line_width= and "
        "suppress";
    return at;
  }

  static constexpr std::size_t read_number(std::string_view text, std::size_t at, index_t& number,
                                           const char*& error) {
    const std::size_t first = at;
    number = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && at - first < 9; ++at)
      number = number * 10 + (text[at] - '0');
    if (at == first) error = "an option of a tensor needs a number of at most nine digits";
    return at;
  }

  std::array<index_t, 4> numbers_{-1, -1, -1, -1};
  bool suppress_ = false;
};

/// The members of std::formatter and fmt::formatter for tensors and what is read as one. `Error` is what the library
/// throws for a wrong specification.
template <class Error>
class TensorFormatter {
 public:
  template <class Context>
  constexpr auto parse(Context& context) {
    const char* error = nullptr;
    const auto size = static_cast<std::size_t>(context.end() - context.begin());
    const std::string_view text =
        size == 0 ? std::string_view() : std::string_view(&*context.begin(), size);
    const std::size_t length = spec_.read(text, error);
    if (error != nullptr) throw Error(error);
    return context.begin() + static_cast<std::ptrdiff_t>(length);
  }

  template <class T, class Context>
  auto format(const Tensor<T>& t, Context& context) const {
    const std::string text = to_string(t, spec_.options());
    return std::copy(text.begin(), text.end(), context.out());
  }
  template <class T, class Context>
  auto format(const IndexedView<T>& view, Context& context) const {
    return format(view.read(), context);
  }

 private:
  FormatSpec spec_;
};

/// The members of the formatters of what has no options, such as shapes: their text.
template <class Error>
class PlainFormatter {
 public:
  template <class Context>
  constexpr auto parse(Context& context) {
    if (context.begin() != context.end() && *context.begin() != '}')
      throw Error("shapes and dtypes have no options");
    return context.begin();
  }

  template <class X, class Context>
  auto format(const X& x, Context& context) const {
    const std::string text = to_string(x);
    return std::copy(text.begin(), text.end(), context.out());
  }
};

}  // namespace detail
NDX_NAMESPACE_END
