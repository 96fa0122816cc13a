// Value: what a name, a list or an expression of the explorer holds: bools, integers or floating-point
// numbers.
#pragma once

#include <variant>

#include <ndx/ndx.hpp>

namespace explorer {

using ndx::Dims;
using ndx::DimsView;
using ndx::index_t;
using Integers = ndx::Tensor<index_t>;
using Booleans = ndx::Tensor<bool>;
using Numbers = ndx::Tensor<double>;
using Value = std::variant<Booleans, Integers, Numbers>;  // in the order of NumPy's promotion

inline constexpr index_t kMostElements = index_t{1} << 20;  // of one tensor

/// Something that cannot be evaluated, and where: a byte of the text that was typed.
struct InputError : std::runtime_error {
  InputError(std::size_t at, const std::string& what) : std::runtime_error(what), position(at) {}
  std::size_t position;
};

/// Calls f; an error of the library becomes one at `position`. The expression that some messages end
/// with is left out: the page has it already.
template <class F>
auto located(std::size_t position, const F& f) {
  try {
    return f();
  } catch (const std::logic_error& error) {
    const std::string what = error.what();
    throw InputError(position, what.substr(0, what.find('\n')));
  }
}

/// Refuses tensors that a page should not make.
inline void check_size(std::size_t position, DimsView shape) {
  const index_t count = located(position, [&] { return ndx::checked_numel("shape", shape); });
  if (count > kMostElements) {
    throw InputError(position, ndx::message("shape ", shape, " has ", count, " elements; at most ",
                                            kMostElements, " are shown here"));
  }
}

inline const ndx::Layout& layout_of(const Value& value) {
  return std::visit([](const auto& t) -> const ndx::Layout& { return t.layout(); }, value);
}

inline const char* type_name(const Value& value) {
  constexpr const char* kNames[] = {"bool", "int64", "float64"};
  return kNames[value.index()];
}

/// The value as a tensor of T.
template <class T>
ndx::Tensor<T> as(const Value& value) {
  return std::visit([](const auto& t) { return t.template to<T>(); }, value);
}

/// Converts to the type at that place in Value.
inline Value converted(const Value& value, std::size_t type) {
  if (type == value.index()) return value;
  if (type == 0) return as<bool>(value);
  if (type == 1) return as<index_t>(value);
  return as<double>(value);
}

/// Integers as a shape.
inline Dims as_shape(std::size_t position, const Value& value) {
  if (value.index() != 1 || layout_of(value).rank() > 1)
    throw InputError(position, "a shape is an integer or a list of integers");
  Dims shape;
  for (const index_t size : std::get<Integers>(value)) shape.push_back(size);
  if (shape.size() > static_cast<std::size_t>(ndx::kMaxRank))
    throw InputError(position, "a tensor has at most 64 dims");
  return shape;
}

}  // namespace explorer
