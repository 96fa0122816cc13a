// The operators of the explorer's expressions, for values of any of their types.
#pragma once

#include <algorithm>

#include "value.hpp"

namespace explorer {

template <class T>
Value compute(std::string_view op, const ndx::Tensor<T>& a, const ndx::Tensor<T>& b,
              std::size_t position) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  if constexpr (!std::is_same_v<T, double>) {
    if (op == "&") return a & b;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
  }
  if constexpr (!std::is_same_v<T, bool>) {
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    if (op == "%") {
      for (const T& divisor : b) {
        if (divisor == T{}) throw InputError(position, "% by 0");
      }
      return a % b;
    }
  }
  throw InputError(position, "this operator is not for bools");
}

/// a op b, broadcast, in the larger of the two types.
inline Value combine(std::string_view op, const Value& a, const Value& b, std::size_t position) {
  return located(position, [&]() -> Value {
    const DimsView shapes[] = {layout_of(a).shape, layout_of(b).shape};
    check_size(position, ndx::broadcast_shapes("operator", shapes[0], shapes[1]));
    const bool bitwise = op == "&" || op == "|" || op == "^";
    const std::size_t type = std::max(a.index(), b.index());
    if (bitwise && type == 2) throw InputError(position, "& | ^ take bools and integers");
    if (type == 0) return compute(op, std::get<Booleans>(a), std::get<Booleans>(b), position);
    if (type == 1) return compute(op, as<index_t>(a), as<index_t>(b), position);
    return compute(op, as<double>(a), as<double>(b), position);
  });
}

/// Refuses integers that are not arrays and whose result has more than 64 bits, which Python's have.
inline void check_range(std::string_view op, const Value& a, const Value& b, std::size_t position) {
  if (a.index() == 2 || b.index() == 2) return;
  const index_t x = as<index_t>(a).item();
  const index_t y = as<index_t>(b).item();
  index_t result = 0;
  if ((op == "+" && __builtin_add_overflow(x, y, &result)) ||
      (op == "-" && __builtin_sub_overflow(x, y, &result)) ||
      (op == "*" && __builtin_mul_overflow(x, y, &result)))
    throw InputError(position, "this number does not fit into 64 bits");
}

/// -value, +value, ~value.
inline Value prefixed_by(char op, const Value& value, std::size_t position) {
  if (op == '~') {
    if (value.index() == 2) throw InputError(position, "~ takes bools and integers");
    if (value.index() == 0) return ~std::get<Booleans>(value);
    return ~std::get<Integers>(value);
  }
  if (value.index() == 0) throw InputError(position, "this operator is not for bools");
  if (op == '+') return value;
  return combine("*", value, Value(ndx::full<index_t>({}, -1)), position);
}

}  // namespace explorer
