// Evaluator: the expressions of tensors that the explorer takes, a part of Python's with NumPy's
// meaning.
//
//   expression  | ^ & == != < <= > >= + - * % between, - ~ before; [index], .reshape(…), .T after
//   operand     5  2.5  True  name  (expression)  (2, 3)  [1, 2]  function(argument, …)
//   function    range arange array zeros ones full eye argsort, each also as np.arange
//
// Every error has its place in the text; nothing is evaluated twice. What Python refuses is refused, and
// so is what reads differently in C++, such as chained comparisons: the message says what to write.
#pragma once

#include <cmath>
#include <cstdlib>
#include <map>

#include "functions.hpp"
#include "operators.hpp"
#include "spelling.hpp"

namespace explorer {

using Names = std::map<std::string, Value, std::less<>>;

std::vector<ndx::TensorIndex> index_terms(std::string_view text, std::size_t begin, std::size_t end,
                                          const Names& names, int depth);
Value indexed(const Value& value, const std::vector<ndx::TensorIndex>& terms, std::size_t position);

class Evaluator {
 public:
  Evaluator(std::string_view text, std::size_t begin, std::size_t end, const Names& names,
            int depth = 0)
      : text_(text.substr(0, end)), at_(begin), names_(names), depth_(depth) {}

  /// The value of the whole text.
  Value run() {
    Value value = expression().value;
    if (peek() == ',') fail(at_, "a ',' only between brackets; ';' separates named tensors");
    if (peek() != '\0') fail(at_, "expected an operator or the end here");
    return value;
  }

  /// Allows what print shows of an array: [[0 1] [2 3]], without commas.
  Evaluator& allow_blanks() {
    blanks_ = true;
    return *this;
  }

 private:
  using Name = std::string_view;

  /// What Python would have where a value stands: it computes with arrays and numbers, not with lists
  /// or tuples, and only arrays have an index of several terms and methods.
  enum class Kind : std::uint8_t { array, number, list };
  struct Operand {
    Value value;
    Kind kind;
  };

  struct Operator {
    Name text;
    int level;  // binds more tightly than those below
  };
  static constexpr Operator kOperators[] = {{"==", 0}, {"!=", 0}, {"<=", 0}, {">=", 0}, {"<", 0},
                                            {">", 0},  {"|", 1},  {"^", 2},  {"&", 3},  {"+", 4},
                                            {"-", 4},  {"*", 5},  {"%", 5}};
  /// Operators of Python or of C++ that are no operators here, those first that others begin with.
  static constexpr Name kUnknown[] = {"<<", ">>", "**", "//", "/"};
  static constexpr int kMostDepth = 48;
  static constexpr const char* kListOperand =
      "Python does not compute with the elements of a list: write array([…]) instead of […]";

  [[noreturn]] static void fail(std::size_t position, const std::string& what) {
    throw InputError(position, what);
  }

