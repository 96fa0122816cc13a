// The terms of an index as it is typed: the library's grammar, in which a term or a bound of a slice
// can also be an expression of named tensors. Several brackets are several indices, each of the result
// of the one before.
//
// The library parses everything. What it does not know is evaluated first and put into the text as
// "@0", "@1", … or, for a bound of a slice, as its digits; `origin` leads back to what was typed.
#pragma once

#include "evaluator.hpp"

namespace explorer {

/// A byte range of the text that was typed, such as that of a term.
struct Typed {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Whether the text is a term by itself, and no name.
inline bool is_keyword(std::string_view text) {
  constexpr std::string_view kWords[] = {"None", "True",    "False",     "Ellipsis",
                                         "...",  "newaxis", "np.newaxis"};
  return std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords);
}

class IndexText {
 public:
  IndexText(std::string_view text, std::size_t begin, std::size_t end, const Names& names,
            int depth = 0)
      : text_(text), names_(names), depth_(depth) {
    if (depth > 16) throw InputError(begin, "this expression is nested too deeply");
    open_tuple(begin, end);
    rewrite(begin, end);
  }

  /// An empty index is the whole tensor, as x.index({}) is.
  std::vector<ndx::TensorIndex> parse() {
    if (rewritten_.find_first_not_of(" \t\r\n") == std::string::npos) return {};
    ndx::syntax::Parser parser(rewritten_);
    for (ndx::syntax::Term term; parser.next(term);)
      typed_.push_back({origin_[term.begin], origin_[term.end]});
    if (const ndx::syntax::Error& error = parser.error())
      throw InputError(origin_[std::min(error.position, rewritten_.size())], error.reason);
    return located(origin_[0], [&] {
      return ndx::parse_index(rewritten_, [&](std::string_view name) {
        return values_[static_cast<std::size_t>(std::atoi(std::string(name).c_str()))];
      });
    });
  }

  [[nodiscard]] const std::vector<Typed>& typed() const { return typed_; }

 private:
  static constexpr std::size_t kNone = std::string_view::npos;
  static constexpr std::string_view kSpaces = " \t\r\n\v\f";

  [[nodiscard]] char at(std::size_t i) const { return text_[i]; }

  [[nodiscard]] std::size_t find(std::string_view wanted, std::size_t begin,
                                 std::size_t end) const {
    return find_outside(text_, wanted, begin, end);
  }
  void trim(std::size_t& begin, std::size_t& end) const {
    while (begin < end && kSpaces.find(at(begin)) != std::string_view::npos) ++begin;
    while (begin < end && kSpaces.find(at(end - 1)) != std::string_view::npos) --end;
  }

  /// A tuple is its terms: x[(0, 1)] is x[0, 1].
  void open_tuple(std::size_t& begin, std::size_t& end) const {
    std::size_t first = begin;
    std::size_t last = end;
    trim(first, last);
    if (first == last || at(first) != '(' || find(")", first + 1, last) != last - 1) return;
    const bool is_empty =
        text_.substr(first + 1, last - first - 2).find_first_not_of(kSpaces) == kNone;
    if (!is_empty && find(",", first + 1, last - 1) == last - 1) return;
    begin = first + 1;
    end = last - 1;
  }

  /// Whether the library does not know a text: it has a name, parentheses or an operator. "@i" is
  /// the name i here.
  [[nodiscard]] bool is_expression(std::size_t begin, std::size_t end) const {
    bool operand = false;  // whether a value has just ended
    for (std::size_t i = begin; i < end; ++i) {
      const char c = at(i);
      if (ndx::syntax::is_letter(c)) {
        ndx::syntax::Scanner scanner(text_.substr(0, end), i);
        if (!is_keyword(scanner.read_word())) return true;
        i = scanner.position() - 1;
        operand = true;
      } else if (std::string_view("()~<>=!&|^*%@").find(c) != std::string_view::npos) {
        return true;
      } else if ((c == '+' || c == '-' || c == '[') && operand) {
        return true;
      } else if (kSpaces.find(c) == std::string_view::npos) {
        if (ndx::syntax::is_digit(c)) i = last_digit(i, end);
        operand = ndx::syntax::is_digit(c) || c == ']';
      }
    }
    return false;
  }
  /// "0 x" is no expression but a fault, "1e5" no name.
  [[nodiscard]] std::size_t last_digit(std::size_t i, std::size_t end) const {
    ndx::syntax::Scanner scanner(text_.substr(0, end), i);
    scanner.read_word();
    return scanner.position() - 1;
  }

  void rewrite(std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b <= end;) {
      const std::size_t e = find(",", b, end);
      rewrite_term(b, e);
      if (e < end) append(",", e);
      b = e + 1;
    }
    origin_.push_back(end);
  }

