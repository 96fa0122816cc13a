// Draws an Explanation as SVG: what each dim becomes and, for small tensors, which elements are
// read in which order.
//
// FlowPicture draws the dims and CellPicture the elements. ExplanationPicture puts them below each other
// with the title, the placing of the index dims and the rules that would give something else. They are
// templates, of which E is Explanation and Text is std::string, so that only a program that calls to_svg
// compiles them.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <ndx/base/error.hpp>
#include <ndx/explain/columns.hpp>
#include <ndx/explain/explanation.hpp>
#include <ndx/explain/to_text.hpp>

NDX_NAMESPACE_BEGIN

// Svg: draws boxes, lines and text into a standalone SVG document. Knows nothing of tensors.
//
// The document grows with what is drawn. The width of text is estimated from a fixed-width font,
// because no font is measured here.

namespace detail {

/// Escapes text for XML.
template <class Text = std::string>
Text escaped(std::string_view text) {
  constexpr std::string_view kSpecial = "&<>\"";
  constexpr const char* kNames[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
  Text result;
  for (const char c : text) {
    const std::size_t at = kSpecial.find(c);
    result += at == kSpecial.npos ? Text(1, c) : kNames[at];
  }
  return result;
}

/// A point in pixels, counted to the right and down.
struct Point {
  int x = 0;
  int y = 0;
};

struct Paint {
  const char* fill;
  const char* stroke;
};

template <class Text = std::string>
class Svg {
 public:
  static constexpr int kTextSize = 13;

  /// Draws a box with centred text. If `title` is not empty it becomes a tool tip.
  void box(Point corner, Point size, const Paint& paint, std::string_view label,
           std::string_view title = {}) {
    body_ +=
        message("<g>", title.empty() ? "" : message("<title>", escaped(title), "</title>"),
                "<rect x=\"", corner.x, "\" y=\"", corner.y, "\" width=\"", size.x, "\" height=\"",
                size.y, "\" rx=\"3\" fill=\"", paint.fill, "\" stroke=\"", paint.stroke, "\"/>");
    if (!label.empty()) {
      write({corner.x + size.x / 2, corner.y + size.y / 2 + kTextSize * 35 / 100}, label,
            "text-anchor=\"middle\"");
    }
    body_ += "</g>\n";
    reach({corner.x + size.x, corner.y + size.y});
  }

  /// Draws text starting at a point, `size` pixels high.
  void text(Point start, std::string_view content, const char* style = "", int size = kTextSize) {
    write(start, content, message("font-size=\"", size, "\" ", style));
    body_ += '\n';
    reach({start.x + static_cast<int>(content.size()) * size * 62 / 100, start.y});
  }

  /// Draws text anchored at a point; `style` sets the anchor.
  void text_at(Point anchor, std::string_view content, const char* style) {
    write(anchor, content, style);
    body_ += '\n';
  }

  /// Draws a curve from a point down to another.
  void link(Point from, Point to, const char* stroke) {
    const int middle = (from.y + to.y) / 2;
    body_ += message("<path d=\"M", from.x, " ", from.y, " C", from.x, " ", middle, " ", to.x, " ",
                     middle, " ", to.x, " ", to.y, "\" fill=\"none\" stroke=\"", stroke, "\"/>\n");
    reach(from);
    reach(to);
  }

  /// Returns the SVG document: a white background as large as the drawing plus a margin.
  [[nodiscard]] Text document(std::string_view title) const {
    const int width = reach_.x + kMargin;
    const int height = reach_.y + kMargin;
    return message("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"",
                   height, "\" viewBox=\"0 0 ", width, " ", height, "\" font-family=\"", kFont,
                   "\" font-size=\"", kTextSize, "\">\n<title>", escaped(title),
                   "</title>\n<rect width=\"", width, "\" height=\"", height,
                   "\" fill=\"#ffffff\"/>\n", body_, "</svg>\n");
  }

 private:
  static constexpr int kMargin = 16;
  static constexpr const char* kFont = "DejaVu Sans Mono, Menlo, Consolas, monospace";

  void write(Point at, std::string_view content, const Text& style) {
    body_ += message("<text x=\"", at.x, "\" y=\"", at.y, "\" ", style, ">", escaped(content),
                     "</text>");
  }

  void reach(Point to) {
    if (to.x > reach_.x) reach_.x = to.x;
    if (to.y > reach_.y) reach_.y = to.y;
  }

  Text body_;
  Point reach_;
};

}  // namespace detail

// The first half of an explanation's SVG: the dims of the source, the terms, the dims of the view
// and those of the result, as rows of boxes, with lines from each dim to what it becomes.
//
// The dims of the result need not have the order of the terms. Each row is therefore placed on its
// own, and the lines, which may cross, show where a dim went.

namespace detail {

template <class E>
class FlowPicture {
 public:
  FlowPicture(Svg<>& svg, const E& e, Point corner) : svg_(svg), e_(e), corner_(corner) {}

