// Splits text into records and these into fields, for loadtxt and TextTable.
//
// This file knows lines, delimiters, quotes, comments and column names, but neither numbers nor tensors. A record
// is split at once, when the buffer holds all of it, so that no field is ever in two blocks of the text. The rules
// are those of NumPy's loadtxt and of RFC 4180.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ndx/base/function_ref.hpp>
#include <ndx/io/progress.hpp>

NDX_NAMESPACE_BEGIN

/// A column of text: its number, counted from 0, from the end if it is negative, or its name in the header.
class TextColumn {
 public:
  template <Integer I>
  TextColumn(I number) noexcept : number_(static_cast<index_t>(number)) {}
  TextColumn(const char* name) : name_(name) {}
  TextColumn(std::string name) : name_(std::move(name)) {}

  /// The name; none for a column by number.
  [[nodiscard]] const std::optional<std::string>& name() const noexcept { return name_; }
  [[nodiscard]] index_t number() const noexcept { return number_; }

 private:
  std::optional<std::string> name_;
  index_t number_ = 0;
};

/// How loadtxt and TextTable read text. The defaults are those of NumPy's loadtxt, but for quotes.
struct TextOptions {
  char delimiter = '\0';              // '\0': any number of spaces and tabs
  char comment = '#';                 // begins a comment, which ends with the line; '\0': none
  char quote = '"';                   // around fields that hold delimiters or line ends; '\0': none
  bool header = false;                // whether the first line has the names of the columns
  index_t skip_rows = 0;              // lines to skip, before the header
  index_t max_rows = -1;              // rows to read; negative: all
  std::vector<TextColumn> columns{};  // the columns to read, in this order; empty: all
  std::vector<std::string> na{};      // fields that are missing, beside empty ones
  std::optional<double>
      missing{};        // the number for missing fields; none: NaN, an error for integers
  index_t ndmin = 0;    // loadtxt: dims of size 1 are dropped while there are more dims than this
  Progress progress{};  // called with the bytes read; the total of a stream is -1
};

namespace detail {

/// The columns of a text.
struct TextColumns {
  std::vector<std::string> names;  // of all columns; empty without a header
  std::vector<index_t> chosen;     // the numbers of those that are read
  index_t count = 0;               // of all columns
};

/// Returns the number of a column, from 0.
inline index_t find_column(const std::string& where, const TextColumns& columns,
                           const TextColumn& column) {
  if (column.name()) {
    const auto found = std::find(columns.names.begin(), columns.names.end(), *column.name());
    if (found != columns.names.end()) return found - columns.names.begin();
    throw_value_error(where, ": has no column ", detail::quoted(*column.name()), ", but ",
                      quoted_list(columns.names.size(), [&](std::size_t i) {
                        return std::string_view(columns.names[i]);
                      }));
  }
  const index_t number = column.number() + (column.number() < 0 ? columns.count : 0);
  if (number < 0 || number >= columns.count)
    throw_value_error(where, ": column ", column.number(), " is out of range for ", columns.count,
                      " columns");
  return number;
}

/// Throws the error of a field.
[[noreturn]] NDX_COLD inline void throw_field_error(const std::string& where,
                                                    const TextColumns& columns, index_t line,
                                                    index_t column, std::string_view text,
                                                    const std::string& fault) {
  const std::string name =
      columns.names.empty() ? ""
                            : " " + detail::quoted(columns.names[static_cast<std::size_t>(column)]);
  throw_value_error(where, ": line ", line, ", column ", column, name, ": ", quoted(text), fault);
}

/// Reads at most `room` bytes of the text and returns how many it read: 0 at the end of the text.
using TextRead = FunctionRef<index_t(char* to, index_t room)>;
/// Receives the chosen fields of a row and the number of its line, from 1.
using TextRow = FunctionRef<void(std::span<const std::string_view> fields, index_t line)>;

/// Is offered a line before it is split: takes a row if the line is nothing but numbers and delimiters, which is
/// faster. Otherwise returns false and changes nothing.
using TextNumbers = FunctionRef<bool(const char* first, const char* last)>;

/// A field of a record, in the buffer.
struct TextField {
  const char* first;
  const char* last;
  bool is_quoted;
  bool has_quotes;  // doubled quotes, each of which means one
};

/// Reads one record after another. Options is TextOptions: this and scan_text are templates so that only programs
/// that read text compile them.
template <class Options>
class TextRecords {
 public:
  TextRecords(const std::string& where, const TextRead& read, const Options& options)
      : where_(where), read_(read), options_(options), buffer_(kBlock + 1) {
    const auto set = [&](char c, Kind kind) {
      Kind& old = kinds_[static_cast<unsigned char>(c)];
      if (old != kOrdinary)
        throw_value_error(where,
                          ": delimiter, comment and quote must differ, and cannot end a line");
      old = kind;
    };
    set('\n', kLineEnd);
    set('\r', kLineEnd);
    if (options.quote != '\0') set(options.quote, kQuote);
    if (options.comment != '\0') set(options.comment, kComment);
    set(by_spaces() ? ' ' : options.delimiter, kDelimiter);
    if (by_spaces()) set('\t', kDelimiter);
    // A quote is one only where a field begins.
    if (options.quote != '\0') kinds_[static_cast<unsigned char>(options.quote)] = kOrdinary;
    fill();
    if (size_ >= 3 && std::memcmp(buffer_.data(), "\xEF\xBB\xBF", 3) == 0) at_ = 3;  // UTF-8's mark
  }

