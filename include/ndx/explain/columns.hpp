// Text in columns for a terminal: wraps words and sets cells side by side. Independent of tensors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ndx/grammar/caret.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Width of UTF-8 text on a terminal, counting one column per character.
inline std::size_t text_width(std::string_view text) noexcept {
  std::size_t width = 0;
  for (const char c : text) {
    if (!is_continuation(c)) ++width;
  }
  return width;
}

/// The first `width` characters.
inline std::string_view text_start(std::string_view text, std::size_t width) noexcept {
  std::size_t end = 0;
  while (end < text.size() && (width != 0 || is_continuation(text[end]))) {
    if (!is_continuation(text[end])) --width;
    ++end;
  }
  return text.substr(0, end);
}

/// Cuts text to at most `width` columns; a cut is marked with "…".
inline std::string abbreviated(std::string_view text, std::size_t width) {
  if (text_width(text) <= width) return std::string(text);
  return std::string(text_start(text, width - 1)) + "…";
}

/// Wraps text into lines of at most `width` columns, at spaces; a word longer than a line is
/// broken.
inline std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text_width(text) > width) {
    const std::string_view fits = text_start(text, width);
    std::size_t end = fits.size();
    if (text[end] != ' ') {
      const std::size_t space = fits.rfind(' ');
      if (space != fits.npos && space != 0) end = space;
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(text[end] == ' ' ? end + 1 : end);
  }
  lines.emplace_back(text);
  return lines;
}

/// A table. Every row has the same number of cells; a column is as wide as its widest cell, but at
/// most `widest`, and longer cells are wrapped.
class Columns {
 public:
  /// A column with `widest` 0 gets what the other columns leave of `total`.
  Columns(std::size_t indent, std::size_t total, std::vector<std::size_t> widest)
      : indent_(indent), total_(total), widest_(std::move(widest)) {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  [[nodiscard]] std::string text() const {
    const std::vector<std::size_t> widths = column_widths();
    std::string text;
    for (const std::vector<std::string>& row : rows_) append_row(text, row, widths);
    return text;
  }

 private:
  static constexpr std::size_t kGap = 2;

  [[nodiscard]] std::vector<std::size_t> column_widths() const {
    std::vector<std::size_t> widths(widest_.size(), 0);
    std::size_t taken = indent_ + kGap * (widths.size() - 1);
    for (std::size_t c = 0; c < widths.size(); ++c) {
      for (const std::vector<std::string>& row : rows_) {
        const std::size_t needed = text_width(row[c]);
        if (needed > widths[c]) widths[c] = needed;
      }
      if (widest_[c] == 0) continue;
      if (widths[c] > widest_[c]) widths[c] = widest_[c];
      taken += widths[c];
    }
    for (std::size_t c = 0; c < widths.size(); ++c) {
      if (widest_[c] == 0 && widths[c] > total_ - taken) widths[c] = total_ - taken;
    }
    return widths;
  }

  void append_row(std::string& text, const std::vector<std::string>& row,
                  const std::vector<std::size_t>& widths) const {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells.push_back(wrapped(row[c], widths[c]));
      if (cells.back().size() > height) height = cells.back().size();
    }
    for (std::size_t l = 0; l < height; ++l) {
      std::string line(indent_, ' ');
      for (std::size_t c = 0, end = indent_; c < cells.size(); ++c) {
        const std::string part = l < cells[c].size() ? cells[c][l] : "";
        line += part;
        end += widths[c] + kGap;
        if (c + 1 < cells.size()) line.append(end - text_width(line), ' ');
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
  }

  std::size_t indent_;
  std::size_t total_;
  std::vector<std::size_t> widest_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace detail
NDX_NAMESPACE_END
