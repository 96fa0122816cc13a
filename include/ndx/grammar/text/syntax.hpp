// The grammar of an index expression, as Python writes it between the brackets of x[…]. The parser reads one
// term at a time, so that it needs no memory for the terms.
//
//   expression  term, term, …  a comma may follow the last term
//   term        5  -1 · 1:3  :  ::-1  None:2 · ...  Ellipsis · None  newaxis  np.newaxis
//               True  False · [[0, 2], [1, 1]]  [True, False]  [] · {} · @name  @"any name"
//
// Text means what it does in Python: `0, 2` is two integers and `[0, 2]` one list. Brackets around the whole
// text are those of x[…] only if they cannot be a list, because they hold a slice, `...`, None, `{}` or a
// name: `[0, :]` is `0, :`. The caller decides the meaning of `{}` and of names. The parser works at compile
// time and at run time; it never allocates and never throws.
#pragma once

#include <ndx/grammar/terms/slice.hpp>
#include <ndx/grammar/terms/tensor_index.hpp>
#include <ndx/grammar/text/scanner.hpp>

NDX_NAMESPACE_BEGIN

// Nested lists in an index expression: [[0, 2], [1, 1]], [True, False], [].
//
// A list is rectangular and holds either integers or booleans. It is parsed twice: first for its shape and
// type, then, once the caller has allocated storage of that size, for its values. Both passes work at compile
// time and at run time; they never allocate and never throw.

namespace syntax {

/// Shape and type of a nested list; for_each_value reads its values.
struct List {
  std::size_t rank = 0;
  index_t shape[kMaxRank] = {};
  bool booleans = false;
};

/// Parses a nested list. Checks that it is rectangular and not of mixed type.
class ListReader {
 public:
  constexpr ListReader(Scanner& scanner, List& list) noexcept : scanner_(scanner), list_(list) {}

  /// Parses the list. The scanner must be at its '['. Returns false after an error, which the scanner stores.
  constexpr bool read() noexcept {
    const std::size_t begin = scanner_.position();
    if (!open()) return false;
    while (depth_ > 0) {
      scanner_.skip_spaces();
      if (scanner_.at_end()) return scanner_.fail(begin, kUnclosedBracket);
      if (!read_next()) return false;
    }
    return true;
  }

 private:
  /// Reads one bracket, item or comma.
  constexpr bool read_next() noexcept {
    if (scanner_.peek() == ']') return close();
    if (may_begin_) return scanner_.peek() == '[' ? open() : leaf();
    may_begin_ = true;
    return scanner_.take(",") || scanner_.fail(scanner_.position(), kNoCommaInList);
  }

  /// Opens a list. The first list of a depth adds a dim, whose size is known when that list is closed. Once
  /// there are items, no list may be deeper than they are.
  constexpr bool open() noexcept {
    const std::size_t here = scanner_.position();
    if (depth_ == kMaxRank) return scanner_.fail(here, kDeepList);
    if (depth_ == list_.rank) {
      if (has_leaf_) return scanner_.fail(here, kRaggedList);
      list_.shape[list_.rank++] = kUnknown;
    }
    count_item();
    opened_[depth_] = here;
    counts_[depth_++] = 0;
    scanner_.advance();
    return true;
  }

  /// Closes a list, which must be as long as the first list of its depth.
  constexpr bool close() noexcept {
    scanner_.advance();
    may_begin_ = false;
    --depth_;
    index_t& size = list_.shape[depth_];
    if (size == kUnknown) size = counts_[depth_];
    return size == counts_[depth_] || scanner_.fail(opened_[depth_], kRaggedList);
  }

  /// Reads an integer or a boolean, which must be at the innermost depth.
  constexpr bool leaf() noexcept {
    const std::size_t here = scanner_.position();
    bool boolean = false;
    index_t integer = 0;
    if (scanner_.at_integer()) {
      if (!scanner_.read_integer(integer)) return false;
    } else {
      const std::string_view word = scanner_.read_word();
      boolean = word == "True" || word == "False";
      if (!boolean) return scanner_.fail(here, kNoListItem);
    }
    if (depth_ != list_.rank) return scanner_.fail(here, kRaggedList);
    if (has_leaf_ && boolean != list_.booleans) return scanner_.fail(here, kMixedList);
    has_leaf_ = true;
    list_.booleans = boolean;
    count_item();
    may_begin_ = false;
    return true;
  }

