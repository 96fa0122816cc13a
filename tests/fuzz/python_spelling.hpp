// The spelling of a valid index expression, worked out token by token from its text: what the terms
// that parse_index makes of it must be printed as. Shares nothing with the parser.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

using Tokens = std::vector<std::string>;

/// Brackets, commas, colons, and what stands between them and spaces.
inline Tokens tokens_of(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\v\f\r";
  constexpr std::string_view kAlone = "[],:";
  Tokens tokens;
  bool joined = false;  // to the token before
  for (const char c : text) {
    const bool alone = kAlone.find(c) != kAlone.npos;
    const bool space = kSpaces.find(c) != kSpaces.npos;
    if (!space && joined && !alone) tokens.back() += c;
    if (!space && (!joined || alone)) tokens.emplace_back(1, c);
    joined = !space && !alone;
  }
  return tokens;
}

/// One name for what has several; integers without what they can do without.
inline std::string plain_token(const std::string& token) {
  if (token == "newaxis" || token == "np.newaxis") return "None";
  if (token == "Ellipsis") return "...";
  const bool sign = token[0] == '+' || token[0] == '-';
  const std::size_t digits = token.find_first_not_of('0', sign ? 1 : 0);
  const bool is_integer = token.find_first_not_of("0123456789", sign ? 1 : 0) == token.npos;
  if (!is_integer || (sign && token.size() == 1)) return token;
  if (digits == token.npos) return "0";
  return (token[0] == '-' ? "-" : "") + token.substr(digits);
}

/// Without the brackets of x[…], if these are there and are no list's.
inline Tokens without_brackets(Tokens tokens) {
  const auto no_list = [](const std::string& token) {
    return token == ":" || token == "..." || token == "None";
  };
  if (std::none_of(tokens.begin(), tokens.end(), no_list)) return tokens;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    depth += tokens[i] == "[" ? 1 : tokens[i] == "]" ? -1 : 0;
    if (depth == 0 && (i + 1 != tokens.size() || i == 0)) return tokens;
  }
  return {tokens.begin() + 1, tokens.end() - 1};
}

/// "1:2" of 1 : 2 : None; a list as it is, with a space after its commas.
inline std::string spelled_term(const Tokens& tokens) {
  const bool slice = tokens[0] != "[" && std::count(tokens.begin(), tokens.end(), ":") != 0;
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool last_comma = tokens[i] == "," && tokens[i + 1] == "]";
    if (last_comma || (slice && tokens[i] == "None")) continue;
    text += tokens[i] == "," ? ", " : tokens[i];
  }
  const bool no_step = slice && std::count(text.begin(), text.end(), ':') == 2;
  if (no_step && text.back() == ':') text.pop_back();
  return text;
}

/// "0, 1:3, [0, 1]" of any text that means this.
inline std::string python_spelling(std::string_view text) {
  Tokens tokens;
  for (const std::string& token : tokens_of(text)) tokens.push_back(plain_token(token));
  tokens = without_brackets(tokens);
  if (tokens.back() != ",") tokens.emplace_back(",");
  std::string spelled;
  Tokens term;
  int depth = 0;
  for (const std::string& token : tokens) {
    depth += token == "[" ? 1 : token == "]" ? -1 : 0;
    if (depth != 0 || token != ",") {
      term.push_back(token);
      continue;
    }
    if (!spelled.empty()) spelled += ", ";
    spelled += spelled_term(term);
    term.clear();
  }
  return spelled;
}

}  // namespace fuzz
