// loadtxt reads a tensor of numbers from text; TextTable reads columns of different types.
#pragma once

#include <limits>

#include <ndx/io/table/parse_number.hpp>
#include <ndx/io/table/scan_text.hpp>
#include <ndx/io/table/text_source.hpp>
#include <ndx/ops/core/number_text.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The types that text is read as.
template <class T>
concept TextNumber = (Integer<T> || Floating<T>) && !std::is_const_v<T>;

/// Whether the field is missing.
inline bool is_missing(std::string_view text, const TextOptions& options) {
  return text.empty() || std::find(options.na.begin(), options.na.end(), text) != options.na.end();
}

/// Converts fields of a text to numbers of type T.
template <TextNumber T>
class TextParser {
 public:
  TextParser(const std::string& where, const TextOptions& options)
      : where_(where), options_(options) {
    if constexpr (Floating<T>) missing_ = T(std::numeric_limits<computed_t<T>>::quiet_NaN());
    if (options.missing) missing_ = convert_element<T>(*options.missing);
    if (Integer<T> && options.missing && static_cast<double>(missing_) != *options.missing)
      throw_value_error(where, ": missing is ", number_text(*options.missing), ", which is no ",
                        dtype_name(dtype_of<T>()));
  }

  /// Returns the number, or throws the error of this field.
  T operator()(std::string_view text, const TextColumns& columns, index_t line,
               index_t column) const {
    T value = missing_;
    const char* fault = nullptr;
    if (!is_missing(text, options_)) {
      fault = parse_number(text, value);
    } else if (Integer<T> && !options_.missing) {
      fault = " is missing, and there is no .missing to take its place among ";
    }
    if (fault != nullptr) [[unlikely]]
      throw_field_error(where_, columns, line, column, text,
                        message(fault, dtype_name(dtype_of<T>())));
    return value;
  }

 private:
  const std::string& where_;
  const TextOptions& options_;
  T missing_{};
};

/// Drops dims of size 1 while there are more than ndmin dims, as NumPy's loadtxt does.
inline Dims text_shape(index_t rows, index_t columns, index_t ndmin) {
  if (ndmin >= 2) return {rows, columns};
  if (rows == 1 && columns == 1) return ndmin == 1 ? Dims{1} : Dims{};
  if (rows == 0) return {0};
  return rows == 1 ? Dims{columns} : columns == 1 ? Dims{rows} : Dims{rows, columns};
}

}  // namespace detail

/// Reads a table of numbers from text: a file, a stream or bytes, see TextSource and TextOptions.
///   loadtxt("a.txt")                                                    // columns between spaces
///   loadtxt<float>("a.csv", {.delimiter = ',', .header = true, .columns = {"x", "y"}})
///   loadtxt<int>(std::as_bytes(std::span(text)), {.missing = -1})
/// Shape: (rows, columns), without dims of size 1 unless .ndmin keeps them. A copy. Empty lines and comments are
/// no rows; lines end with LF, CR or both. Spaces around a field are no part of it, quotes around it are taken
/// away. The text is read a block at a time. Throws ValueError with the line and the column for a field that is
/// not a number of type T, or is missing among integers without .missing, and with the line for rows of
/// different sizes; as well as for columns that are not there, and if the file cannot be read. Cancelled if
/// the progress function returns false. Source: NumPy's loadtxt; missing fields as in genfromtxt.
template <detail::TextNumber T = double>
[[nodiscard]] Tensor<T> loadtxt(const TextSource& source, const TextOptions& options = {}) {
  detail::OpenText text("loadtxt", source, options.progress);
  const detail::TextParser<T> parse(text.where(), options);
  detail::TextColumns columns;
  Tensor<T> values = empty<T>({1 << 13});  // grows, and is then cut to the rows that are there
  index_t rows = 0;
  const auto read = [&](char* to, index_t room) { return text.read(to, room); };
  const auto new_row = [&] {
    const index_t width = std::ssize(columns.chosen);
    const index_t count = rows * width;
    if (count + width > values.numel()) {
      const Tensor<T> larger = empty<T>({2 * count + width});
      larger.narrow(0, 0, count).copy_(values.narrow(0, 0, count));
      values = larger;
    }
    return values.data() + count;
  };
  const auto take_row = [&](std::span<const std::string_view> fields, index_t line) {
    T* const to = new_row();
    for (std::size_t k = 0; k < fields.size(); ++k)
      to[k] = parse(fields[k], columns, line, columns.chosen[k]);
    ++rows;
  };
  const auto take_numbers = [&](const char* p, const char* last) {
    T* to = new_row();
    const bool by_spaces = options.delimiter == '\0';
    if (last != p && last[-1] == '\r') --last;
    for (index_t left = columns.count; left > 0; --left, ++to) {
      while (by_spaces && p != last && (*p == ' ' || *p == '\t')) ++p;
      p = detail::parse_next_number(p, last, *to);
      if (p == nullptr || (left > 1 && (p == last || *p != (by_spaces ? ' ' : options.delimiter))))
        return false;
      p += left > 1;
    }
    rows += p == last;
    return p == last;
  };
  detail::scan_text(text.where(), detail::TextRead(read), options, columns,
                    detail::TextRow(take_row), detail::TextNumbers(take_numbers));
  text.finish();
  const index_t width = std::ssize(columns.chosen);
  return values.narrow(0, 0, rows * width)
      .clone()
      .reshape(detail::text_shape(rows, width, options.ndmin));
}