  constexpr void count_item() noexcept {
    if (depth_ > 0) ++counts_[depth_ - 1];
  }

  static constexpr index_t kUnknown = -1;

  Scanner& scanner_;
  List& list_;
  std::size_t depth_ = 0;
  std::size_t opened_[kMaxRank] = {};  // positions of the '[' of the open lists
  index_t counts_[kMaxRank] = {};      // number of items so far in each open list
  bool may_begin_ = true;              // an item may begin here; if false, a comma must come first
  bool has_leaf_ = false;
};

/// Calls visit(value), in row-major order, for every value of the list at bytes begin … end-1 of `text`,
/// which ListReader must have accepted. True is 1 and False is 0.
template <class Visit>
constexpr void for_each_value(std::string_view text, std::size_t begin, std::size_t end,
                              Visit&& visit) {
  Scanner scanner(text.substr(0, end), begin);
  while (!scanner.at_end()) {
    index_t value = 0;
    if (scanner.at_integer()) {
      scanner.read_integer(value);
      visit(value);
    } else if (is_letter(scanner.peek())) {
      value = scanner.read_word() == "True" ? 1 : 0;
      visit(value);
    } else {
      scanner.advance();
    }
  }
}

}  // namespace syntax

namespace syntax {

enum class TermKind : std::uint8_t {
  integer,  // the first four are basic terms
  slice,
  ellipsis,
  none,
  boolean,
  list,
  placeholder,
  name,
};

/// One term. Only those members below `end` are set that belong to its kind.
struct Term {
  TermKind kind = TermKind::ellipsis;
  std::size_t begin = 0;  // the term is bytes begin … end-1 of the text
  std::size_t end = 0;
  index_t integer = 0;
  bool boolean = false;
  SliceBound start, stop, step;
  List list;              // for_each_value(text, begin, end, visit) reads its values
  std::string_view name;  // without the '@' and quotes
};

/// Parses an expression term by term:
///   syntax::Parser parser(text);
///   for (syntax::Term term; parser.next(term);) …
///   if (parser.error()) …
class Parser {
 public:
  /// Begins to parse a text. If it has the brackets of x[…] around it, only the text within is parsed.
  explicit constexpr Parser(std::string_view text) noexcept : scanner_(text, 0) {
    scanner_.skip_spaces();
    if (scanner_.peek() != '[') return;
    const std::size_t begin = scanner_.position();
    const std::size_t close = closing_bracket(text, begin);
    if (close == text.npos) {
      scanner_.fail(begin, kUnclosedBracket);
    } else if (text.find_first_not_of(" \t\n\v\f\r", close + 1) == text.npos &&
               text.find_first_of(kNotInLists, begin) != text.npos) {
      scanner_ = Scanner(text.substr(0, close), begin + 1);
      enclosed_ = true;
    }
  }

  [[nodiscard]] constexpr const Error& error() const noexcept { return scanner_.error(); }

  /// Parses the next term. Returns false at the end or after an error; see error().
  constexpr bool next(Term& term) noexcept {
    if (error()) return false;
    scanner_.skip_spaces();
    if (!first_) {
      if (scanner_.at_end()) return false;
      if (!scanner_.take(",")) return scanner_.fail(scanner_.position(), missing_comma());
      scanner_.skip_spaces();
      if (scanner_.at_end()) return false;
    } else if (scanner_.at_end()) {
      return scanner_.fail(scanner_.position(), kNoTerm);
    }
    first_ = false;
    term = Term();
    term.begin = scanner_.position();
    if (!read(term)) return false;
    term.end = scanner_.position();
    return no_colon(term);
  }

 private:
  /// Characters of slices, `...`, Ellipsis, None, newaxis, names and `{}` that no list has.
  static constexpr const char* kNotInLists = ":.ENn@{";

