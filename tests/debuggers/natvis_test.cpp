// Visual Studio is not there to be asked. So: the file is well-formed XML and keeps to the schema of
// Microsoft's manual ("Create custom views of C++ objects in the debugger"), its types are those of
// the headers under the namespaces of this version, and the members that it names exist.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
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

/// What an element may hold, as regular expressions: the names of its children, one after the other,
/// and its attributes, in the order of the alphabet, those of all kinds of views left out.
struct Rule {
  std::string children, attributes;
};
const std::map<std::string, Rule>& rules() {
  static const std::string steps = "((Exec|Loop|Item|Break) )*";
  static const std::map<std::string, Rule> all{
      {"AutoVisualizer", {"(Type )+", "xmlns "}},
      {"Type",
       {"(AlternativeType )*(DisplayString )*(Expand )?", "(Inheritable )?Name (Priority )?"}},
      {"AlternativeType", {"", "(Inheritable )?Name "}},
      {"DisplayString", {"", "(Condition )?"}},
      {"Expand", {"((Item|ArrayItems|CustomListItems) )*", "(HideRawView )?"}},
      {"Item", {"", "(Condition )?(ExcludeView )?(IncludeView )?(Name )?"}},
      {"ArrayItems", {"(Size )?(ValuePointer )+", "(Condition )?"}},
      {"Size", {"", ""}},
      {"ValuePointer", {"", "(Condition )?"}},
      {"CustomListItems", {"(Variable )*(Size )?" + steps, "(Condition )?(MaxItemsPerView )?"}},
      {"Variable", {"", "InitialValue Name "}},
      {"Loop", {steps, "(Condition )?"}},
      {"Exec", {"", "(Condition )?"}},
      {"Break", {"", "(Condition )?"}}};
  return all;
}

/// Whether each bracket is closed, by its own kind.
bool is_balanced(const std::string& text) {
  std::string open;
  for (const char c : text) {
    const std::size_t opens = std::string("([{").find(c), closes = std::string(")]}").find(c);
    if (opens != std::string::npos) open += ")]}"[opens];
    if (closes == std::string::npos) continue;
    if (open.empty() || open.back() != c) return false;
    open.pop_back();
  }
  return open.empty();
}

void expect_by_the_schema(const xml::Element& element) {
  ASSERT_TRUE(rules().contains(element.name)) << element.name;
  const Rule& rule = rules().at(element.name);
  std::string children, attributes;
  for (const xml::Element& child : element.children) children += child.name + ' ';
  for (const auto& [key, value] : element.attributes) {
    attributes += key + ' ';
    EXPECT_TRUE(is_balanced(value)) << value;
  }
  EXPECT_TRUE(std::regex_match(children, std::regex(rule.children))) << element.name << children;
  EXPECT_TRUE(std::regex_match(attributes, std::regex(rule.attributes)))
      << element.name << ": " << attributes;
  EXPECT_TRUE(is_balanced(element.text)) << element.text;
  for (const xml::Element& child : element.children) expect_by_the_schema(child);
}

TEST(Natvis, KeepsToTheSchema) {
  EXPECT_EQ(visualizer().name, "AutoVisualizer");
  EXPECT_EQ(visualizer().attributes.at("xmlns"),
            "http://schemas.microsoft.com/vstudio/debugger/natvis/2010");
  expect_by_the_schema(visualizer());
}

/// The texts of all elements of that name, at any depth.
void append_texts(const xml::Element& element, const std::string& name,
                  std::vector<std::string>& texts) {
  if (element.name == name) texts.push_back(element.text);
  for (const xml::Element& child : element.children) append_texts(child, name, texts);
}

TEST(Natvis, AssignsToTheVariablesThatItDeclares) {
  std::set<std::string> declared;
  for (const xml::Element& type : visualizer().children) {
    for (const xml::Element& expand : type.children) {
      for (const xml::Element& list : expand.children) {
        for (const xml::Element& child : list.children)
          if (child.name == "Variable") declared.insert(child.attributes.at("Name"));
      }
    }
  }
  std::vector<std::string> texts;
  append_texts(visualizer(), "Exec", texts);
  EXPECT_GE(texts.size(), 8U);
  for (const std::string& text : texts)
    EXPECT_TRUE(declared.contains(text.substr(0, text.find(" = ")))) << text;
}

}  // namespace