/// The values of a column of text as numbers: codes(rows) has the position of each row's text in `names`, which
/// has each text once, in the order in which they come first; -1 where the field is missing.
struct TextCategories {
  Tensor<index_t> codes;
  std::vector<std::string> names;
};

namespace detail {

/// Numbers texts in the order in which they come first, and appends them to the names, of the type Names. A hash table
/// of its own, because <unordered_map> takes 8 MB of compiler memory in every source file.
template <class Names>
class TextCodes {
 public:
  explicit TextCodes(Names& names) : names_(names), slots_(256, kFree) {}

  /// Returns the number of the text.
  index_t find(std::string_view text) {
    index_t& code = slot(text);
    if (code != kFree) return code;
    code = std::ssize(names_);
    names_.emplace_back(text);
    if (2 * names_.size() <= slots_.size()) return code;
    slots_.assign(2 * slots_.size(), kFree);
    for (index_t k = 0; k < std::ssize(names_); ++k) slot(names_[static_cast<std::size_t>(k)]) = k;
    return std::ssize(names_) - 1;
  }

 private:
  static constexpr index_t kFree = -1;

  /// Returns the slot that has the code of the text, or else the one that is free for it. At least half are free.
  index_t& slot(std::string_view text) {
    for (std::size_t k = std::hash<std::string_view>()(text);; ++k) {
      index_t& code = slots_[k & (slots_.size() - 1)];
      if (code == kFree || names_[static_cast<std::size_t>(code)] == text) return code;
    }
  }

  Names& names_;
  std::vector<index_t> slots_;  // their number is a power of 2
};

}  // namespace detail

/// A table of text whose columns have different types. It holds the fields as text; column<T> and categories
/// convert one column.
///   const TextTable orders("orders.csv", {.delimiter = ',', .header = true});
///   auto price = orders.column<double>("price");
///   auto [codes, names] = orders.categories("customer");
// The constructor and categories are templates, so that only programs that call them compile them.
class TextTable {
 public:
  /// Reads a table, as loadtxt does; .ndmin means nothing. Throws ValueError for rows of different sizes, for
  /// columns that are not there, and if the file cannot be read; Cancelled if the progress function returns false.
  template <class = void>
  explicit TextTable(const TextSource& source, const TextOptions& options = {})
      : options_(options) {
    detail::OpenText text("TextTable", source, options.progress);
    where_ = text.where();
    const auto read = [&](char* to, index_t room) { return text.read(to, room); };
    const auto take_row = [&](std::span<const std::string_view> fields, index_t line) {
      for (const std::string_view field : fields) {
        text_ += field;
        ends_.push_back(text_.size());
      }
      lines_.push_back(line);
    };
    const auto take_none = [](const char*, const char*) { return false; };
    detail::scan_text(where_, detail::TextRead(read), options, columns_, detail::TextRow(take_row),
                      detail::TextNumbers(take_none));
    text.finish();
    options_.progress = {};
  }

  /// Number of rows.
  [[nodiscard]] index_t rows() const noexcept { return std::ssize(lines_); }
  /// The names of all columns of the text; empty without .header.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return columns_.names; }

  /// Converts a column to a tensor (rows). Missing fields become .missing. Throws ValueError as loadtxt does, and for
  /// a column that was not read.
  template <detail::TextNumber T>
  [[nodiscard]] Tensor<T> column(const TextColumn& column) const {
    const detail::TextParser<T> parse(where_, options_);
    const std::size_t k = position(column);
    Tensor<T> result = empty<T>({rows()});
    for (std::size_t row = 0; row < lines_.size(); ++row)
      result.data()[row] = parse(field(row, k), columns_, lines_[row], columns_.chosen[k]);
    return result;
  }

  /// Numbers the texts of a column. Throws ValueError for a column that was not read.
  template <std::same_as<TextCategories> Result = TextCategories>
  [[nodiscard]] Result categories(const TextColumn& column) const {
    const std::size_t k = position(column);
    Result result{empty<index_t>({rows()}), {}};
    detail::TextCodes codes(result.names);
    for (std::size_t row = 0; row < lines_.size(); ++row) {
      const std::string_view text = field(row, k);
      result.codes.data()[row] = detail::is_missing(text, options_) ? -1 : codes.find(text);
    }
    return result;
  }

 private:
  /// Returns which of the columns that were read this one is.
  [[nodiscard]] std::size_t position(const TextColumn& column) const {
    const index_t number = detail::find_column(where_, columns_, column);
    const auto& chosen = columns_.chosen;
    const auto found = std::find(chosen.begin(), chosen.end(), number);
    if (found == chosen.end()) throw_value_error(where_, ": column ", number, " was not read");
    return static_cast<std::size_t>(found - chosen.begin());
  }
  [[nodiscard]] std::string_view field(std::size_t row, std::size_t k) const {
    const std::size_t i = row * columns_.chosen.size() + k;
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(text_).substr(begin, ends_[i] - begin);
  }

  TextOptions options_;
  std::string where_;
  detail::TextColumns columns_;
  std::string text_;               // the fields, row by row
  std::vector<std::size_t> ends_;  // where each field ends
  std::vector<index_t> lines_;     // of each row
};

NDX_NAMESPACE_END
