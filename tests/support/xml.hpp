// A strict reader of small XML documents, for tests of what the library draws: elements, attributes
// and text, or an XmlError that says what is not well formed. No comments, no DTDs.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace xml {

struct XmlError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  // its own, without that of its children
  std::vector<Element> children;

  /// The text of the first child of that name; empty when there is none.
  std::string child_text(std::string_view child) const {
    for (const Element& element : children)
      if (element.name == child) return element.text;
    return "";
  }
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Element document() {
    if (accept("<?xml ")) skip_past("?>");
    skip_spaces();
    Element root = element();
    skip_spaces();
    if (!text_.empty()) fail("something follows the root");
    return root;
  }

 private:
  Element element() {
    Element result;
    expect("<");
    result.name = name();
    while (skip_spaces()) {
      if (text_.starts_with("/") || text_.starts_with(">")) break;
      const std::string key = name();
      expect("=\"");
      if (!result.attributes.emplace(key, characters('"')).second) fail("attribute given twice");
      expect("\"");
    }
    if (accept("/>")) return result;
    expect(">");
    for (;;) {
      result.text += characters('<');
      if (accept("</")) break;
      result.children.push_back(element());
    }
    if (name() != result.name) fail("another tag is closed than was opened");
    skip_spaces();
    expect(">");
    return result;
  }

  std::string name() {
    std::size_t size = 0;
    const auto belongs = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '-' || c == ':' || c == '_';
    };
    while (size < text_.size() && belongs(text_[size])) ++size;
    if (size == 0 || text_[0] == '-' || (text_[0] >= '0' && text_[0] <= '9')) fail("no name");
    const std::string result(text_.substr(0, size));
    text_.remove_prefix(size);
    return result;
  }

  /// Text up to `end`, entities read.
  std::string characters(char end) {
    std::string result;
    while (!text_.empty() && text_.front() != end) {
      const char c = text_.front();
      if (c == '<' || (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'))
        fail("a character that must not stand here");
      if (c == '&') {
        result += entity();
      } else {
        result += c;
        text_.remove_prefix(1);
      }
    }
    if (text_.empty()) fail("the document ends too early");
    return result;
  }

  char entity() {
    if (accept("&amp;")) return '&';
    if (accept("&lt;")) return '<';
    if (accept("&gt;")) return '>';
    if (accept("&quot;")) return '"';
    fail("an '&' that begins no entity");
  }

  bool skip_spaces() {
    const std::size_t before = text_.size();
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n'))
      text_.remove_prefix(1);
    return text_.size() != before || text_.starts_with("/") || text_.starts_with(">");
  }

  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end);
    if (found == text_.npos) fail("the declaration does not end");
    text_.remove_prefix(found + end.size());
  }

  bool accept(std::string_view token) {
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }

  void expect(std::string_view token) {
    if (!accept(token)) fail("expected " + std::string(token));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw XmlError(what + " before: " + std::string(text_.substr(0, 60)));
  }

  std::string_view text_;
};

inline Element read(std::string_view text) { return Reader(text).document(); }

}  // namespace xml