  void rewrite_term(std::size_t begin, std::size_t end) {
    if (rewrite_call(begin, end)) return;
    const bool slice = find(":", begin, end) != end;
    for (std::size_t b = begin; b <= end;) {
      const std::size_t e = find(":", b, end);
      rewrite_part(b, e, slice);
      if (e < end) append(":", e);
      b = e + 1;
    }
  }

  [[nodiscard]] bool is_blank(const Typed& part) const {
    return trimmed(text_.substr(part.begin, part.end - part.begin)).empty();
  }

  /// slice(…), and np.ix_(…), np.where(…), np.nonzero(…), each of which makes several terms. Returns
  /// whether the text is one of these.
  bool rewrite_call(std::size_t begin, std::size_t end) {
    trim(begin, end);
    const std::size_t open = find("(", begin, end);
    if (open == end || find(")", open + 1, end) != end - 1) return false;
    std::string_view name = trimmed(text_.substr(begin, open - begin));
    name.remove_prefix(module_length(name));
    const bool slice = name == "slice" || name == "Slice";
    if (!slice && name != "ix_" && name != "where" && name != "nonzero") return false;
    std::vector<Typed> arguments;
    for (std::size_t b = open + 1; b < end;) {
      const std::size_t e = find(",", b, end - 1);
      arguments.push_back({b, e});
      b = e + 1;
    }
    // None are between "()", and none is after the last comma of "(1,)".
    if (is_blank(arguments.back())) arguments.pop_back();
    for (const Typed& argument : arguments) {
      if (is_blank(argument)) throw InputError(argument.begin, "expected an argument here");
    }
    if (slice) {
      rewrite_slice(arguments, begin, end);
    } else if (name == "ix_") {
      rewrite_outer(arguments, begin);
    } else {
      rewrite_nonzero(arguments, begin);
    }
    return true;
  }

  void rewrite_slice(const std::vector<Typed>& arguments, std::size_t begin, std::size_t end) {
    if (arguments.empty() || arguments.size() > 3)
      throw InputError(begin, "slice takes one, two or three bounds");
    if (arguments.size() == 1) append(":", begin);
    for (const auto& [b, e] : arguments) {
      if (find(":", b, e) != e) throw InputError(b, "a bound of a slice is an integer or None");
      if (b != arguments[0].begin) append(":", begin);
      if (trimmed(text_.substr(b, e - b)) != "None") rewrite_part(b, e, true);
    }
    if (rewritten_.back() == ' ') {
      origin_.back() = end;
    } else {
      append(" ", end);
    }
  }

  /// Each argument along a dim of its own.
  void rewrite_outer(const std::vector<Typed>& arguments, std::size_t begin) {
    if (arguments.empty()) throw InputError(begin, "np.ix_ takes lists of integers or bools");
    std::vector<Integers> made;
    for (const auto& [b, e] : arguments) {
      const Value value = Evaluator(text_, b, e, names_, depth_ * 4).run();
      if (value.index() == 2 || layout_of(value).rank() != 1)
        throw InputError(b, "np.ix_ takes lists of integers or bools");
      const Integers places = value.index() == 0 ? ndx::flatnonzero(std::get<Booleans>(value))
                                                 : std::get<Integers>(value);
      Dims shape = Dims::filled(arguments.size(), 1);
      shape[made.size()] = places.numel();
      made.push_back(located(b, [&] { return places.reshape(shape); }));
    }
    append_terms(made, begin);
  }

  /// The coordinates of what is true, one index tensor for each dim.
  void rewrite_nonzero(const std::vector<Typed>& arguments, std::size_t begin) {
    constexpr const char* kOne = "this is an index with one argument: an array of conditions";
    if (arguments.size() != 1) throw InputError(begin, kOne);
    const auto& [b, e] = arguments[0];
    const Value value = Evaluator(text_, b, e, names_, depth_ * 4).run();
    if (layout_of(value).rank() == 0) throw InputError(begin, kOne);
    const Integers places = located(
        b, [&] { return std::visit([](const auto& t) { return ndx::nonzero(t); }, value); });
    std::vector<Integers> made;
    for (index_t d = 0; d < places.size(1); ++d) made.push_back(places.select(1, d));
    append_terms(made, begin);
  }

  /// None of them was typed as such: each is shown by its elements.
  void append_terms(const std::vector<Integers>& terms, std::size_t begin) {
    for (const Integers& term : terms) {
      append((&term == &terms[0] ? "@" : ",@") + std::to_string(values_.size()), begin);
      values_.emplace_back(term);
    }
    append(" ", begin);
  }