  /// Returns the position of the bracket that closes the one at `open`, or npos if there is none. Brackets in
  /// quoted names do not count.
  static constexpr std::size_t closing_bracket(std::string_view text, std::size_t open) noexcept {
    std::size_t depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
      if (text[i] == '[') ++depth;
      if (text[i] == ']' && --depth == 0) return i;
      const bool quoted =
          text[i] == '@' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\'');
      if (quoted) i = text.find(text[i + 1], i + 2);
      if (i == text.npos) break;
    }
    return text.npos;
  }

  [[nodiscard]] constexpr const char* missing_comma() const noexcept {
    if (scanner_.peek() == ']') return kStrayBracket;
    return enclosed_ ? kNoCommaInList : kNoComma;
  }

  /// Parses the term at the scanner's position. Each kind but a slice is known from its first character or
  /// word; a slice is known when a colon follows its start, or comes first.
  constexpr bool read(Term& term) noexcept {
    if (scanner_.at_integer()) {
      term.kind = TermKind::integer;
      return scanner_.read_integer(term.integer) && read_slice(term, term.integer);
    }
    if (scanner_.peek() == ':') return read_slice(term, {});
    if (scanner_.peek() == '[') {
      term.kind = TermKind::list;
      return ListReader(scanner_, term.list).read();
    }
    if (scanner_.take("...")) {
      term.kind = TermKind::ellipsis;
      return true;
    }
    if (scanner_.take("{}")) {
      term.kind = TermKind::placeholder;
      return true;
    }
    if (scanner_.take("@")) {
      term.kind = TermKind::name;
      return scanner_.read_name(term.name);
    }
    return read_word(term);
  }

  constexpr bool read_word(Term& term) noexcept {
    const std::string_view word = scanner_.read_word();
    if (word == "None") {
      term.kind = TermKind::none;
      return read_slice(term, {});
    }
    if (word == "newaxis" || word == "np.newaxis") {
      term.kind = TermKind::none;
    } else if (word == "Ellipsis") {
      term.kind = TermKind::ellipsis;
    } else if (word == "True" || word == "False") {
      term.kind = TermKind::boolean;
      term.boolean = word == "True";
    } else {
      return scanner_.fail(term.begin, kBadTerm);
    }
    return true;
  }

  /// If a colon follows, makes the term a slice with this start and parses its other bounds. Otherwise leaves
  /// the term unchanged.
  constexpr bool read_slice(Term& term, SliceBound start) noexcept {
    if (!take_colon()) return true;
    term.kind = TermKind::slice;
    term.start = start;
    if (!read_bound(term.stop)) return false;
    if (!take_colon()) return true;
    const std::size_t step = scanner_.position();
    if (!read_bound(term.step)) return false;
    return term.step.value_or(1) != 0 || scanner_.fail(step, kStepOfZero);
  }

  /// Parses an integer, None, or nothing.
  constexpr bool read_bound(SliceBound& bound) noexcept {
    Scanner ahead = scanner_;
    ahead.skip_spaces();
    if (ahead.at_end() || ahead.peek() == ',' || ahead.peek() == ':' || ahead.peek() == ']')
      return true;
    scanner_ = ahead;
    if (!scanner_.at_integer())
      return scanner_.read_word() == "None" || scanner_.fail(ahead.position(), kNoBound);
    index_t value = 0;
    if (!scanner_.read_integer(value)) return false;
    bound = value;
    return true;
  }

  /// Skips a colon and the spaces before it; if there is no colon, skips nothing.
  constexpr bool take_colon() noexcept {
    Scanner ahead = scanner_;
    ahead.skip_spaces();
    if (!ahead.take(":")) return false;
    scanner_ = ahead;
    return true;
  }

  /// Fails if a colon follows a complete term.
  constexpr bool no_colon(const Term& term) noexcept {
    const std::size_t end = scanner_.position();
    if (!take_colon()) return true;
    if (term.kind != TermKind::slice) return scanner_.fail(term.begin, kNoBound);
    return scanner_.fail(end, kFourBounds);
  }

  Scanner scanner_;
  bool enclosed_ = false;  // whether the text has the brackets of x[…] around it
  bool first_ = true;
};

}  // namespace syntax

// Converts parsed terms that need no storage: integers, slices, bools, None and `...`.

namespace detail {

/// Returns the term of an index that a parsed term means. It must not be a list, placeholder or name.
inline TensorIndex to_tensor_index(const syntax::Term& term) {
  switch (term.kind) {
    case syntax::TermKind::integer:
      return term.integer;
    case syntax::TermKind::slice:
      return Slice(term.start, term.stop, term.step);
    case syntax::TermKind::none:
      return newaxis;
    case syntax::TermKind::boolean:
      return term.boolean;
    default:
      return Ellipsis;
  }
}

}  // namespace detail

NDX_NAMESPACE_END
