// The reasons why an index expression is malformed, as texts: they are the message of an exception at run
// time, and the first line of the compiler's message at compile time.
//
// The message of a static_assert must be a literal, so it cannot be a constant chosen by the parser. One list
// therefore makes both a constant for each reason and a static_assert for each.
#pragma once

#include <string_view>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
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
NDX_NAMESPACE_END
