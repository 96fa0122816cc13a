// Prints tensors, dims and dtypes in NumPy's format, on lines of limited width.
//
// element_words.hpp makes one word of each element; this file puts the words between brackets and breaks
// them into lines. It includes no stream header beyond <iosfwd>, so that programs that do not print
// compile faster.
#pragma once

#include <iosfwd>
#include <string>

#include <ndx/io/text/element_words.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The value of `edge` with which nothing is elided.
inline constexpr index_t kAllItems = INT64_MAX / 2;

/// Arranges words between nested brackets. For a dim with more than 2·edge items, there are words
/// only for its first and last `edge` items. This is a template, so that it is compiled only if a
/// tensor is printed.
template <class Words>
class NestedText {
 public:
  using Text = typename Words::value_type;

  NestedText(const Words& words, DimsView shape, index_t edge)
      : words_(words), shape_(shape), edge_(edge) {}

  [[nodiscard]] Text text(index_t line_width) { return nested(0, line_width); }

 private:
  [[nodiscard]] bool has_gap(std::size_t dim) const noexcept { return shape_[dim] > 2 * edge_; }

  /// Returns the items of one dim in brackets. `width` is the remaining line width.
  Text nested(std::size_t dim, index_t width) {
    return '[' + (dim + 1 == shape_.size() ? last_dim(dim, width) : outer_dim(dim, width)) + ']';
  }

  /// Returns the items of an outer dim, separated by one newline per remaining dim.
  Text outer_dim(std::size_t dim, index_t width) {
    const Text between = Text(shape_.size() - dim - 1, '\n') + Text(dim + 1, ' ');
    const index_t count = has_gap(dim) ? 2 * edge_ : shape_[dim];
    Text text;
    for (index_t i = 0; i < count; ++i) {
      if (i != 0) text += between;
      if (i == edge_ && has_gap(dim)) text += "..." + between;
      text += nested(dim + 1, width - 1);
    }
    return count == 0 ? "..." : text;
  }

  /// Returns the words of the last dim, with a line break before each word that does not fit.
  Text last_dim(std::size_t dim, index_t width) {
    const std::size_t indent = dim + 1;
    const index_t count = has_gap(dim) ? 2 * edge_ : shape_[dim];
    const auto fitting = static_cast<std::size_t>(width > 1 ? width - 1 : 0);
    Text text;
    Text line(indent, ' ');
    const auto add = [&](const Text& word, bool last) {
      if (line.size() + word.size() > fitting && line.size() > indent) {
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
        line.assign(indent, ' ');
      }
      line += word;
      if (!last) line += ' ';
    };
    for (index_t i = 0; i < count; ++i) {
      if (i == edge_ && has_gap(dim)) add("...", false);
      add(words_[next_++], i + 1 == count);
    }
    if (count == 0) add("...", true);
    return (text + line).substr(indent);
  }

  const Words& words_;
  DimsView shape_;
  index_t edge_;
  std::size_t next_ = 0;
};

/// Returns the number of elements to print: of each dim with more than 2·edge items, only the first
/// and last `edge` count.
inline index_t printed_count(DimsView shape, index_t edge) {
  index_t count = 1;
  for (const index_t size : shape) count *= std::min(size, 2 * edge);
  return count;
}

/// Appends the elements to be printed, in row-major order.
template <class T>
void append_printed_elements(const T* element, DimsView shape, DimsView strides, index_t edge,
                             std::vector<T>& printed) {
  if (shape.empty()) {
    printed.push_back(*element);
    return;
  }
  const DimsView inner_shape(shape.data() + 1, shape.size() - 1);
  const DimsView inner_strides(strides.data() + 1, strides.size() - 1);
  const index_t size = shape[0];
  const index_t hidden = size > 2 * edge ? size - 2 * edge : 0;
  for (index_t shown = 0; shown < size - hidden; ++shown) {
    const index_t i = shown < edge ? shown : shown + hidden;
    append_printed_elements(element + i * strides[0], inner_shape, inner_strides, edge, printed);
  }
}

/// Returns the text of to_string(tensor, options).
template <class T>
std::string tensor_text(const Tensor<const T>& tensor, const PrintOptions& options) {
  check_print_options("to_string", options);
  if (tensor.numel() == 0) return tensor.dim() == 1 ? "[]" : message("[], shape=", tensor.shape());
  if (tensor.dim() == 0) return scalar_word(*tensor.data());
  const index_t edge =
      tensor.numel() > options.threshold ? std::min(options.edge_items, kAllItems) : kAllItems;
  std::vector<T> elements;
  elements.reserve(checked_size<T>(printed_count(tensor.shape(), edge)));
  append_printed_elements(tensor.data(), tensor.shape(), tensor.strides(), edge, elements);
  const auto words = format_elements(elements, options);
  return NestedText(words, tensor.shape(), edge).text(options.line_width);
}
#define NDX_ENTRY(suffix, T)                                                     \
  NDX_COMPILE_TEXT(tensor_text_##suffix, std::string, tensor_text,               \
                   (const Tensor<const T>& tensor, const PrintOptions& options), \
                   (tensor, options), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

}  // namespace detail

/// Formats a tensor as print(x) shows an equal array in NumPy: columns aligned at the decimal
/// point; the fewest digits that identify each number, but at most `precision` after the point;
/// scientific notation if the numbers are large, small or far apart; "..." for the middle of long
/// dims.
///   [[0 1 2]
///    [3 4 5]]
/// A tensor of rank 0 prints as the number alone, with all its digits. An empty tensor prints as
/// "[]" if its rank is 1, otherwise with its shape, "[], shape=(0, 3)". Elements of types that ndx
/// does not know print through their operator<<, or as bytes if they have none. Throws ValueError
/// for a negative option.
template <class T>
[[nodiscard]] std::string to_string(const Tensor<T>& tensor, const PrintOptions& options) {
  return detail::tensor_text<std::remove_const_t<T>>(tensor, options);
}
/// Formats a tensor with the process-wide options, print_options().
template <class T>
[[nodiscard]] std::string to_string(const Tensor<T>& tensor) {
  return to_string(tensor, print_options());
}

/// Formats dims as a tuple: "(2, 3)", "(3)", "()".
inline std::string to_string(DimsView dims) { return message(dims); }

/// Returns the name that NumPy and dtype_name() give a type: "float32".
inline std::string to_string(DType dtype) { return dtype_name(dtype); }

template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const Tensor<T>& tensor) {
  return out << to_string(tensor);
}
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, DimsView dims) {
  return out << to_string(dims);
}
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, DType dtype) {
  return out << dtype_name(dtype);
}

NDX_NAMESPACE_END
