// Text in columns for a terminal: wraps words and puts cells next to each other. Knows nothing of
// tensors.
//
// Widths count characters, not bytes, because the text is UTF-8. Colours are added after the text
// has been wrapped, so they take no width. What builds strings is a template, of which Text is std::string, so that
// only programs that print such text compile it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ndx/grammar/text/caret.hpp>

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

/// Returns the first `width` characters.
inline std::string_view text_start(std::string_view text, std::size_t width) noexcept {
  std::size_t end = 0;
  while (end < text.size() && (width != 0 || is_continuation(text[end]))) {
    if (!is_continuation(text[end])) --width;
    ++end;
  }
  return text.substr(0, end);
}

/// Cuts text to at most `width` columns and marks the cut with "…".
template <class Text = std::string>
Text abbreviated(std::string_view text, std::size_t width) {
  if (text_width(text) <= width) return Text(text);
  return Text(text_start(text, width - 1)) + "…";
}

/// Wraps text at spaces into lines of at most `width` columns. A word longer than a line is broken.
template <class Text = std::string>
std::vector<Text> wrapped(std::string_view text, std::size_t width) {
  std::vector<Text> lines;
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

/// Colour of text on a terminal: the parameters of ECMA-48's SGR, such as "1" for bold and "36" for
/// cyan. It is empty for plain text.
using Sgr = std::string_view;

/// Returns the text between SGR sequences, or unchanged if either is empty.
template <class Text = std::string>
Text coloured(std::string_view text, Sgr sgr) {
  if (sgr.empty() || text.empty()) return Text(text);
  return message("\x1b[", sgr, "m", text, "\x1b[0m");
}

/// A table. Every row has the same number of cells. A column is as wide as its widest cell, but at
/// most `widest`; longer cells are wrapped. A row may have a colour.
template <class Text = std::string>
class Columns {
 public:
  /// A column whose `widest` is 0 gets the width that the other columns leave of `total`.
  Columns(std::size_t indent, std::size_t total, std::vector<std::size_t> widest)
      : indent_(indent), total_(total), widest_(std::move(widest)) {}

  void add(std::vector<Text> cells, Sgr sgr = {}) { rows_.push_back({std::move(cells), sgr}); }

  [[nodiscard]] Text text() const {
    const std::vector<std::size_t> widths = column_widths();
    Text text;
    for (const Row& row : rows_) append_row(text, row, widths);
    return text;
  }

 private:
  static constexpr std::size_t kGap = 2;

  struct Row {
    std::vector<Text> cells;
    Sgr sgr;
  };

  [[nodiscard]] std::vector<std::size_t> column_widths() const {
    std::vector<std::size_t> widths(widest_.size(), 0);
    std::size_t taken = indent_ + kGap * (widths.size() - 1);
    for (std::size_t c = 0; c < widths.size(); ++c) {
      for (const Row& row : rows_) {
        const std::size_t needed = text_width(row.cells[c]);
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

  void append_row(Text& text, const Row& row, const std::vector<std::size_t>& widths) const {
    std::vector<std::vector<Text>> cells;
    std::size_t height = 0;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      cells.push_back(wrapped(row.cells[c], widths[c]));
      if (cells.back().size() > height) height = cells.back().size();
    }
    for (std::size_t l = 0; l < height; ++l) {
      std::size_t blanks = indent_;  // spaces before the next cell; a line ends without spaces
      for (std::size_t c = 0; c < cells.size(); ++c) {
        const Text part = l < cells[c].size() ? cells[c][l] : "";
        if (!part.empty()) {
          text.append(blanks, ' ');
          text += coloured(part, row.sgr);
          blanks = 0;
        }
        blanks += widths[c] + kGap - text_width(part);
      }
      text += '\n';
    }
  }

  std::size_t indent_;
  std::size_t total_;
  std::vector<std::size_t> widest_;
  std::vector<Row> rows_;
};

}  // namespace detail
NDX_NAMESPACE_END
