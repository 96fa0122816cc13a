// Index literals: "1:3, ..., None, ::-1"_ix is the text between the brackets of Python's x[…], parsed
// at compile time. A malformed literal does not compile.
//
//   t.index("0, 1:, ..., None"_ix)
//   t.index("{}, :, 0"_ix(rows))  // {} is replaced by an argument
//
// The grammar is that of syntax.hpp, which parse_index uses at run time, but without names ("@file.npy"),
// which exist only at run time. Lists, as in "[0, 2], :"_ix, become compile-time constants that the terms
// refer to, so that no list is parsed or copied when a literal is used.
#pragma once

#include <array>

#include <ndx/base/convert.hpp>
#include <ndx/grammar/terms/index_list.hpp>
#include <ndx/grammar/text/syntax.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The text of a literal as a template argument.
template <std::size_t N>
struct LiteralText {
  char characters[N] = {};

  consteval LiteralText(const char (&text)[N]) : LiteralText(&text[0]) {}
  explicit consteval LiteralText(const char* text) {
    for (std::size_t i = 0; i < N; ++i) characters[i] = text[i];
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {characters, N - 1}; }
};

/// The facts about a literal on which its type depends: the number of terms and of {} among them, whether
/// all terms are basic, and the first error.
struct LiteralForm {
  std::size_t terms = 0;
  std::size_t placeholders = 0;
  bool basic = true;
  syntax::Error error;
};

constexpr bool is_basic(syntax::TermKind kind) { return kind <= syntax::TermKind::none; }

/// Parses a literal for its form. Only this pass can fail; the passes that follow read valid terms.
consteval LiteralForm literal_form(std::string_view text) {
  LiteralForm form;
  syntax::Parser parser(text);
  for (syntax::Term term; parser.next(term);) {
    ++form.terms;
    if (term.kind == syntax::TermKind::placeholder) ++form.placeholders;
    form.basic = form.basic && is_basic(term.kind);
    if (term.kind == syntax::TermKind::name && !form.error)
      form.error = {term.begin, syntax::kNameInLiteral};
  }
  if (!form.error) form.error = parser.error();
  return form;
}

template <LiteralText Text>
inline constexpr LiteralForm kLiteralForm = literal_form(Text.view());

constexpr std::size_t list_size(const syntax::List& list) {
  std::size_t product = 1;
  for (std::size_t d = 0; d < list.rank; ++d) product *= static_cast<std::size_t>(list.shape[d]);
  return product;
}

template <std::size_t N>
consteval std::array<syntax::Term, N> read_terms(std::string_view text) {
  std::array<syntax::Term, N> terms;
  syntax::Parser parser(text);
  for (syntax::Term& term : terms) parser.next(term);
  return terms;
}

/// All terms of a literal, parsed once.
template <LiteralText Text>
inline constexpr auto kLiteralTerms = read_terms<kLiteralForm<Text>.terms>(Text.view());

/// Returns the number of the argument that replaces the placeholder at `place`.
template <LiteralText Text>
consteval std::size_t argument_number(std::size_t place) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < place; ++i) {
    if (kLiteralTerms<Text>[i].kind == syntax::TermKind::placeholder) ++number;
  }
  return number;
}

/// Returns the values of the list at `place`. The array has at least one element, so that an empty list has
/// an address too.
template <LiteralText Text, std::size_t place>
consteval auto list_values() {
  constexpr syntax::Term term = kLiteralTerms<Text>[place];
  using Value = std::conditional_t<term.list.booleans, bool, index_t>;
  std::array<Value, (list_size(term.list) > 0 ? list_size(term.list) : 1)> values{};
  Value* out = values.data();
  syntax::for_each_value(Text.view(), term.begin, term.end,
                         [&](index_t value) { *out++ = convert_element<Value>(value); });
  return values;
}
template <LiteralText Text, std::size_t place>
inline constexpr auto kListValues = list_values<Text, place>();

/// Returns an index tensor or mask that borrows the compile-time values of the list at `place`.
template <LiteralText Text, std::size_t place>
TensorIndex list_term() {
  const auto& values = kListValues<Text, place>;
  using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
  const syntax::List& list = kLiteralTerms<Text>[place].list;
  auto* const first = const_cast<Value*>(values.data());  // nothing writes to an index
  return TensorIndex(UntypedTensor{Storage::borrow(first, sizeof values),
                                   contiguous_layout("literal", DimsView(list.shape, list.rank)),
                                   dtype_of<Value>()});
}

