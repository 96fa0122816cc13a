# Lists the functions that headers declare for users, one line each: the name, a tab, the file. A member's name
# begins with its class, "Plan::gather". Reads headers as clang-format lays them out: what a
# namespace holds begins in column 0, what a class holds in column 2.
#
# Left out: what is private, protected, deleted, defaulted or a friend, destructors, deduction guides,
# all that stands in a nested namespace other than `literals`, and what begins with a static_assert of
# kNever, calls a function that does, refuse_…, or is marked by NDX_REFUSE_CALLS, which is there to be refused
# by the compiler.

# The text before the body: up to the first brace that stands in no parentheses.
function signature(text, i, c, depth) {
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c == "(") depth++
    else if (c == ")") depth--
    else if (c == "{" && depth == 0) return substr(text, 1, i - 1)
  }
  return text
}

# The text without the "template <...>" that it begins with.
function without_template(text, i, c, depth) {
  while (text ~ /^template </) {
    depth = 0
    for (i = 10; i <= length(text); i++) {
      c = substr(text, i, 1)
      if (c == "<") depth++
      if (c == ">" && --depth == 0) break
    }
    text = substr(text, i + 1)
    sub(/^ /, "", text)
  }
  return text
}

# The name before the parameters: the first that stands before parentheses, within none.
function function_name(text, i, c, depth, word) {
  if (match(text, /(::)?operator( [A-Za-z][^(]*|""_[a-z]+|\(\)|[^A-Za-z0-9_( ]+)\(/))
    return substr(text, RSTART, RLENGTH - 1)
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c == "(") {
      if (depth == 0 && word != "" && word !~ /^(requires|decltype|noexcept|explicit)$/) return word
      depth++
    } else if (c == ")") depth--
    if (c ~ /[A-Za-z0-9_~:]/) word = word c
    else word = ""
  }
  return ""
}

function report(text, name) {
  text = without_template(text)
  if (text ~ /^(friend|using|static_assert|concept|enum|class|struct|union|[&|])/) return
  if (text ~ /= (delete|default);|detail::refuse_[a-z]+<|NDX_REFUSE_CALLS/) return
  if (text ~ /\) -> / && text !~ /(^| )auto /) return  # a deduction guide
  name = function_name(signature(text))
  if (name == "" || name ~ /^~|::/) return
  found = (class == "" ? "" : class "::") name "\t" FILENAME
}

# Prints what was found last, unless the line after it refuses the call.
function print_found(line) {
  if (found != "" && line !~ /detail::(kNever|refuse_[a-z]+)</) print found
  found = ""
}

# What stands between here and the brace that closes it is skipped.
function enter(text, plain) {
  plain = without_template(text)
  if (class == "" && plain ~ /^(class|struct) [A-Za-z]/) {
    split(plain, words, /[ <:]/)
    class = words[2]
    public = plain ~ /^struct/
  } else {
    closing = class == "" ? "^}" : "^  }"
  }
}

{ print_found($0) }
FNR == 1 { class = text = closing = nested = ""; defines = macro = 0 }
/^namespace / && nested == "" { nested = "^}  // " $1 " " $2 }
nested != "" { if ($0 ~ nested) nested = ""; next }
{ sub(/ *\/\/.*/, ""); gsub(/\/\*[^*]*\*\//, ""); sub(/ +$/, "") }
/^#if NDX_DEFINES$/ { defines = 1 }  # what stands here is declared above
/^#endif$/ { defines = 0 }
defines { next }
/^NDX_ENTRY_FUNCTION/ { split($0, row, /[(,]/); report("auto " row[2] "() {"); in_row = 1 }  # declares that function
in_row { in_row = $0 !~ /\)$/; next }
/^ *#/ || macro { macro = /\\$/; next }
/^$/ || /^NDX_NAMESPACE/ || /^inline namespace/ { next }
closing != "" { if ($0 ~ closing) closing = ""; next }
/^ (public|protected|private):$/ { public = $1 == "public:"; next }
/^}/ { class = text = ""; next }
{
  line = $0
  sub(/^ +/, "", line)
  text = text == "" ? line : text " " line
  if (text !~ /[{};]$/) next
  if (class == "" || public) report(text)
  if (text ~ /{$/) enter(text)
  text = ""
}
END { print_found("") }
