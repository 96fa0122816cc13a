// Visual Studio is not there to be asked. So: the file is well-formed XML, its types are those of
// the headers under the namespaces of this version, and the members that it names exist.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "support/expect.hpp"
#include "support/xml.hpp"

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string headers() {
  std::string text;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(NDX_SOURCE_DIR "/include/ndx")) {
    if (entry.is_regular_file()) text += read(entry.path());
  }
  return text;
}

std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it)
    found.insert((*it)[1]);
  return found;
}

bool holds(const std::string& text, const std::string& pattern) {
  return std::regex_search(text, std::regex(pattern));
}

const xml::Element& visualizer() {
  static const xml::Element root = xml::read(read(NDX_SOURCE_DIR "/cmake/debuggers/ndx.natvis"));
  return root;
}

/// All the expressions of a type: the texts and attributes of what is in it, but for the names.
std::string expressions(const xml::Element& element) {
  std::string text = element.text + '\n';
  for (const auto& [key, value] : element.attributes) {
    if (key == "Condition" || key == "InitialValue") text += value + '\n';
  }
  for (const xml::Element& child : element.children) text += expressions(child);
  return text;
}

TEST(Natvis, ShowsEachTypeOfThisVersionUnderEachOfItsNamespaces) {
  const std::string version = "ndx::v" NDX_STRINGIZE(NDX_ABI_VERSION) "_";
  const std::string source = headers();
  std::set<std::string> shown;
  for (const xml::Element& type : visualizer().children) {
    ASSERT_EQ(type.name, "Type");
    const std::string name = type.attributes.at("Name");
    const std::string own = name.substr(name.rfind("::") + 2);
    std::set<std::string> namespaces{name};
    for (const xml::Element& child : type.children) {
      if (child.name == "AlternativeType") namespaces.insert(child.attributes.at("Name"));
    }
    EXPECT_EQ(namespaces.size(), 20U) << own;
    for (const std::string& other : namespaces) {
      EXPECT_TRUE(other.starts_with(version) && other.ends_with("::" + own)) << other;
    }
    const std::string bare = own.substr(0, own.find('<'));
    EXPECT_TRUE(holds(source, "\n(class|struct) " + bare + "( :.*)? \\{")) << bare;
    shown.insert(bare);
  }
  EXPECT_EQ(shown, (std::set<std::string>{"Dims", "DimsView", "Layout", "Slice", "SliceBound",
                                          "Tensor", "TensorIndex", "UntypedTensor"}));
}

TEST(Natvis, NamesMembersThatExist) {
  std::string all;
  for (const xml::Element& type : visualizer().children) all += expressions(type);
  const std::string source = headers();
  std::set<std::string> members = matches(all, "\\b([a-z]+_)(?![a-z_])");  // data_, layout_
  members.merge(matches(all, "[{.]([a-z]+)\\b(?!_)"));                     // layout.shape, {start}
  EXPECT_GE(members.size(), 15U);
  for (const std::string& member : members) {
    EXPECT_TRUE(holds(source, "\n  +[A-Za-z].* [*]?(const )?" + member + "( = .*|\\{.*\\})?;"))
        << member;
  }
}

TEST(Natvis, NumbersTheKindsOfTermsAsTheHeaderDoes) {
  const auto kinds = ndx::TensorIndex::Kind::tensor;
  EXPECT_EQ(static_cast<int>(kinds), 5);
  const char* const texts[] = {"None", "...", "{integer_}", "{boolean_}", "{slice_}", "{tensor_}"};
  for (const xml::Element& type : visualizer().children) {
    if (!type.attributes.at("Name").ends_with("::TensorIndex")) continue;
    std::size_t kind = 0;
    for (const xml::Element& child : type.children) {
      if (child.name != "DisplayString") continue;
      ASSERT_LT(kind, std::size(texts));
      EXPECT_EQ(child.attributes.at("Condition"), "(int)kind_ == " + std::to_string(kind));
      EXPECT_EQ(child.text, texts[kind++]);
    }
    EXPECT_EQ(kind, std::size(texts));
  }
}

}  // namespace
