// Index literals: "1:3, ..., None, ::-1"_ix, the text between the brackets of Python's x[…], read
// by the compiler. What is malformed does not compile.
//
//   t.index("0, 1:, ..., None"_ix)
//   t.index("{}, :, 0"_ix(rows))  // {} stands for an argument
//
// The grammar is syntax.hpp's, as it is parse_index's at run time; only names, "@file.npy", belong
// to run time. The values of lists, "[[0, 2]], :"_ix, are constants of the program.
#pragma once

#include <array>

#include <ndx/base/convert.hpp>
#include <ndx/index/index_list.hpp>
#include <ndx/index/parsed_term.hpp>

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

/// How many terms a literal has, how many of them are {}, and the first thing that is wrong.
struct LiteralForm {
  std::size_t terms = 0;
  std::size_t placeholders = 0;
  syntax::Error error;
};

consteval LiteralForm literal_form(std::string_view text) {
  LiteralForm form;
  syntax::Parser parser(text);
  for (syntax::Term term; parser.next(term);) {
    ++form.terms;
    if (term.kind == syntax::TermKind::placeholder) ++form.placeholders;
    if (term.kind == syntax::TermKind::name && !form.error)
      form.error = {term.begin, "a literal knows no names: write {}"};
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

/// A whole literal, read once for all of its terms.
template <LiteralText Text>
inline constexpr auto kLiteralTerms = read_terms<kLiteralForm<Text>.terms>(Text.view());

/// Which of the arguments the term at `place` is.
template <LiteralText Text>
consteval std::size_t argument_number(std::size_t place) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < place; ++i) {
    if (kLiteralTerms<Text>[i].kind == syntax::TermKind::placeholder) ++number;
  }
  return number;
}

/// The values of the list at `place`, with room for one, for a tensor is to have an address.
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

template <LiteralText Text, std::size_t place>
TensorIndex list_term() {
  const auto& values = kListValues<Text, place>;
  using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
  const syntax::List& list = kLiteralTerms<Text>[place].list;
  auto* const first = const_cast<Value*>(values.data());  // an index is only read
  return TensorIndex(UntypedTensor{Storage::borrow(first, sizeof values),
                                   contiguous_layout("literal", DimsView(list.shape, list.rank)),
                                   dtype_of<Value>()});
}

template <LiteralText Text, std::size_t place>
TensorIndex literal_term(TensorIndex* arguments) {
  constexpr const syntax::Term& term = kLiteralTerms<Text>[place];
  if constexpr (term.kind == syntax::TermKind::list) {
    return list_term<Text, place>();
  } else if constexpr (term.kind == syntax::TermKind::placeholder) {
    return std::move(arguments[argument_number<Text>(place)]);
  } else {
    return plain_term(term);
  }
}

template <LiteralText Text>
std::array<TensorIndex, kLiteralForm<Text>.terms> literal_terms(TensorIndex* arguments) {
  constexpr std::size_t N = kLiteralForm<Text>.terms;
  return [&]<std::size_t... place>(
             std::index_sequence<place...> /*terms*/) -> std::array<TensorIndex, N> {
    return {{literal_term<Text, place>(arguments)...}};
  }(std::make_index_sequence<N>{});
}

/// The byte of a literal's text, as compilers show it.
struct AtCharacter {
  std::size_t number;
};

/// No constant where a literal is malformed. Of the call that fails, clang shows the arguments and
/// g++ those of the template: hence both.
template <LiteralText reason, AtCharacter at_character>
consteval bool read_index_literal(const char* what_is_wrong, std::size_t /*at_character*/) {
  if (what_is_wrong != nullptr) throw "this index literal is malformed";
  return true;
}

}  // namespace detail

/// What a literal with {} is: called with one argument for each of them, it gives the terms.
template <detail::LiteralText Text,
          class Arguments = std::make_index_sequence<detail::kLiteralForm<Text>.placeholders>>
class IndexTemplate;

template <detail::LiteralText Text, std::size_t... number>
class IndexTemplate<Text, std::index_sequence<number...>> {
  template <std::size_t>
  using Argument = TensorIndex;

 public:
  /// The terms, each {} being the argument in its place: anything that is one term of an index.
  auto operator()(Argument<number>... arguments) const {
    TensorIndex given[] = {std::move(arguments)...};
    return detail::literal_terms<Text>(given);
  }
  template <class... Other>
    requires(sizeof...(Other) != sizeof...(number))
  void operator()(const Other&...) const {
    static_assert(sizeof...(Other) == sizeof...(number),
                  "an index literal takes one argument for each of its {}");
  }

  operator IndexList() const = delete;    // give its {} their arguments: "{}, 0"_ix(rows)
  operator TensorIndex() const = delete;  // give its {} their arguments: "{}, 0"_ix(rows)
};

inline namespace literals {

/// The terms that a text spells, as an array that can be used wherever an index goes, read or
/// written, by any rule: t.index("1:3, ..., None"_ix), t.index_put_("[[0, 2]], 0"_ix, 1).
///   integers · slices 1:3, ::-1 · ... · None, newaxis · True, False · lists [[0, 2], [1, 1]] of
///   integers or of bools · {}, which is given as an argument: t.index("{}, :, 0"_ix(rows))
/// What is malformed does not compile, nor does a wrong number of arguments.
///   auto ix = "{}, :"_ix(rows); t.index(ix)    // OK: it owns its terms, and shares `rows`
///   IndexList ix = "0, :"_ix; t.index(ix)      // dangling: write `auto ix`
template <detail::LiteralText Text>
[[nodiscard]] auto operator""_ix() {
  constexpr detail::LiteralForm form = detail::kLiteralForm<Text>;
  if constexpr (form.error) {
    constexpr const char* reason = form.error.reason;
    constexpr detail::LiteralText<std::string_view(reason).size() + 1> text(reason);
    constexpr detail::AtCharacter at{form.error.position};
    static_assert(detail::read_index_literal<text, at>(reason, /*at_character*/ at.number));
    return std::array<TensorIndex, 0>{};
  } else if constexpr (form.placeholders > 0) {
    return IndexTemplate<Text>{};
  } else {
    return detail::literal_terms<Text>(nullptr);
  }
}

}  // namespace literals
NDX_NAMESPACE_END
