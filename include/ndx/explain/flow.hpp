// The first half of an explanation's SVG: the dims of the source, the terms, the dims of the view
// and those of the result, as rows of boxes, with lines from each dim to what it becomes.
//
// The dims of the result need not have the order of the terms. Each row is therefore placed on its
// own, and the lines, which may cross, show where a dim went.
#pragma once

#include <ndx/explain/columns.hpp>
#include <ndx/explain/explanation.hpp>
#include <ndx/explain/svg.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class FlowPicture {
 public:
  FlowPicture(Svg& svg, const Explanation& e, Point corner) : svg_(svg), e_(e), corner_(corner) {}

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

  Svg& svg_;
  const Explanation& e_;
  Point corner_;
  int column_ = 0;
  std::vector<Strand> strands_;
};

}  // namespace detail
NDX_NAMESPACE_END