  /// Draws the rows. Returns their total height.
  int draw() {
    label(0, "x");
    label(1, "terms");
    label(2, "view");
    label(3, "result");
    for (const ExplainedTerm& term : e_.terms) draw_term(term, term.text);
    if (e_.rest.source.count != 0) draw_term(e_.rest, "(rest)");
    if (!e_.terms.empty() || e_.rest.source.count != 0) draw_result();
    return 3 * kRow + kBox.y;
  }

 private:
  static constexpr Point kBox{104, 30};
  static constexpr int kRow = 62;              // distance between rows
  static constexpr int kColumn = 118;          // distance between boxes
  static constexpr int kLabels = 64;           // width of the row names
  static constexpr std::size_t kMaxBoxes = 4;  // a term with more dims gets one box

  static constexpr Paint kBasic{"#e8f0fa", "#4a78b5"};
  static constexpr Paint kIndexed{"#fdeeda", "#c46a12"};
  static constexpr Paint kRemoved{"#eeeeee", "#999999"};

  /// Dims of the view that become dims of the result, and the term that keeps or indexes them.
  struct Strand {
    const ExplainedTerm* term;
    int first;  // column of their first box
    int boxes;
  };

  static int box_count(const DimRange& range) {
    return range.count > kMaxBoxes ? 1 : static_cast<int>(range.count);
  }
  static const Paint& paint_of(const ExplainedTerm& term) {
    if (term.action == TermAction::select) return kRemoved;
    return term.indexes ? kIndexed : kBasic;
  }

  [[nodiscard]] Point place(int row, int column) const {
    return {corner_.x + kLabels + column * kColumn, corner_.y + row * kRow};
  }
  [[nodiscard]] Point top(int row, int column) const {
    return {place(row, column).x + kBox.x / 2, place(row, column).y};
  }
  [[nodiscard]] Point bottom(int row, int column) const {
    return {top(row, column).x, top(row, column).y + kBox.y};
  }

  void label(int row, const char* name) {
    svg_.text({corner_.x, place(row, 0).y + kBox.y / 2 + 5}, name, "fill=\"#555555\"");
  }

  /// Draws the boxes of some dims in a row. Returns their number.
  int draw_dims(int row, int column, const DimRange& range, DimsView shape, const Paint& paint) {
    const int boxes = box_count(range);
    for (int b = 0; b < boxes; ++b) {
      const std::size_t dim = range.first + static_cast<std::size_t>(b);
      const std::string text = range.count > kMaxBoxes
                                   ? message("dims ", dim, "-", range.first + range.count - 1)
                                   : message("dim ", dim, ": ", shape[dim]);
      svg_.box(place(row, column + b), kBox, paint, abbreviated(text, 12), text);
    }
    return boxes;
  }