/// Returns the term at `place`, which for a {} is moved out of the arguments.
template <LiteralText Text, std::size_t place>
TensorIndex literal_term(TensorIndex* arguments) {
  constexpr const syntax::Term& term = kLiteralTerms<Text>[place];
  if constexpr (term.kind == syntax::TermKind::list) {
    return list_term<Text, place>();
  } else if constexpr (term.kind == syntax::TermKind::placeholder) {
    return std::move(arguments[argument_number<Text>(place)]);
  } else {
    return to_tensor_index(term);
  }
}

/// Returns all terms. If all of them are basic, their type says so, and a call with them compiles only view
/// creation.
template <LiteralText Text>
auto literal_terms(TensorIndex* arguments) {
  constexpr std::size_t N = kLiteralForm<Text>.terms;
  using Made =
      std::conditional_t<kLiteralForm<Text>.basic, BasicTerms<N>, std::array<TensorIndex, N>>;
  return [&]<std::size_t... place>(std::index_sequence<place...> /*terms*/) -> Made {
    return {{literal_term<Text, place>(arguments)...}};
  }(std::make_index_sequence<N>{});
}

/// Tells read_literal why a literal is malformed.
template <LiteralText Text>
struct ReasonOf {
  static consteval std::string_view reason() { return kLiteralForm<Text>.error.reason; }
};

/// Fails to compile, for a literal with {} that is passed without its arguments.
template <class Index>
Index refuse_literal() {
  static_assert(kNever<Index>, "give its {} their arguments: write \"{}, 0\"_ix(rows)");
}

}  // namespace detail

/// The value of a literal with {}. Call it with one argument per {} to get the terms.
template <detail::LiteralText Text,
          class Arguments = std::make_index_sequence<detail::kLiteralForm<Text>.placeholders>>
class IndexTemplate;

template <detail::LiteralText Text, std::size_t... number>
class IndexTemplate<Text, std::index_sequence<number...>> {
  template <std::size_t>
  using Argument = TensorIndex;

 public:
  /// Returns the terms, with each {} replaced by its argument, which can be any one term of an index.
  auto operator()(Argument<number>... arguments) const {
    TensorIndex given[] = {std::move(arguments)...};
    return detail::literal_terms<Text>(given);
  }
  /// Refuses a wrong number of arguments.
  template <class... Other>
    requires(sizeof...(Other) != sizeof...(number))
  std::array<TensorIndex, 0> operator()(const Other&... /*arguments*/) const {
    static_assert(sizeof...(Other) == sizeof...(number),
                  "an index literal takes one argument for each of its {}");
    return {};
  }

  operator IndexList() const { return detail::refuse_literal<IndexList>(); }
  operator TensorIndex() const { return detail::refuse_literal<TensorIndex>(); }
};

inline namespace literals {

/// Parses an index at compile time. Returns an array of terms that can be passed to any read or
/// write, by any rule: t.index("1:3, ..., None"_ix), t.index_put_("[0, 2], 0"_ix, 1).
///   integers · slices 1:3, ::-1 · ... · None, newaxis · True, False · lists [[0, 2], [1, 1]] of
///   integers or of bools · {}, replaced by an argument: t.index("{}, :, 0"_ix(rows))
/// A malformed literal or a wrong number of arguments does not compile.
///   auto ix = "{}, :"_ix(rows); t.index(ix)    // OK: owns its terms, shares storage with `rows`
///   IndexList ix = "0, :"_ix; t.index(ix)      // dangling: write `auto ix`
template <detail::LiteralText Text>
[[nodiscard]] auto operator""_ix() {
  constexpr detail::LiteralForm form = detail::kLiteralForm<Text>;
  if constexpr (form.error) {
    constexpr syntax::AtCharacter at{form.error.position};
    static_assert(syntax::read_literal<detail::ReasonOf<Text>, at>());
    return std::array<TensorIndex, 0>{};
  } else if constexpr (form.placeholders > 0) {
    return IndexTemplate<Text>{};
  } else {
    return detail::literal_terms<Text>(nullptr);
  }
}

}  // namespace literals
NDX_NAMESPACE_END
