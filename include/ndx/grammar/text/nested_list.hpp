// Nested lists in an index expression: [[0, 2], [1, 1]], [True, False], [].
//
// A list is rectangular and holds either integers or booleans. It is parsed twice: first for its shape and
// type, then, once the caller has allocated storage of that size, for its values. Both passes work at compile
// time and at run time; they never allocate and never throw.
#pragma once

#include <ndx/grammar/text/scanner.hpp>

NDX_NAMESPACE_BEGIN
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
NDX_NAMESPACE_END