  /// Draws a term. It is as wide as its dims in the source or in the view, whichever are more.
  void draw_term(const ExplainedTerm& term, const std::string& name) {
    const int above = box_count(term.source);
    const int below = box_count(term.view);
    const int columns = above > below ? above : below;
    const Paint& paint = paint_of(term);
    const Point size{kBox.x + (columns > 1 ? columns - 1 : 0) * kColumn, kBox.y};
    const std::size_t room = 12 + static_cast<std::size_t>(size.x - kBox.x) / 9;
    svg_.box(place(1, column_), size, paint, abbreviated(name, room), name);
    for (int b = 0; b < above; ++b)
      svg_.link(bottom(0, column_ + b), top(1, column_ + b), paint.stroke);
    for (int b = 0; b < below; ++b)
      svg_.link(bottom(1, column_ + b), top(2, column_ + b), paint.stroke);
    draw_dims(0, column_, term.source, e_.source.shape, paint);
    draw_dims(2, column_, term.view, e_.view.shape, paint);
    if (below != 0) strands_.push_back({&term, column_, below});
    column_ += columns > 1 ? columns : 1;
  }

  /// Draws the result's dims from left to right. Each step draws the dims of the strand that owns
  /// the next dim.
  void draw_result() {
    int column = 0;
    for (std::size_t dim = 0; dim < e_.shape.size();) {
      const Strand* owner = nullptr;
      for (const Strand& strand : strands_) {
        if (strand.term->result.first == dim && strand.term->result.count != 0) owner = &strand;
      }
      if (owner == nullptr) break;  // never happens: every dim of the result belongs to a term
      const DimRange& range = owner->term->result;
      const int boxes = box_count(range);
      for (const Strand& strand : strands_) {
        if (strand.term->result == range) draw_strand(strand, column, boxes);
      }
      draw_dims(3, column, range, e_.shape, paint_of(*owner->term));
      column += boxes;
      dim += range.count;
    }
  }

  /// Links kept dims one to one, and each dim of an index tensor to all dims that it gives.
  void draw_strand(const Strand& strand, int column, int boxes) {
    const char* const stroke = paint_of(*strand.term).stroke;
    for (int from = 0; from < strand.boxes; ++from) {
      for (int to = 0; to < boxes; ++to) {
        if (strand.term->indexes || from == to)
          svg_.link(bottom(2, strand.first + from), top(3, column + to), stroke);
      }
    }
  }

  Svg<>& svg_;
  const E& e_;
  Point corner_;
  int column_ = 0;
  std::vector<Strand> strands_;
};

}  // namespace detail

// The second half of an explanation's SVG: the elements of a tensor as cells. The last two dims
// form a grid, and there is one grid for each index of the dims before them.
//
// Each cell of the source shows at which positions of the result its element is read; colours
// follow the order of the result. So a reader sees what an index selects, and in which order.

namespace detail {

/// Name of the element at a row-major position, for example "x[0, 1, 2]".
template <class Text = std::string>
Text element_name(char tensor, DimsView shape, index_t place) {
  return tensor + message(coordinates_text("", shape, place));
}

/// Colour of element `place` of `count`, from pale yellow to blue.
template <class Text = std::string>
Text order_colour(index_t place, index_t count) {
  constexpr int kFirst[] = {255, 243, 196};
  constexpr int kLast[] = {129, 187, 240};
  Text colour = "#";
  for (int c = 0; c < 3; ++c) {
    const auto span = static_cast<index_t>(kLast[c] - kFirst[c]);
    const auto value =
        static_cast<unsigned>(kFirst[c] + (count > 1 ? span * place / (count - 1) : 0));
    colour += "0123456789abcdef"[value / 16];
    colour += "0123456789abcdef"[value % 16];
  }
  return colour;
}

/// Draws a tensor as grids of cells.
template <class Text = std::string>
class CellPicture {
 public:
  static constexpr index_t kMostCells = 400;
  static constexpr index_t kMaxInRow = 32;

