// The second half of an explanation's SVG: the elements of a tensor as cells. The last two dims
// form a grid, and there is one grid for each index of the dims before them.
//
// Each cell of the source shows at which positions of the result its element is read; colours
// follow the order of the result. So a reader sees what an index selects, and in which order.
#pragma once

#include <ndx/explain/columns.hpp>
#include <ndx/explain/explanation.hpp>
#include <ndx/explain/svg.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Name of the element at a row-major position, for example "x[0, 1, 2]".
inline std::string element_name(char tensor, DimsView shape, index_t place) {
  return tensor + message(coordinates_text("", shape, place));
}

/// Colour of element `place` of `count`, from pale yellow to blue.
inline std::string order_colour(index_t place, index_t count) {
  constexpr int kFirst[] = {255, 243, 196};
  constexpr int kLast[] = {129, 187, 240};
  std::string colour = "#";
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
class CellPicture {
 public:
  static constexpr index_t kMostCells = 400;
  static constexpr index_t kMaxInRow = 32;

  CellPicture(Svg& svg, char name, DimsView shape, Point corner)
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
    const std::string name = element_name(name_, lead, block);
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

  Svg& svg_;
  char name_;
  DimsView shape_;
  Point corner_;
};

}  // namespace detail
NDX_NAMESPACE_END
