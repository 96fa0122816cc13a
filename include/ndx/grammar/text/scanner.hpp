// Scanner: reads words and integers from an index expression, left to right.
//
// The scanner works at compile time and at run time; it never allocates and never throws. It stores the first
// error with its position, and the caller must check for it.
#pragma once

#include <string_view>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

// The reasons why an index expression is malformed, as texts: they are the message of an exception at run
// time, and the first line of the compiler's message at compile time.
//
// The message of a static_assert must be a literal, so it cannot be a constant chosen by the parser. One list
// therefore makes both a constant for each reason and a static_assert for each.

namespace syntax {

// clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(kBadTerm, "expected an integer, a slice, a list, `...`, None, True, False or @name here") \
  X(kNoTerm, "expected a term: `...` is the whole tensor, `[]` an empty list") \
  X(kNoComma, "expected ',' here") \
  X(kNoCommaInList, "expected ',' or ']' here") \
  X(kUnclosedBracket, "this '[' is never closed") \
  X(kStrayBracket, "this ']' closes nothing") \
  X(kUnclosedQuote, "this quote is never closed") \
  X(kNoName, "expected a name after '@'") \
  X(kNameInLiteral, "a literal knows no names: write {}") \
  X(kNoDigits, "expected digits after the sign") \
  X(kNoInteger, "not an integer in decimal digits") \
  X(kTooLarge, "this integer does not fit into 64 bits") \
  X(kNoBound, "a bound of a slice is an integer or None") \
  X(kFourBounds, "a slice has at most three parts") \
  X(kStepOfZero, "the step of a slice cannot be 0") \
  X(kRaggedList, "the lists of one depth differ in length or in depth") \
  X(kDeepList, "lists nest deeper than 64 levels") \
  X(kNoListItem, "a list holds integers, True and False, or lists of these") \
  X(kMixedList, "a list holds integers or booleans, not both")
// clang-format on

#define NDX_ENTRY(name, text) inline constexpr const char* name = text;
NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY

/// The byte position in a literal. It is a type of its own so that compilers name it in their messages.
struct AtCharacter {
  std::size_t number;
};

/// Fails to compile, with Literal::reason() as the message. Compilers show the position below it, among
/// the template arguments.
template <class Literal, AtCharacter at_character>
consteval bool read_literal() {
#define NDX_ENTRY(name, text) static_assert(Literal::reason() != name, text);
  NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY
  return true;
}
#undef NDX_ENTRY_EACH

}  // namespace syntax

namespace syntax {

/// An error in an expression: the reason, and the byte at which it is.
struct Error {
  std::size_t position = 0;
  const char* reason = nullptr;

  [[nodiscard]] explicit constexpr operator bool() const noexcept { return reason != nullptr; }
};

constexpr bool is_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class Scanner {
 public:
  constexpr Scanner(std::string_view text, std::size_t position) noexcept
      : text_(text), position_(position) {}

  [[nodiscard]] constexpr std::size_t position() const noexcept { return position_; }
  [[nodiscard]] constexpr const Error& error() const noexcept { return error_; }
  [[nodiscard]] constexpr bool at_end() const noexcept { return position_ == text_.size(); }
  /// The current character; NUL at the end.
  [[nodiscard]] constexpr char peek() const noexcept { return at_end() ? '\0' : text_[position_]; }
  [[nodiscard]] constexpr bool at_integer() const noexcept {
    return is_digit(peek()) || peek() == '-' || peek() == '+';
  }

  constexpr void skip_spaces() noexcept {
    while (!at_end() && is_space(text_[position_])) ++position_;
  }

  constexpr void advance() noexcept { ++position_; }

  /// Skips `expected` if the text continues with it, and returns whether it does.
  constexpr bool take(std::string_view expected) noexcept {
    if (text_.substr(position_, expected.size()) != expected) return false;
    position_ += expected.size();
    return true;
  }

  /// Stores an error unless there is one already. Always returns false.
  constexpr bool fail(std::size_t position, const char* reason) noexcept {
    if (!error_) error_ = {position, reason};
    return false;
  }

  /// Reads letters, digits, underscores and dots, as in `np.newaxis`. Returns an empty word if there are none.
  constexpr std::string_view read_word() noexcept {
    const std::size_t begin = position_;
    while (is_letter(peek()) || is_digit(peek()) || peek() == '.') ++position_;
    return text_.substr(begin, position_ - begin);
  }

  /// Reads a decimal integer with an optional sign. at_integer() must be true.
  constexpr bool read_integer(index_t& value) noexcept {
    const std::size_t begin = position_;
    const bool negative = peek() == '-';
    if (!is_digit(peek())) ++position_;
    const std::string_view digits = read_word();
    if (digits.empty()) return fail(begin, kNoDigits);
    // The sum is negative, because the negative range holds one value more.
    index_t sum = 0;
    for (const char c : digits) {
      if (!is_digit(c)) return fail(begin, kNoInteger);
      const index_t digit = c - '0';
      if (sum < (INT64_MIN + digit) / 10) return fail(begin, kTooLarge);
      sum = sum * 10 - digit;
    }
    if (!negative && sum == INT64_MIN) return fail(begin, kTooLarge);
    value = negative ? sum : -sum;
    return true;
  }

  /// Reads the name after an '@'. It is quoted, or it ends at a comma, colon, bracket or space.
  constexpr bool read_name(std::string_view& name) noexcept {
    const std::size_t before = position_;
    const char quote = peek();
    const bool quoted = quote == '"' || quote == '\'';
    const std::size_t begin = quoted ? before + 1 : before;
    std::size_t end =
        text_.find_first_of(quoted ? std::string_view(&quote, std::size_t{1}) : kNameEnds, begin);
    if (quoted && end == text_.npos) return fail(before, kUnclosedQuote);
    if (end == text_.npos) end = text_.size();
    if (begin == end) return fail(before, kNoName);
    name = text_.substr(begin, end - begin);
    position_ = quoted ? end + 1 : end;
    return true;
  }

 private:
  static constexpr std::string_view kNameEnds = ",:[] \t\n\v\f\r";

  std::string_view text_;
  std::size_t position_;
  Error error_;
};

}  // namespace syntax

NDX_NAMESPACE_END