  CellPicture(Svg<Text>& svg, char name, DimsView shape, Point corner)
      : svg_(svg), name_(name), shape_(shape), corner_(corner) {}

  /// Whether a tensor of this shape is small enough to draw.
  static bool fits(DimsView shape) {
    if (numel(shape) > kMostCells || is_empty(shape)) return false;
    const std::size_t rank = shape.size();
    return (rank < 1 || shape[rank - 1] <= kMaxInRow) && (rank < 2 || shape[rank - 2] <= kMaxInRow);
  }

  /// Calls cell(place, corner, size) for every element. Returns the height of all grids.
  template <class Cell>
  int draw(Cell&& cell) {
    const std::size_t rank = shape_.size();
    const index_t columns = rank < 1 ? 1 : shape_[rank - 1];
    const index_t rows = rank < 2 ? 1 : shape_[rank - 2];
    const Point size{kAxis + static_cast<int>(columns) * kCell.x + kGap,
                     kHeading + static_cast<int>(rows) * kCell.y + kGap};
    const int in_line = kMaxWidth / size.x > 1 ? kMaxWidth / size.x : 1;
    const index_t blocks = numel(shape_) / (rows * columns);
    for (index_t b = 0; b < blocks; ++b) {
      const int line = static_cast<int>(b) / in_line;
      const Point corner{corner_.x + static_cast<int>(b) % in_line * size.x,
                         corner_.y + line * size.y};
      draw_axes(corner, b, rows, columns);
      for (index_t r = 0; r < rows; ++r) {
        for (index_t c = 0; c < columns; ++c) {
          const Point at{corner.x + kAxis + static_cast<int>(c) * kCell.x,
                         corner.y + kHeading + static_cast<int>(r) * kCell.y};
          cell((b * rows + r) * columns + c, at, kCell);
        }
      }
    }
    return (static_cast<int>(blocks - 1) / in_line + 1) * size.y;
  }

 private:
  static constexpr Point kCell{42, 24};
  static constexpr int kAxis = 26;     // width of the column of row numbers
  static constexpr int kHeading = 38;  // height of the grid's name and the column numbers
  static constexpr int kGap = 10;
  static constexpr int kMaxWidth = 900;

  void draw_axes(Point corner, index_t block, index_t rows, index_t columns) {
    constexpr const char* kSmall = "font-size=\"11\" fill=\"#888888\" text-anchor=\"middle\"";
    const std::size_t rank = shape_.size();
    const DimsView lead(shape_.data(), rank > 2 ? rank - 2 : 0);
    const Text name = element_name(name_, lead, block);
    svg_.text({corner.x + kAxis, corner.y + 14}, name, "fill=\"#555555\"");
    for (index_t c = 0; rank > 0 && c < columns; ++c) {
      const int x = corner.x + kAxis + static_cast<int>(c) * kCell.x + kCell.x / 2;
      svg_.text_at({x, corner.y + kHeading - 5}, std::to_string(c), kSmall);
    }
    for (index_t r = 0; rank > 1 && r < rows; ++r) {
      const int y = corner.y + kHeading + static_cast<int>(r) * kCell.y + 16;
      svg_.text_at({corner.x + kAxis - 10, y}, std::to_string(r), kSmall);
    }
  }

  Svg<Text>& svg_;
  char name_;
  DimsView shape_;
  Point corner_;
};

}  // namespace detail

namespace detail {

template <class E>
class ExplanationPicture {
 public:
  explicit ExplanationPicture(const E& e) : e_(e) {}

  std::string draw() {
    const std::string title = message("x[", abbreviated(e_.expression, kLine - 2), "]");
    heading(title, "font-weight=\"bold\"", 16);
    heading(
        message(rule_name(e_.rule), " (", rule_meaning(e_.rule), "): ", DimsView(e_.source.shape),
                " becomes ", DimsView(e_.shape), e_.is_view ? ", a view" : ", a copy"),
        "", Svg<>::kTextSize);
    y_ += 18;
    y_ += FlowPicture<E>(svg_, e_, {kLeft, y_}).draw() + 28;
    if (!e_.is_view) paragraph(message("Placing: ", placing_text(e_, e_.outcome(e_.rule)), "."));
    draw_cells();
    draw_others();
    return svg_.document(title);
  }

