// Svg: draws boxes, lines and text into a standalone SVG document. Knows nothing of tensors.
//
// The document grows with what is drawn. The width of text is estimated from a fixed-width font,
// because no font is measured here.
#pragma once

#include <string>
#include <string_view>

#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Escapes text for XML.
inline std::string escaped(std::string_view text) {
  constexpr std::string_view kSpecial = "&<>\"";
  constexpr const char* kNames[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
  std::string result;
  for (const char c : text) {
    const std::size_t at = kSpecial.find(c);
    result += at == kSpecial.npos ? std::string(1, c) : kNames[at];
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
  [[nodiscard]] std::string document(std::string_view title) const {
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

  void write(Point at, std::string_view content, const std::string& style) {
    body_ += message("<text x=\"", at.x, "\" y=\"", at.y, "\" ", style, ">", escaped(content),
                     "</text>");
  }

  void reach(Point to) {
    if (to.x > reach_.x) reach_.x = to.x;
    if (to.y > reach_.y) reach_.y = to.y;
  }

  std::string body_;
  Point reach_;
};

}  // namespace detail
NDX_NAMESPACE_END