  /// Line of the record, from 1.
  [[nodiscard]] index_t line() const noexcept { return line_; }
  [[nodiscard]] const std::vector<TextField>& fields() const noexcept { return fields_; }

  /// Reads the next record that is not empty. A header may begin with the character of comments, as those of
  /// savetxt do. Returns false at the end of the text.
  bool next(bool header = false) {
    do {
      line_ = next_line_;
      while (!split(header)) {
        if (is_last_) return false;
        fill();
      }
    } while (fields_.size() == 1 && fields_[0].first == fields_[0].last && !fields_[0].is_quoted);
    return true;
  }
  /// Offers the next line to numbers(first, last). Returns whether it has taken it.
  bool offer(const TextNumbers& numbers) {
    const char* const first = buffer_.data() + at_;
    const void* const last = std::memchr(first, '\n', size_ - at_);
    if (last == nullptr || !numbers(first, static_cast<const char*>(last))) return false;
    return end_line(static_cast<const char*>(last), next_line_);
  }
  /// Skips a line, whatever it has.
  void skip_line() {
    for (;; fill()) {
      const char* p = buffer_.data() + at_;
      while (kind(*p) != kLineEnd) ++p;
      if (end_line(p, next_line_) || is_last_) return;
    }
  }

 private:
  enum Kind : unsigned char { kOrdinary, kDelimiter, kLineEnd, kComment, kQuote };
  static constexpr std::size_t kBlock = 1 << 18;

  [[nodiscard]] bool by_spaces() const noexcept { return options_.delimiter == '\0'; }
  [[nodiscard]] Kind kind(char c) const noexcept { return kinds_[static_cast<unsigned char>(c)]; }
  [[nodiscard]] bool is_space(char c) const noexcept {
    return (c == ' ' || c == '\t') && kind(c) == kOrdinary;
  }

  /// Moves the bytes that are left to the front, and reads more behind them. A line feed follows the last byte.
  void fill() {
    size_ -= at_;
    std::memmove(buffer_.data(), buffer_.data() + at_, size_);
    at_ = 0;
    if (size_ + 1 == buffer_.size()) buffer_.resize(2 * size_ + 1);
    const index_t got =
        read_(buffer_.data() + size_, static_cast<index_t>(buffer_.size() - 1 - size_));
    size_ += static_cast<std::size_t>(got);
    is_last_ = got == 0;
    buffer_[size_] = '\n';
  }

  /// Goes behind the end of the line at p, which is the record's. Returns false if more bytes are needed to know it.
  bool end_line(const char* p, index_t line) {
    const char* const end = buffer_.data() + size_;
    if (!is_last_ && p + (*p == '\r') >= end) return false;
    p += *p == '\r' && p + 1 < end && p[1] == '\n' ? 2 : p < end ? 1 : 0;
    at_ = static_cast<std::size_t>(p - buffer_.data());
    next_line_ = line + 1;
    return true;
  }

  /// Splits the record at the current position. Returns false if the buffer ends before it does.
  bool split(bool header) {
    const char* p = buffer_.data() + at_;
    const char* const end = buffer_.data() + size_;
    if (p == end) return false;
    index_t line = line_;
    fields_.clear();
    if (header && kind(*p) == kComment) ++p;
    for (Kind after = kDelimiter; after == kDelimiter;) {
      while (is_space(*p) || (by_spaces() && kind(*p) == kDelimiter)) ++p;
      if (by_spaces() && !fields_.empty() && kind(*p) != kOrdinary) break;
      TextField field{p, p, false, false};
      if (options_.quote != '\0' && *p == options_.quote) {
        if (!find_quote(field, end)) return false;
        line += std::count(field.first, field.last, '\n');
        p = field.last + 1;
        while (is_space(*p)) ++p;
        if (kind(*p) == kOrdinary)
          throw_value_error(where_, ": line ", line, ": ", quoted({p, 1}),
                            " follows a closing quote");
      } else {
        while (kind(*p) == kOrdinary) ++p;
        field.last = p;
        while (field.last > field.first && is_space(field.last[-1])) --field.last;
      }
      fields_.push_back(field);
      after = kind(*p);
      if (after == kDelimiter) ++p;
    }
    while (kind(*p) != kLineEnd) ++p;
    return end_line(p, line);
  }

