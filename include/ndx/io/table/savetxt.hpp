// savetxt writes tensors as text that loadtxt and other programs read.
#pragma once

#include <charconv>
#include <string>

#include <ndx/io/npy/npy_stream.hpp>
#include <ndx/io/progress.hpp>
#include <ndx/io/text/element_words.hpp>

NDX_NAMESPACE_BEGIN

/// How savetxt writes text. The defaults are those of NumPy's savetxt, but for the digits of numbers.
struct SavetxtOptions {
  char delimiter = ' ';  // between the numbers of a row
  index_t precision =
      -1;  // digits as in printf; negative: the fewest that read back as the same number
  std::chars_format format = std::chars_format::general;  // general %g, fixed %f, scientific %e
  std::string newline = "\n";                             // after each row
  std::string header{};                                   // the first line, if it is not empty
  std::string comments = "# ";                            // written before the header
  Progress progress{};                                    // called with the bytes of the tensor
};

namespace detail {

/// Appends a number.
template <Real T>
void append_number_text(std::string& text, T value, const SavetxtOptions& options) {
  if constexpr (std::is_integral_v<T>) {
    text += std::to_string(+value);
  } else if (Half<T> && options.precision < 0) {
    text += scalar_text(value, 0);
  } else {
    const std::size_t size = text.size();
    for (std::size_t room = 32;; room *= 2) {
      text.resize(size + room);
      char* const begin = text.data() + size;
      const computed_t<T> number{value};
      const std::to_chars_result result =
          options.precision < 0
              ? std::to_chars(begin, begin + room, number)
              : std::to_chars(begin, begin + room, number, options.format,
                              static_cast<int>(std::min<index_t>(options.precision, 1 << 20)));
      text.resize(size + static_cast<std::size_t>(result.ptr - begin));
      if (result.ec == std::errc()) return;
      text.resize(size);
    }
  }
}

template <class File, class T>
void write_text(File& file, const Tensor<T>& tensor, const SavetxtOptions& options) {
  constexpr std::size_t kBlock = 1 << 16;
  ProgressMeter meter(file.where(), options.progress,
                      checked_bytes("savetxt", tensor.numel(), sizeof(T)));
  std::string text;
  if (!options.header.empty()) text = options.comments + options.header + options.newline;
  const Tensor<T> rows = tensor.dim() == 1 ? tensor.unsqueeze(1) : tensor;
  index_t column = 0;
  index_t done = 0;
  const auto flush = [&] {
    file.write(text.data(), std::ssize(text));
    text.clear();
    meter.add(done * index_t{sizeof(T)});
    done = 0;
  };
  for (const T& element : rows) {
    append_number_text(text, element, options);
    ++done;
    if (++column == rows.size(1)) {
      column = 0;
      text += options.newline;
      if (text.size() >= kBlock) flush();
    } else {
      text += options.delimiter;
    }
  }
  flush();
  file.commit();
}

template <class T>
void check_text_rank(const Tensor<T>& tensor) {
  if (tensor.dim() != 1 && tensor.dim() != 2)
    throw_shape_error("savetxt: a tensor of shape ", tensor.shape(),
                      ", but text has one or two dims");
}

}  // namespace detail

/// Writes a tensor as text, a line for each row; of one dim, a line for each element:
///   savetxt("a.csv", t, {.delimiter = ',', .header = "x,y", .comments = ""});
/// By default loadtxt reads back the same numbers, bit by bit. An existing file of that name is replaced only when
/// the new one is complete, as by save_npy. Throws ShapeError unless the tensor has one or two dims, ValueError if
/// the file cannot be written, Cancelled if the progress function returns false. Source: NumPy's savetxt.
template <class T>
  requires Real<std::remove_const_t<T>>
void savetxt(const std::string& path, const Tensor<T>& tensor, const SavetxtOptions& options = {}) {
  detail::check_text_rank(tensor);
  detail::ReplacementFile file("savetxt", path);
  detail::write_text(file, tensor, options);
}

/// Writes the text of savetxt(path, tensor, options) to a stream, and flushes it. Throws as that does; what was
/// written before stays written.
template <class T>
  requires Real<std::remove_const_t<T>>
void savetxt(std::ostream& stream, const Tensor<T>& tensor, const SavetxtOptions& options = {}) {
  detail::check_text_rank(tensor);
  detail::NpyOutput output("savetxt", stream);
  detail::write_text(output, tensor, options);
}

NDX_NAMESPACE_END