 private:
  static constexpr int kLeft = 16;
  static constexpr std::size_t kLine = 90;  // in characters

  void heading(const std::string& text, const char* style, int size) {
    y_ += 22;
    svg_.text({kLeft, y_}, text, style, size);
  }

  void paragraph(const std::string& text) {
    for (const std::string& line : wrapped(text, kLine)) {
      svg_.text({kLeft, y_}, line);
      y_ += 20;
    }
  }

  void draw_cells() {
    if (!e_.has_cells || !CellPicture<>::fits(e_.source.shape)) return;
    const bool empty = is_empty(e_.shape);
    if (!empty && !CellPicture<>::fits(e_.shape)) return;
    paragraph(empty ? "Nothing is selected: the result has no elements."
                    : "What is selected of x, numbered in the order of the result y:");
    draw_source();
    if (!empty) draw_result();
    y_ += 16;
  }

  void draw_source() {
    std::vector<std::vector<index_t>> orders(static_cast<std::size_t>(numel(e_.source)));
    for (std::size_t i = 0; i < e_.cells.size(); ++i)
      orders[static_cast<std::size_t>(e_.cells[i])].push_back(static_cast<index_t>(i));
    y_ += CellPicture(svg_, 'x', e_.source.shape, {kLeft, y_})
              .draw([&](index_t place, Point corner, Point size) {
                draw_cell(corner, size, element_name('x', e_.source.shape, place),
                          orders[static_cast<std::size_t>(place)]);
              });
  }

  void draw_result() {
    y_ += CellPicture(svg_, 'y', e_.shape, {kLeft, y_})
              .draw([&](index_t place, Point corner, Point size) {
                const index_t from = e_.cells[static_cast<std::size_t>(place)];
                draw_cell(corner, size,
                          message(element_name('y', e_.shape, place), " = ",
                                  element_name('x', e_.source.shape, from)),
                          {place});
              });
  }

  /// Draws a cell with its positions in the result, or with the first ones if they do not all fit.
  void draw_cell(Point corner, Point size, const std::string& name,
                 const std::vector<index_t>& orders) {
    std::string all;
    for (const index_t order : orders) all += (all.empty() ? "" : ", ") + std::to_string(order);
    const std::string fill =
        orders.empty() ? "#ffffff" : order_colour(orders[0], static_cast<index_t>(e_.cells.size()));
    svg_.box(corner, size, {fill.c_str(), "#aaaaaa"}, abbreviated(all, 4),
             all.empty() ? name : name + ": " + all);
  }

  void draw_others() {
    for (const RuleOutcome& outcome : e_.rules) {
      if (outcome.rule == e_.rule || outcome.same) continue;
      const std::string name = rule_name(outcome.rule);
      paragraph(outcome.error.empty()
                    ? message(name, " gives ", DimsView(outcome.shape), ": ",
                              placing_text(e_, outcome), ".")
                    : message(name, " is an error: ", outcome.error.substr(name.size() + 2), "."));
    }
  }

  const E& e_;
  Svg<> svg_;
  int y_ = 8;
};

}  // namespace detail

/// Returns the explanation as a standalone SVG document: what each dim becomes and, if source and
/// result have at most 400 elements and 32 rows and columns each, which elements are read in which
/// order. It consists of plain boxes, lines and text on white; tool tips show the indices of the
/// cells.
template <std::same_as<Explanation> E>
std::string to_svg(const E& explanation) {
  return detail::ExplanationPicture<E>(explanation).draw();
}

NDX_NAMESPACE_END