  void rewrite_part(std::size_t begin, std::size_t end, bool slice) {
    std::size_t b = begin;
    std::size_t e = end;
    trim(b, e);
    if (!is_expression(b, e)) {
      for (std::size_t i = begin; i < end; ++i) append(text_.substr(i, 1), i);
      return;
    }
    const Value value = Evaluator(text_, b, e, names_, depth_ * 4).run();
    if (slice && (value.index() != 1 || layout_of(value).rank() != 0))
      throw InputError(b, "a bound of a slice is an integer or None");
    if (value.index() == 2)
      throw InputError(b, "this holds float64, but an index is made of integers or bools");
    if (slice) {
      append(std::to_string(std::get<Integers>(value).item()), b);
    } else {
      append("@" + std::to_string(values_.size()), b);
      if (value.index() == 0) values_.emplace_back(std::get<Booleans>(value));
      if (value.index() == 1) values_.emplace_back(std::get<Integers>(value));
    }
    // So that a term ends where its expression does.
    origin_.push_back(e);
    rewritten_ += ' ';
  }

  void append(std::string_view text, std::size_t origin) {
    rewritten_ += text;
    origin_.insert(origin_.end(), text.size(), origin);
  }

  std::string_view text_;
  const Names& names_;
  int depth_;
  std::string rewritten_;
  std::vector<std::size_t> origin_;
  std::vector<ndx::TensorIndex> values_;
  std::vector<Typed> typed_;
};

/// "y = x[0]" and "x[0] += 1" are statements: what to do with an index is chosen apart.
inline void refuse_statement(std::string_view text) {
  const std::size_t end = text.size();
  for (std::size_t i = find_outside(text, "=", 0, end); i < end;
       i = find_outside(text, "=", i + 1, end)) {
    const bool compares =
        (i > 0 && std::string_view("=!<>").find(text[i - 1]) != std::string_view::npos) ||
        (i + 1 < end && text[i + 1] == '=');
    if (!compares)
      throw InputError(i, "only an index is typed here; what to do with it is chosen apart");
  }
}

/// Whether the index between these brackets can also be read as a list.
inline bool is_list(std::string_view text, Typed inside) {
  for (std::size_t b = inside.begin; b < inside.end;) {
    const std::size_t e = find_outside(text, ",", b, inside.end);
    const std::string_view term = trimmed(text.substr(b, e - b));
    const bool item = term == "True" || term == "False" || !is_keyword(term);
    if (!item || find_outside(text, ":", b, e) != e) return false;
    b = e + 1;
  }
  return true;
}

/// The indices without their brackets: two of "x[0, :][1]", one of "x[0, :]", "[0, :]" and "0, :".
inline std::vector<Typed> index_ranges(std::string_view text) {
  const std::size_t end = text.size();
  const std::vector<Typed> whole{{0, end}};
  std::vector<Typed> ranges;
  auto at = static_cast<std::size_t>(trimmed(text).data() - text.data());
  const bool named = text.substr(at, 2) == "x[";
  if (named) ++at;
  while (at < end) {
    const std::size_t close = text[at] == '[' ? find_outside(text, "]", at + 1, end) : end;
    if (close == end) return whole;
    ranges.push_back({at + 1, close});
    for (at = close + 1; at < end && ndx::syntax::is_space(text[at]);) ++at;
  }
  // Only after x: Python would index the list in "[0, 1][1]".
  const bool is_index = named || (ranges.size() == 1 && !is_list(text, ranges[0]));
  return is_index ? ranges : whole;
}

/// One index of several: where it is in what was typed, its terms, and where these are.
struct Link {
  Typed range;
  std::vector<ndx::TensorIndex> terms;
  std::vector<Typed> typed;
};

inline std::vector<Link> index_links(std::string_view text, const Names& names) {
  refuse_statement(text);
  std::vector<Link> links;
  for (const Typed& range : index_ranges(text)) {
    IndexText index(text, range.begin, range.end, names);
    auto terms = index.parse();
    links.push_back({range, std::move(terms), index.typed()});
  }
  return links;
}

inline std::vector<ndx::TensorIndex> index_terms(std::string_view text, std::size_t begin,
                                                 std::size_t end, const Names& names, int depth) {
  return IndexText(text, begin, end, names, depth).parse();
}

/// The value of value[terms], as NumPy reads it.
inline Value indexed(const Value& value, const std::vector<ndx::TensorIndex>& terms,
                     std::size_t position) {
  constexpr ndx::IndexRule kNumpy = ndx::IndexRule::numpy;
  return located(position, [&] {
    return std::visit(
        [&](const auto& t) -> Value {
          check_size(position, ndx::explain(t.shape(), terms, kNumpy).shape);
          return t.index(terms, {.rule = kNumpy});
        },
        value);
  });
}

}  // namespace explorer