  /// Finds the end of a field that begins with a quote. Returns false if it may lie beyond the buffer.
  bool find_quote(TextField& field, const char* end) const {
    field.is_quoted = true;
    ++field.first;
    for (const char* p = field.first; p < end; p += 2) {
      p = std::find(p, end, options_.quote);
      if (p == end || p + (!is_last_) == end) break;
      if (p[1] != options_.quote) {
        field.last = p;
        return true;
      }
      field.has_quotes = true;
    }
    if (is_last_) throw_value_error(where_, ": line ", line_, ": a quote is not closed");
    return false;
  }

  const std::string& where_;
  const TextRead& read_;
  const Options& options_;
  std::vector<char> buffer_;
  std::vector<TextField> fields_;
  Kind kinds_[256]{};
  std::size_t at_ = 0;    // where the next record begins
  std::size_t size_ = 0;  // number of bytes in the buffer
  bool is_last_ = false;  // whether the text ends with the buffer
  index_t line_ = 1;
  index_t next_line_ = 1;
};

/// Returns the text of a field. If it has doubled quotes, `unquoted` holds it.
inline std::string_view field_text(const TextField& field, std::string& unquoted) {
  const std::string_view text(field.first, static_cast<std::size_t>(field.last - field.first));
  if (!field.has_quotes) return text;
  unquoted.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    unquoted += text[i];
    if (text[i] == field.first[-1]) ++i;
  }
  return unquoted;
}

/// Fills in `columns`, and then calls row(fields, line) for each row of the text that numbers(first, last) does not
/// take. The fields are valid during the call. Throws ValueError with the line for options that contradict each
/// other, a column that is not there, a row with another number of columns and a quote that is not closed.
template <std::same_as<TextOptions> Options>
void scan_text(const std::string& where, const TextRead& read, const Options& options,
               TextColumns& columns, const TextRow& row, const TextNumbers& numbers) {
  TextRecords<Options> records(where, read, options);
  for (index_t i = 0; i < options.skip_rows; ++i) records.skip_line();
  std::string unquoted;
  if (options.header) {
    if (!records.next(true)) throw_value_error(where, ": has no header");
    for (const TextField& field : records.fields())
      columns.names.emplace_back(field_text(field, unquoted));
  }
  bool more = options.max_rows != 0 && records.next();
  columns.count = std::ssize(columns.names);
  if (!options.header && more) columns.count = std::ssize(records.fields());
  for (const TextColumn& column : options.columns)
    columns.chosen.push_back(find_column(where, columns, column));
  // If columns are chosen, a row may have any number of columns that includes them.
  index_t least = columns.count;
  if (!options.columns.empty())
    least = 1 + *std::max_element(columns.chosen.begin(), columns.chosen.end());
  for (index_t c = 0; options.columns.empty() && c < columns.count; ++c)
    columns.chosen.push_back(c);

  std::vector<std::string_view> texts(columns.chosen.size());
  std::vector<std::string> buffers(columns.chosen.size());
  const bool has_all = options.columns.empty() && options.na.empty();
  for (index_t count = 1; more; ++count) {
    const index_t size = std::ssize(records.fields());
    if (size < least || (size > least && options.columns.empty()))
      throw_value_error(where, ": line ", records.line(), ": has ", size, " columns instead of ",
                        columns.count);
    for (std::size_t k = 0; k < texts.size(); ++k)
      texts[k] =
          field_text(records.fields()[static_cast<std::size_t>(columns.chosen[k])], buffers[k]);
    row(texts, records.line());
    while (has_all && count != options.max_rows && records.offer(numbers)) ++count;
    more = count != options.max_rows && records.next();
  }
}
NDX_COMPILE_TEXT(scan_text, void, scan_text,
                 (const std::string& where, const TextRead& read, const TextOptions& options,
                  TextColumns& columns, const TextRow& row, const TextNumbers& numbers),
                 (where, read, options, columns, row, numbers), TextOptions)

}  // namespace detail
NDX_NAMESPACE_END
