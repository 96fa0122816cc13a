// Draws an Explanation as SVG: what each dim becomes and, for small tensors, which elements are
// read in which order.
//
// flow.hpp draws the dims and cells.hpp the elements. This file puts them below each other with the
// title, the placing of the index dims and the rules that would give something else.
#pragma once

#include <ndx/explain/cells.hpp>
#include <ndx/explain/flow.hpp>
#include <ndx/explain/to_text.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class ExplanationPicture {
 public:
  explicit ExplanationPicture(const Explanation& e) : e_(e) {}

  std::string draw() {
    const std::string title = message("x[", abbreviated(e_.expression, kLine - 2), "]");
    heading(title, "font-weight=\"bold\"", 16);
    heading(
        message(rule_name(e_.rule), " (", rule_meaning(e_.rule), "): ", DimsView(e_.source.shape),
                " becomes ", DimsView(e_.shape), e_.is_view ? ", a view" : ", a copy"),
        "", Svg::kTextSize);
    y_ += 18;
    y_ += FlowPicture(svg_, e_, {kLeft, y_}).draw() + 28;
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
    if (!e_.has_cells || !CellPicture::fits(e_.source.shape)) return;
    const bool empty = is_empty(e_.shape);
    if (!empty && !CellPicture::fits(e_.shape)) return;
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

  const Explanation& e_;
  Svg svg_;
  int y_ = 8;
};

}  // namespace detail

/// Returns the explanation as a standalone SVG document: what each dim becomes and, if source and
/// result have at most 400 elements and 32 rows and columns each, which elements are read in which
/// order. It consists of plain boxes, lines and text on white; tool tips show the indices of the
/// cells.
inline std::string to_svg(const Explanation& explanation) {
  return detail::ExplanationPicture(explanation).draw();
}

NDX_NAMESPACE_END
