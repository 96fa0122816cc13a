// The cells of an explanation's picture, read back from the tool tips that they have:
// "x[0, 1]: 3, 5" is the element that is the result's 3rd and 5th, "x[0, 1]" one that is not read.
#pragma once

#include <algorithm>

#include "xml.hpp"

namespace svg {

using Place = std::vector<long long>;

struct Cell {
  Place place;   // indices of the element
  Place orders;  // where it stands in the result
};

inline Place numbers(std::string_view text) {
  Place result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end > i) result.push_back(std::stoll(std::string(text.substr(i, end - i))));
    i = end + 1;
  }
  return result;
}

/// The source's cells, in the order in which they are drawn.
inline std::vector<Cell> source_cells(const xml::Element& root) {
  std::vector<Cell> cells;
  for (const xml::Element& element : root.children) {
    const std::string title = element.child_text("title");
    if (element.name != "g" || title.empty() || title[0] != 'x') continue;
    const std::size_t colon = title.find(':');
    const std::string orders = colon == title.npos ? "" : title.substr(colon + 1);
    cells.push_back({numbers(title.substr(0, colon)), numbers(orders)});
  }
  return cells;
}

/// The indices of the elements that are read, in the order of the result.
inline std::vector<Place> selection(const std::vector<Cell>& cells) {
  std::vector<std::pair<long long, Place>> read;
  for (const Cell& cell : cells)
    for (const long long order : cell.orders) read.emplace_back(order, cell.place);
  std::sort(read.begin(), read.end());
  std::vector<Place> places;
  for (const auto& [order, place] : read) places.push_back(place);
  return places;
}

}  // namespace svg
