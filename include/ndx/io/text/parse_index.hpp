// parse_index: parses an index expression in Python's syntax into index terms at run time.
//
// The grammar is that of grammar/text/syntax.hpp, which index literals use at compile time. This
// file turns its lists into tensors and resolves names through a callback, by default to .npy
// files.
#pragma once

#include <vector>

#include <ndx/base/function_ref.hpp>
#include <ndx/grammar/text/caret.hpp>
#include <ndx/grammar/text/syntax.hpp>
#include <ndx/io/npy/npy_file.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

[[noreturn]] NDX_COLD inline void throw_parse_error(std::string_view text, std::size_t position,
                                                    const char* reason) {
  throw_value_error("parse_index: ", reason, "\n", caret_part(text, position));
}

template <class T>
TensorIndex list_index(std::string_view text, const syntax::Term& term) {
  const Tensor<T> values = empty<T>(DimsView(term.list.shape, term.list.rank));
  T* out = values.data();
  syntax::for_each_value(text, term.begin, term.end,
                         [&](index_t value) { *out++ = convert_element<T>(value); });
  return values;
}

/// Resolves a name. If the resolver throws a ValueError, it is rethrown with the position of the
/// name in the expression.
template <class Resolver>
TensorIndex resolve_name(std::string_view text, const syntax::Term& term, const Resolver& resolve) {
  try {
    return resolve(term.name);
  } catch (const ValueError& error) {
    throw_parse_error(text, term.begin, error.what());
  }
}

template <class Resolver>
TensorIndex make_term(std::string_view text, const syntax::Term& term, const Resolver& resolve) {
  switch (term.kind) {
    case syntax::TermKind::list:
      return term.list.booleans ? list_index<bool>(text, term) : list_index<index_t>(text, term);
    case syntax::TermKind::name:
      return resolve_name(text, term, resolve);
    case syntax::TermKind::placeholder:
      throw_parse_error(text, term.begin, "{} is only for index literals");
    default:
      return to_tensor_index(term);
  }
}

/// Calls add(term) with each term of the text, in order; `add` may move from it.
template <class Resolver, class Add>
void parse_terms(std::string_view text, const Resolver& resolve, const Add& add) {
  syntax::Parser parser(text);
  for (syntax::Term term; parser.next(term);) {
    TensorIndex parsed = make_term(text, term, resolve);
    add(parsed);
  }
  if (const syntax::Error& error = parser.error())
    throw_parse_error(text, error.position, error.reason);
}
using NameResolver = FunctionRef<TensorIndex(std::string_view)>;
using TermReceiver = FunctionRef<void(TensorIndex&)>;
NDX_COMPILE_TEXT(parse_terms, void, parse_terms,
                 (std::string_view text, const NameResolver& resolve, const TermReceiver& add),
                 (text, resolve, add), NameResolver, TermReceiver)

/// Reads the index tensor or mask of an .npy file. This is a template, so that it is compiled only
/// if it is used: it instantiates all integer types.
template <class Path>
TensorIndex read_index_file(const Path& file) {
  const InputFile input("load_index", file);
  const NpyHeader header = read_npy_header(input);
  TensorIndex index = newaxis;
  const bool read = read_npy_if<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                                std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(
      input, header, [&](const auto& tensor) { index = tensor; });
  if (!read) {
    throw_value_error(input.where(), ": holds ", npy_type_name(header.type),
                      ", but an index is made of integers or bools");
  }
  return index;
}
NDX_COMPILE_TEXT(read_index_file, TensorIndex, read_index_file, (const std::string& file), (file),
                 std::string)

}  // namespace detail

/// Parses `text` into index terms, for t.index(parse_index(text)). Accepts:
///   integers · slices 1:3, ::-1 · ... · None, newaxis · True, False · @name
///   nested lists [[0, 2], [1, 1]] of integers or of booleans; [] is an empty index tensor
/// The text is what Python has between the brackets of x[…]: "0, 2" is two integers, "[0, 2]" is
/// one list. Brackets around the whole text are removed if they cannot be a list because they
/// contain a slice, `...`, None or a name: "[0, :]" means "0, :". `resolve(name)` returns the
/// TensorIndex for "@name"; names with commas, colons, brackets or spaces are quoted, @"my
/// file.npy". Throws ValueError for malformed text, with the expression and a caret below the
/// error.
/// Cost: linear in the length of the text.
template <class Resolver>
  requires std::is_invocable_r_v<TensorIndex, Resolver&, std::string_view>
[[nodiscard]] std::vector<TensorIndex> parse_index(std::string_view text, Resolver&& resolve) {
  std::vector<TensorIndex> terms;
  const auto resolve_name = [&](std::string_view name) -> TensorIndex { return resolve(name); };
  const auto add_term = [&](TensorIndex& term) { terms.push_back(std::move(term)); };
  detail::parse_terms(text, detail::NameResolver(resolve_name), detail::TermReceiver(add_term));
  return terms;
}

/// Loads an index tensor or mask from an .npy file. Throws ValueError if the file cannot be read,
/// is malformed, or contains neither integers nor bools.
template <std::convertible_to<std::string> Path>
[[nodiscard]] TensorIndex load_index(const Path& file) {
  return detail::read_index_file(std::string(file));
}

/// Parses a text in which "@name" loads the index tensor or mask from the .npy file of that name.
/// Throws ValueError as parse_index(text, resolve) and load_index do.
template <std::convertible_to<std::string_view> Text>
[[nodiscard]] std::vector<TensorIndex> parse_index(const Text& text) {
  return parse_index(std::string_view(text),
                     [](std::string_view name) { return load_index(std::string(name)); });
}

NDX_NAMESPACE_END
