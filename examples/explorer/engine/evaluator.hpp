// Evaluator: the expressions of tensors that the explorer takes, a part of Python's with NumPy's
// meaning.
//
//   expression  | ^ & == != < <= > >= + - * % between, - ~ before; [index], .reshape(…), .T after
//   operand     5  2.5  True  name  (expression)  (2, 3)  [1, 2]  function(argument, …)
//   function    arange array zeros ones full eye argsort, each also as np.arange
//
// Every error has its place in the text; nothing is evaluated twice.
#pragma once

#include <cmath>
#include <cstdlib>
#include <map>

#include "value.hpp"

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
    Value value = expression();
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

  struct Operator {
    Name text;
    int level;  // binds more tightly than those below
  };
  static constexpr Operator kOperators[] = {{"==", 0}, {"!=", 0}, {"<=", 0}, {">=", 0}, {"<", 0},
                                            {">", 0},  {"|", 1},  {"^", 2},  {"&", 3},  {"+", 4},
                                            {"-", 4},  {"*", 5},  {"%", 5}};
  static constexpr int kMostDepth = 48;

  [[noreturn]] static void fail(std::size_t position, const std::string& what) {
    throw InputError(position, what);
  }

  /// The next character that is no blank; NUL at the end.
  char peek() {
    while (at_ < text_.size() && ndx::syntax::is_space(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(Name expected) {
    peek();
    if (text_.substr(at_, expected.size()) != expected) return false;
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

  Value expression(int level = 0) {
    if (++depth_ > kMostDepth) fail(at_, "this expression is nested too deeply");
    Value left = prefixed();
    for (const Operator* op = next_operator(level); op != nullptr; op = next_operator(level)) {
      const std::size_t position = at_;
      at_ += op->text.size();
      const Value right = expression(op->level + 1);
      left = combine(op->text, left, right, position);
    }
    --depth_;
    return left;
  }

  const Operator* next_operator(int level) {
    const bool blank = at_ < text_.size() && ndx::syntax::is_space(text_[at_]);
    const char c = peek();
    // In an array as print shows it, "1 -2" is two numbers.
    const bool sign = lists_ > 0 && blanks_ && blank && (c == '-' || c == '+') &&
                      at_ + 1 < text_.size() && !ndx::syntax::is_space(text_[at_ + 1]);
    if (sign) return nullptr;
    for (const Operator& op : kOperators) {
      if (op.level >= level && text_.substr(at_, op.text.size()) == op.text) return &op;
    }
    return nullptr;
  }

  Value combine(Name op, const Value& a, const Value& b, std::size_t position) {
    return located(position, [&]() -> Value {
      const DimsView shapes[] = {layout_of(a).shape, layout_of(b).shape};
      check_size(position, ndx::broadcast_shapes("operator", shapes[0], shapes[1]));
      const bool bitwise = op == "&" || op == "|" || op == "^";
      const bool arithmetic = op == "+" || op == "-" || op == "*" || op == "%";
      const std::size_t type = std::max({a.index(), b.index(), std::size_t{arithmetic ? 1u : 0u}});
      if (bitwise && type == 2) fail(position, "& | ^ take bools and integers");
      if (type == 0) return compute(op, std::get<Booleans>(a), std::get<Booleans>(b), position);
      if (type == 1) return compute(op, as<index_t>(a), as<index_t>(b), position);
      return compute(op, as<double>(a), as<double>(b), position);
    });
  }

  template <class T>
  Value compute(Name op, const ndx::Tensor<T>& a, const ndx::Tensor<T>& b, std::size_t position) {
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    if (op == ">") return a > b;
    if (op == ">=") return a >= b;
    if constexpr (!std::is_same_v<T, double>) {
      if (op == "&") return a & b;
      if (op == "|") return a | b;
      if (op == "^") return a ^ b;
    }
    if constexpr (!std::is_same_v<T, bool>) {
      if (op == "+") return a + b;
      if (op == "-") return a - b;
      if (op == "*") return a * b;
      if (op == "%") {
        for (const T& divisor : b) {
          if (divisor == T{}) fail(position, "% by 0");
        }
        return a % b;
      }
    }
    fail(position, "this operator is not for bools");
  }

  Value prefixed() {
    const char c = peek();
    const std::size_t position = at_;
    if (c != '-' && c != '+' && c != '~') return postfixed();
    ++at_;
    if (++depth_ > kMostDepth) fail(at_, "this expression is nested too deeply");
    const Value value = prefixed();
    --depth_;
    if (c == '~') {
      if (value.index() == 2) fail(position, "~ takes bools and integers");
      if (value.index() == 0) return ~std::get<Booleans>(value);
      return ~std::get<Integers>(value);
    }
    if (value.index() == 0) fail(position, "this operator is not for bools");
    if (c == '+') return value;
    return combine("*", value, Value(ndx::full<index_t>({}, -1)), position);
  }

  Value postfixed() {
    Value value = operand();
    for (char c = next_postfix(); c == '[' || c == '.'; c = next_postfix()) {
      const std::size_t position = at_++;
      if (c == '[') {
        const std::size_t end = closing(position);
        value = indexed(value, index_terms(text_, position + 1, end, names_, depth_ + 1), position);
        at_ = end + 1;
      } else {
        value = method(value, position);
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

  Value operand() {
    const char c = peek();
    const std::size_t position = at_;
    if (c == '(') return parenthesised();
    if (c == '[') return list();
    if (ndx::syntax::is_digit(c) || c == '.') return number();
    if (c == '@') ++at_;  // as the library marks a name
    const Name name = word();
    if (name == "True" || name == "False") return ndx::full<bool>({}, name == "True");
    if (name == "nan" || name == "np.nan") return ndx::full<double>({}, std::nan(""));
    if (name == "inf" || name == "np.inf") return ndx::full<double>({}, HUGE_VAL);
    if (peek() == '(') return call(name, position);
    if (const auto found = names_.find(name); found != names_.end()) return found->second;
    // "i.T": the dot is not a part of the name.
    const Name first = name.substr(0, name.find('.'));
    if (const auto found = names_.find(first); found != names_.end()) {
      at_ = position + first.size();
      return found->second;
    }
    if (name.empty()) fail(position, "expected a number, a list or a name here");
    fail(position, "no tensor is named '" + std::string(name) + "'");
  }

  Value number() {
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
  Value parenthesised() {
    const std::size_t position = at_++;
    std::vector<Value> items;
    bool tuple = peek() == ')';
    while (!take(")")) {
      items.push_back(expression());
      if (take(",")) {
        tuple = true;
      } else if (peek() != ')') {
        fail(at_, "expected ',' or ')' here");
      }
    }
    return tuple ? joined(items, position) : items[0];
  }

  Value list() {
    const std::size_t position = at_++;
    std::vector<Value> items;
    ++lists_;
    while (!take("]")) {
      if (peek() == '\0') fail(position, "this '[' is never closed");
      items.push_back(expression());
      const bool more = take(",") || (blanks_ && peek() != '\0');
      if (!more && peek() != ']') fail(at_, "expected ',' or ']' here");
    }
    --lists_;
    return joined(items, position);
  }

  /// Stacks the items of a list; no items are integers of shape (0).
  Value joined(const std::vector<Value>& items, std::size_t position) {
    if (items.empty()) return ndx::empty<index_t>({0});
    std::size_t type = 0;
    for (const Value& item : items) type = std::max(type, item.index());
    const DimsView first = layout_of(items[0]).shape;
    Dims shape{static_cast<index_t>(items.size())};
    for (const index_t size : first) shape.push_back(size);
    if (shape.size() > static_cast<std::size_t>(ndx::kMaxRank))
      fail(position, "a tensor has at most 64 dims");
    check_size(position, shape);
    for (const Value& item : items) {
      if (DimsView(layout_of(item).shape) != first)
        fail(position, "the items of this list differ in shape");
    }
    const auto stacked = [&]<class T>(T* /*type*/) -> Value {
      const auto all = ndx::empty<T>(shape);
      for (std::size_t i = 0; i < items.size(); ++i)
        all.index({static_cast<index_t>(i)}).copy_(as<T>(items[i]));
      return all;
    };
    if (type == 0) return stacked(static_cast<bool*>(nullptr));
    if (type == 1) return stacked(static_cast<index_t*>(nullptr));
    return stacked(static_cast<double*>(nullptr));
  }

  struct Arguments {
    std::vector<Value> values;
    std::vector<std::size_t> positions;
    int type = -1;  // place in Value
  };

  /// The type that a word names, as a place in Value; -1 for none.
  static int type_named(Name name) {
    if (name.substr(0, 3) == "np.") name.remove_prefix(3);
    const std::size_t digits = name.find_first_of("0123456789_");
    name = name.substr(0, digits);
    return name == "bool" ? 0 : name == "int" || name == "uint" ? 1 : name == "float" ? 2 : -1;
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
          given.values.push_back(expression());
          given.positions.push_back(position);
        }
      }
      if (!take(",") && peek() != ')') fail(at_, "expected ',' or ')' here");
    }
    return given;
  }

  Value call(Name name, std::size_t position) {
    const Name whole = name;
    if (name.substr(0, 3) == "np.") name.remove_prefix(3);
    // "i.reshape(": a method of a named tensor.
    if (const std::size_t dot = whole.find('.'); dot != Name::npos && name == whole) {
      const auto found = names_.find(whole.substr(0, dot));
      if (found == names_.end())
        fail(position, "no tensor is named '" + std::string(whole.substr(0, dot)) + "'");
      at_ = position + dot + 1;
      return method(found->second, position + dot);
    }
    const Arguments given = arguments();
    const Value made = located(position, [&] { return made_by(name, given, position); });
    return given.type < 0 ? made : converted(made, static_cast<std::size_t>(given.type));
  }

  Value made_by(Name name, const Arguments& given, std::size_t position) {
    const auto takes = [&](std::size_t least, std::size_t most) {
      if (given.values.size() < least || given.values.size() > most)
        fail(position, std::string(name) + " does not take that many arguments");
    };
    if (name == "array" || name == "asarray" || name == "tensor")
      return takes(1, 1), given.values[0];
    if (name == "arange") return takes(1, 3), arange(given, position);
    if (name == "argsort") return takes(1, 1), sorted(given.values[0]);
    const bool full = name == "full";
    if (!full && name != "zeros" && name != "ones" && name != "eye") {
      fail(position, "no function is named '" + std::string(name) +
                         "': there are arange, array, zeros, ones, full, eye and argsort");
    }
    takes(full ? 2 : 1, full ? 2 : 1);
    Dims shape = as_shape(given.positions[0], given.values[0]);
    if (name == "eye") shape = {shape[0], shape[0]};
    check_size(given.positions[0], shape);
    if (name == "eye") return ndx::eye<double>(shape[0]);
    if (!full) return ndx::full<double>(shape, name == "ones" ? 1 : 0);
    if (layout_of(given.values[1]).rank() != 0) fail(given.positions[1], "expected a number here");
    return std::visit([&](const auto& t) -> Value { return t.expand(shape).clone(); },
                      given.values[1]);
  }

  static Value sorted(const Value& value) {
    if (value.index() == 2) return ndx::argsort(std::get<Numbers>(value));
    return ndx::argsort(as<index_t>(value));
  }

  static Value arange(const Arguments& given, std::size_t position) {
    index_t bounds[3] = {0, 0, 1};
    for (std::size_t i = 0; i < given.values.size(); ++i) {
      if (given.values[i].index() != 1 || layout_of(given.values[i]).rank() != 0)
        fail(given.positions[i], "arange takes integers here");
      bounds[given.values.size() == 1 ? 1 : i] = std::get<Integers>(given.values[i]).item();
    }
    check_size(position, Dims{ndx::detail::arange_count<index_t>(bounds[0], bounds[1], bounds[2])});
    return ndx::arange<index_t>(bounds[0], bounds[1], bounds[2]);
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