  /// The next character that is no blank; NUL at the end.
  char peek() {
    while (at_ < text_.size() && ndx::syntax::is_space(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  /// Position of that character.
  std::size_t next() {
    peek();
    return at_;
  }
  [[nodiscard]] Name since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }
  [[nodiscard]] bool begins_with(Name expected) const {
    return text_.substr(at_, expected.size()) == expected;
  }
  static bool is_word(Name text) { return ndx::syntax::is_letter(text[0]); }
  [[nodiscard]] bool begins_with_word(Name expected) const {
    ndx::syntax::Scanner scanner(text_, at_);
    return scanner.read_word() == expected;
  }
  bool take(Name expected) {
    peek();
    if (!begins_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  void expect(char c) {
    if (!take(Name(&c, 1))) fail(at_, std::string("expected '") + c + "' here");
  }
  Name word() {
    peek();
    ndx::syntax::Scanner scanner(text_, at_);
    const Name word = scanner.read_word();
    at_ = scanner.position();
    return word;
  }

  /// A whole expression. Arrays have no and, or, not: where they are, all of it is read, to say what to write.
  Operand expression() {
    std::size_t fault = Name::npos;
    std::string written;
    for (;;) {
      bool negated = false;
      for (Name negation; !(negation = next_negation()).empty(); negated = !negated) {
        fault = std::min(fault, at_);
        at_ += negation.size();
      }
      const std::size_t begin = next();
      const Operand value = comparison();
      written += (negated ? "~" : "") + wrapped(since(begin));
      const Connective* const connective = next_connective();
      if (connective == nullptr) {
        if (fault != Name::npos)
          fail(fault, "arrays have no and, or, not, &&, ||, !: write " + written);
        refuse_words(begin);
        return value;
      }
      fault = std::min(fault, at_);
      at_ += connective->word.size();
      written += connective->written;
    }
  }

  struct Connective {
    Name word;
    Name written;
  };
  static constexpr Connective kConnectives[] = {
      {"and", " & "}, {"&&", " & "}, {"or", " | "}, {"||", " | "}};

  const Connective* next_connective() {
    next();
    for (const Connective& one : kConnectives) {
      if (begins_with_word(one.word) || (!is_word(one.word) && begins_with(one.word))) return &one;
    }
    return nullptr;
  }
  Name next_negation() {
    next();
    if (begins_with_word("not")) return "not";
    return begins_with("!") && !begins_with("!=") ? "!" : "";
  }

  /// Fails if what began there is followed by a word or an operator that is not known here.
  void refuse_words(std::size_t begin) {
    const Name left = trimmed(since(begin));
    const std::size_t position = next();
    if (begins_with_word("is"))
      fail(position, "'is' compares objects, not elements: write == or !=");
    if (begins_with_word("in") || begins_with_word("not"))
      fail(position, "'in' has one answer for a whole array: write comparisons, such as x == " +
                         wrapped(left));
    if (begins_with_word("if"))
      fail(position, "'if' takes one truth value, not an array of them: write one of its cases");
    for (const Name op : kUnknown) {
      if (begins_with(op))
        fail(position,
             "there is no '" + std::string(op) + "' here, but + - * % & | ^ ~ and comparisons");
    }
  }

  /// At most one comparison: two that are chained have one truth value each in Python, which arrays have not.
  Operand comparison() {
    std::size_t begin = next();
    Operand left = arithmetic(1);
    std::vector<Name> operands{since(begin)};
    std::vector<Name> operators;
    std::size_t chained = 0;
    for (const Operator* op = next_operator(0); op != nullptr; op = next_operator(0)) {
      const std::size_t position = at_;
      if (operators.size() == 1) chained = position;
      at_ += op->text.size();
      begin = at_;
      const Operand right = arithmetic(1);
      operators.push_back(op->text);
      operands.push_back(since(begin));
      if (operators.size() == 1) left = combined(op->text, left, right, position);
    }
    if (operators.size() > 1)
      fail(chained, "Python chains these comparisons, which arrays cannot: write " +
                        unchained(operands, operators));
    return left;
  }

  /// Operators from that level on, none of which is a comparison.
  Operand arithmetic(int level) {
    if (++depth_ > kMostDepth) fail(at_, "this expression is nested too deeply");
    Operand left = prefixed();
    for (const Operator* op = next_operator(level); op != nullptr; op = next_operator(level)) {
      const std::size_t position = at_;
      at_ += op->text.size();
      const Operand right = arithmetic(op->level + 1);
      left = combined(op->text, left, right, position);
    }
    --depth_;
    return left;
  }

  /// a op b, if Python computes with these kinds of operands.
  static Operand combined(Name op, const Operand& a, const Operand& b, std::size_t position) {
    const bool array = a.kind == Kind::array || b.kind == Kind::array;
    if (!array && (a.kind == Kind::list || b.kind == Kind::list)) {
      fail(position, kListOperand);
    }
    if (!array) check_range(op, a.value, b.value, position);
    return {combine(op, a.value, b.value, position), array ? Kind::array : Kind::number};
  }

  const Operator* next_operator(int level) {
    const bool blank = at_ < text_.size() && ndx::syntax::is_space(text_[at_]);
    const char c = peek();
    // In an array as print shows it, "1 -2" is two numbers.
    const bool sign = lists_ > 0 && blanks_ && blank && (c == '-' || c == '+') &&
                      at_ + 1 < text_.size() && !ndx::syntax::is_space(text_[at_ + 1]);
    if (sign || begins_with("&&") || begins_with("||")) return nullptr;
    for (const Name op : kUnknown) {
      if (begins_with(op)) return nullptr;
    }
    for (const Operator& op : kOperators) {
      const bool fits = level == 0 ? op.level == 0 : op.level >= level;
      if (fits && begins_with(op.text)) return &op;
    }
    return nullptr;
  }

  Operand prefixed() {
    const char c = peek();
    const std::size_t position = at_;
    if (c != '-' && c != '+' && c != '~') return postfixed();
    ++at_;
    if (++depth_ > kMostDepth) fail(at_, "this expression is nested too deeply");
    const Operand operand = prefixed();
    --depth_;
    if (operand.kind == Kind::list) fail(position, kListOperand);
    if (c == '~' && operand.kind == Kind::number && operand.value.index() == 0)
      fail(position,
           "~ of a single bool is an integer in Python, ~True is -2: write True or False");
    return {prefixed_by(c, operand.value, position), operand.kind};
  }

  Operand postfixed() {
    Operand value = operand();
    for (char c = next_postfix(); c == '[' || c == '.'; c = next_postfix()) {
      const std::size_t position = at_++;
      if (value.kind != Kind::array)
        fail(position, "only an array has this in Python: write array(…) before it");
      if (c == '[') {
        const std::size_t end = closing(position);
        value.value = indexed(value.value,
                              index_terms(text_, position + 1, end, names_, depth_ + 1), position);
        at_ = end + 1;
      } else {
        value.value = method(value.value, position);
      }
    }
    return value;
  }
  /// In an array as print shows it, "[0] [1]" is two lists.
  char next_postfix() {
    const bool blank = at_ < text_.size() && ndx::syntax::is_space(text_[at_]);
    return lists_ > 0 && blanks_ && blank ? '\0' : peek();
  }

  /// Position of the bracket that closes the one at `open`.
  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < text_.size(); ++i) {
      if (text_[i] == '[') ++depth;
      if (text_[i] == ']' && --depth == 0) return i;
    }
    fail(open, "this '[' is never closed");
  }

  Value method(const Value& value, std::size_t position) {
    const Name name = word();
    const bool transpose = name == "T";
    if (!transpose && name != "reshape" && name != "astype")
      fail(position, "known after a tensor are .reshape(…), .astype(…) and .T");
    if (transpose)
      return std::visit([](const auto& t) -> Value { return t.dim() < 2 ? t : t.transpose(); },
                        value);
    const Arguments given = arguments();
    if (name == "astype" && given.type >= 0)
      return converted(value, static_cast<std::size_t>(given.type));
    if (name == "astype") fail(position, "expected bool, int or float as the type");
    const Dims shape = as_shape(position, joined(given.values, position));
    return located(position, [&] {
      return std::visit([&](const auto& t) -> Value { return t.reshape(shape); }, value);
    });
  }

  Operand operand() {
    const char c = peek();
    const std::size_t position = at_;
    if (c == '(') return parenthesised();
    if (c == '[') return {list(), Kind::list};
    if (ndx::syntax::is_digit(c) || c == '.') return {number(), Kind::number};
    if (c == '"' || c == '\'') fail(at_, "text is no index: write numbers, bools or names here");
    if (c == '@') ++at_;  // as the library marks a name
    const Name name = word();
    if (name == "True" || name == "False")
      return {ndx::full<bool>({}, name == "True"), Kind::number};
    if (name == "nan" || name == "np.nan")
      return {ndx::full<double>({}, std::nan("")), Kind::number};
    if (name == "inf" || name == "np.inf") return {ndx::full<double>({}, HUGE_VAL), Kind::number};
    if (peek() == '(') return {call(name, position), name == "range" ? Kind::list : Kind::array};
    if (const auto found = names_.find(name); found != names_.end())
      return {found->second, Kind::array};
    // "i.T": the dot is not a part of the name.
    const Name first = name.substr(0, name.find('.'));
    if (const auto found = names_.find(first); found != names_.end()) {
      at_ = position + first.size();
      return {found->second, Kind::array};
    }
    if (name.empty()) fail(position, "expected a number, a list or a name here");
    if (name == "x") fail(position, "x is too large here for its elements to be used");
    fail(position, "no tensor is named '" + std::string(name) + "'");
  }

  Value number() {
    if (text_.substr(at_, 3) == "...")
      fail(at_, "elements are left out here: paste all of them, or type a shape");
    ndx::syntax::Scanner scanner(text_, at_);
    const Name digits = scanner.read_word();
    if (digits.find_first_of(".eE") == Name::npos) {
      index_t value = 0;
      ndx::syntax::Scanner integer(text_, at_);
      if (!integer.read_integer(value)) fail(integer.error().position, integer.error().reason);
      at_ = integer.position();
      return ndx::full<index_t>({}, value);
    }
    const std::string text(
        text_.substr(at_, 400));  // strtod needs an end; it takes "inf" and "0x1"
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str()) fail(at_, "expected a number here");
    at_ += static_cast<std::size_t>(end - text.c_str());
    return ndx::full<double>({}, value);
  }

  /// (expression), or a tuple, which is a list here.
  Operand parenthesised() {
    const std::size_t position = at_++;
    std::vector<Value> items;
    Kind kind = Kind::list;
    bool tuple = peek() == ')';
    while (!take(")")) {
      const Operand item = expression();
      kind = item.kind;
      items.push_back(item.value);
      if (take(",")) {
        tuple = true;
      } else if (peek() != ')') {
        fail(at_, "expected ',' or ')' here");
      }
    }
    if (tuple) return {joined(items, position), Kind::list};
    return {items[0], kind};
  }

  Value list() {
    const std::size_t position = at_++;
    std::vector<Value> items;
    ++lists_;
    while (!take("]")) {
      if (peek() == '\0') fail(position, "this '[' is never closed");
      items.push_back(expression().value);
      const bool more = take(",") || (blanks_ && peek() != '\0');
      if (!more && peek() != ']') fail(at_, "expected ',' or ']' here");
    }
    --lists_;
    return joined(items, position);
  }

  Arguments arguments() {
    Arguments given;
    expect('(');
    while (!take(")")) {
      const std::size_t position = (peek(), at_);
      if (word() == "dtype" && take("=")) {
        given.type = type_named(word());
        if (given.type < 0) fail(position, "expected bool, int or float as the type");
      } else {
        at_ = position;
        given.type = std::max(given.type, type_named(word()));
        if (type_named(text_.substr(position, at_ - position)) < 0) {
          at_ = position;
          given.values.push_back(expression().value);
          given.positions.push_back(position);
        }
      }
      if (!take(",") && peek() != ')') fail(at_, "expected ',' or ')' here");
    }
    return given;
  }

  Value call(Name name, std::size_t position) {
    const Name whole = name;
    name.remove_prefix(module_length(name));
    // "i.reshape(": a method of a named tensor.
    if (const std::size_t dot = whole.find('.'); dot != Name::npos && name == whole) {
      const auto found = names_.find(whole.substr(0, dot));
      if (found == names_.end())
        fail(position, "no tensor is named '" + std::string(whole.substr(0, dot)) + "'");
      at_ = position + dot + 1;
      return method(found->second, position + dot);
    }
    if (name == "slice" || name == "Slice")
      fail(position, "a slice is typed as start:stop:step here");
    const Arguments given = arguments();
    const Value made = located(position, [&] { return made_by(name, given, position); });
    return given.type < 0 ? made : converted(made, static_cast<std::size_t>(given.type));
  }

  std::string_view text_;
  std::size_t at_;
  const Names& names_;
  int depth_;
  int lists_ = 0;
  bool blanks_ = false;
};

/// Evaluates "i = [0, 2]; m = x > 5" one after the other; a line's end is as good as a semicolon.
inline void define(Names& names, std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(";\n", begin), text.size());
    ndx::syntax::Scanner scanner(text.substr(0, end), begin);
    scanner.skip_spaces();
    begin = end + 1;
    if (scanner.at_end()) continue;
    const std::size_t position = scanner.position();
    const std::string name(scanner.read_word());
    scanner.skip_spaces();
    const bool good = !name.empty() && !ndx::syntax::is_digit(name[0]) &&
                      name.find('.') == std::string::npos && scanner.peek() == '=' &&
                      text.substr(scanner.position(), 2) != "==";
    if (!good) throw InputError(position, "expected name = expression here");
    if (name == "x") throw InputError(position, "x is the tensor above");
    Value value = Evaluator(text, scanner.position() + 1, end, names).run();
    names.insert_or_assign(name, std::move(value));
  }
}

}  // namespace explorer
