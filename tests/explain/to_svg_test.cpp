// The picture of an Explanation: well formed, self-contained, and with the right cells in the right
// order.
#include <ndx/explain.hpp>

#include "support/expect.hpp"
#include "support/svg_cells.hpp"

using namespace ndx;

namespace to_svg_test {

using Places = std::vector<svg::Place>;

xml::Element picture(const Dims& shape, const char* expression,
                     IndexRule rule = IndexRule::views_first) {
  return xml::read(to_svg(explain(shape, parse_index(expression), rule)));
}

Places selected(const Dims& shape, const char* expression,
                IndexRule rule = IndexRule::views_first) {
  return svg::selection(svg::source_cells(picture(shape, expression, rule)));
}

/// All text of a picture, a line each.
std::string text_of(const xml::Element& element) {
  std::string text = element.name == "text" ? element.text + "\n" : "";
  for (const xml::Element& child : element.children) text += text_of(child);
  return text;
}

bool shows(const xml::Element& root, const std::string& line) {
  return ('\n' + text_of(root)).find('\n' + line + '\n') != std::string::npos;
}

TEST(XmlReader, RefusesWhatIsNotWellFormed) {
  EXPECT_EQ(xml::read("<a b=\"1 &lt; 2\"><c/>x &amp; y</a>\n").text, "x & y");
  EXPECT_EQ(xml::read("<a b=\"1 &lt; 2\"/>").attributes["b"], "1 < 2");
  for (const char* bad :
       {"", "<a>", "<a></b>", "<a/><b/>", "<a b=\"1\" b=\"2\"/>", "<a b=1/>", "<a>1 & 2</a>",
        "<a>&nbsp;</a>", "<a b=\"<\"/>", "<a b=\"1\"c=\"2\"/>", "text", "<a><b></a></b>"})
    EXPECT_THROW((void)xml::read(bad), xml::XmlError) << bad;
}

TEST(ExplainSvg, CellsInTheOrderOfTheResult) {
  EXPECT_EQ(selected({2, 3, 4}, "0, :, [0, 1]"),
            (Places{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 2, 0}, {0, 2, 1}}));
  EXPECT_EQ(selected({2, 3, 4}, "0, :, [0, 1]", IndexRule::numpy),
            (Places{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 1}, {0, 1, 1}, {0, 2, 1}}));
  EXPECT_EQ(selected({2, 3}, "[1, 0], [2, 0]"), (Places{{1, 2}, {0, 0}}));
  EXPECT_EQ(selected({2, 3}, "[1, 0], [2, 0]", IndexRule::outer),
            (Places{{1, 2}, {1, 0}, {0, 2}, {0, 0}}));
  EXPECT_EQ(selected({2, 3}, "::-1, 1:"), (Places{{1, 1}, {1, 2}, {0, 1}, {0, 2}}));
  EXPECT_EQ(selected({5}, "[3, 3, 0]"), (Places{{3}, {3}, {0}}));
  EXPECT_EQ(selected({}, "None"), (Places{{}}));
}

TEST(ExplainSvg, EveryElementOfTheSourceIsACell) {
  EXPECT_EQ(svg::source_cells(picture({2, 3, 4}, "0, :, [0, 1]")).size(), 24U);
  EXPECT_EQ(svg::source_cells(picture({}, "...")).size(), 1U);
  EXPECT_EQ(svg::source_cells(picture({2, 3}, "0")).size(), 6U);
}

TEST(ExplainSvg, ACellThatIsReadOftenShowsItsFirstPlaces) {
  const xml::Element root = picture({3}, "[1, 1, 1, 1, 0]");
  EXPECT_TRUE(shows(root, "0, …"));
  EXPECT_TRUE(shows(root, "4"));
}

TEST(ExplainSvg, TheResultIsDrawnToo) {
  std::vector<std::string> cells;
  for (const xml::Element& element : picture({2, 3}, "[1, 0], [2, 0]").children) {
    const std::string title = element.child_text("title");
    if (title.substr(0, 1) == "y") cells.push_back(title);
  }
  EXPECT_EQ(cells, (std::vector<std::string>{"y[0] = x[1, 2]: 0", "y[1] = x[0, 0]: 1"}));
}

TEST(ExplainSvg, TheDimsAndTermsAreBoxes) {
  const xml::Element root = picture({2, 3, 4}, "0, :, [0, 1]");
  for (const char* line : {"x[0, :, [0, 1]]", "x", "terms", "view", "result", "dim 0: 2",
                           "dim 2: 4", "0", ":", "[0, 1]", "dim 0: 3", "dim 1: 4", "dim 1: 2"})
    EXPECT_TRUE(shows(root, line)) << line;
}

TEST(ExplainSvg, OtherRulesThatDifferAreNamed) {
  EXPECT_TRUE(shows(picture({2, 3, 4}, "0, :, [0, 1]"),
                    "vindex gives (2, 3): the index dims always go in front."));
  EXPECT_TRUE(shows(picture({5, 6}, "[0, 1], [0, 1, 2]", IndexRule::outer),
                    "index is an error: index tensors of shapes (2) and (3) cannot be broadcast "
                    "together."));
  EXPECT_EQ(text_of(picture({2, 3}, "0")).find("vindex"), std::string::npos);
}

TEST(ExplainSvg, LargeTensorsAndEmptyResultsHaveNoCells) {
  EXPECT_TRUE(svg::source_cells(picture({401}, "0")).empty());
  EXPECT_TRUE(svg::source_cells(picture({33}, "0")).empty());
  EXPECT_EQ(svg::source_cells(picture({20, 20}, "0")).size(), 400U);
  EXPECT_TRUE(svg::source_cells(picture({0, 3}, ":")).empty());
  const xml::Element none = picture({2, 3}, "5:");
  EXPECT_EQ(svg::source_cells(none).size(), 6U);
  EXPECT_TRUE(shows(none, "Nothing is selected: the result has no elements."));
}

TEST(ExplainSvg, ManyDimsOfOneTermShareABox) {
  EXPECT_TRUE(shows(picture(Dims::filled(64, 1), "0, ..., [0]"), "dims 1-62"));
  EXPECT_TRUE(shows(picture(Dims::filled(64, 1), "0"), "(rest)"));
}

TEST(ExplainSvg, IsASelfContainedDocumentOnWhite) {
  const std::string text = to_svg(explain({2, 3, 4}, {0, Slice(), tensor({0, 1})}));
  EXPECT_EQ(text.rfind("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg ", 0), 0U);
  EXPECT_EQ(text.find("script"), text.npos);
  EXPECT_EQ(text.find("href"), text.npos);
  EXPECT_EQ(text.find("url("), text.npos);
  const xml::Element root = xml::read(text);
  EXPECT_EQ(root.name, "svg");
  EXPECT_EQ(root.attributes.at("xmlns"), "http://www.w3.org/2000/svg");
  EXPECT_EQ(root.attributes.at("viewBox"),
            "0 0 " + root.attributes.at("width") + " " + root.attributes.at("height"));
  const auto& ground = root.children.at(1).attributes;
  EXPECT_EQ(ground.at("fill"), "#ffffff");
  EXPECT_EQ(ground.at("width"), root.attributes.at("width"));
}

TEST(ExplainSvg, NothingReachesBeyondThePicture) {
  for (const char* expression : {"0, :, [0, 1]", "[0, 1], :, [0, 1]", "...", "None, None, None"}) {
    const xml::Element root = picture({2, 3, 4}, expression);
    const int width = std::stoi(root.attributes.at("width"));
    const int height = std::stoi(root.attributes.at("height"));
    for (const xml::Element& group : root.children) {
      for (const xml::Element& box : group.children) {
        if (box.name != "rect") continue;
        EXPECT_LE(std::stoi(box.attributes.at("x")) + std::stoi(box.attributes.at("width")), width);
        EXPECT_LE(std::stoi(box.attributes.at("y")) + std::stoi(box.attributes.at("height")),
                  height);
      }
    }
  }
}

TEST(ExplainSvg, TextIsEscaped) {
  EXPECT_EQ(detail::escaped("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
}

}  // namespace to_svg_test
