// The functions of the explorer's expressions: what makes tensors.
#pragma once

#include <algorithm>

#include "value.hpp"

namespace explorer {

struct Arguments {
  std::vector<Value> values;
  std::vector<std::size_t> positions;
  int type = -1;  // place in Value
};

/// Characters of "np." or another module's name at the start of a name, of which the rest is known.
inline std::size_t module_length(std::string_view name) {
  for (const std::string_view module : {"np.", "numpy.", "torch.", "jnp."}) {
    if (name.substr(0, module.size()) == module) return module.size();
  }
  return 0;
}

/// The type that a word names, as a place in Value; -1 for none.
inline int type_named(std::string_view name) {
  name.remove_prefix(module_length(name));
  const std::size_t digits = name.find_first_of("0123456789_");
  name = name.substr(0, digits);
  return name == "bool" ? 0 : name == "int" || name == "uint" ? 1 : name == "float" ? 2 : -1;
}

/// Stacks the items of a list; no items are integers of shape (0).
inline Value joined(const std::vector<Value>& items, std::size_t position) {
  if (items.empty()) return ndx::empty<index_t>({0});
  std::size_t type = 0;
  for (const Value& item : items) type = std::max(type, item.index());
  const DimsView first = layout_of(items[0]).shape;
  Dims shape{static_cast<index_t>(items.size())};
  for (const index_t size : first) shape.push_back(size);
  if (shape.size() > static_cast<std::size_t>(ndx::kMaxRank))
    throw InputError(position, "a tensor has at most 64 dims");
  check_size(position, shape);
  for (const Value& item : items) {
    if (DimsView(layout_of(item).shape) != first)
      throw InputError(position, "the items of this list differ in shape");
  }
  const auto stacked = [&]<class T>(T* /*type*/) -> Value {
    const auto all = ndx::empty<T>(shape);
    for (std::size_t i = 0; i < items.size(); ++i)
      all.index({static_cast<index_t>(i)}).copy_(as<T>(items[i]));
    return all;
  };
  if (type == 0) return stacked(static_cast<bool*>(nullptr));
  if (type == 1) return stacked(static_cast<index_t*>(nullptr));
  return stacked(static_cast<double*>(nullptr));
}

inline Value sorted(const Value& value) {
  if (value.index() == 2) return ndx::argsort(std::get<Numbers>(value));
  return ndx::argsort(as<index_t>(value));
}

inline Value arange(const Arguments& given, std::size_t position) {
  index_t bounds[3] = {0, 0, 1};
  for (std::size_t i = 0; i < given.values.size(); ++i) {
    if (given.values[i].index() != 1 || layout_of(given.values[i]).rank() != 0)
      throw InputError(given.positions[i], "arange takes integers here");
    bounds[given.values.size() == 1 ? 1 : i] = std::get<Integers>(given.values[i]).item();
  }
  check_size(position,
             Dims{ndx::detail::SteppedIntegers<index_t>(bounds[0], bounds[1], bounds[2]).count});
  return ndx::arange<index_t>(bounds[0], bounds[1], bounds[2]);
}

/// The value of name(arguments).
inline Value made_by(std::string_view name, const Arguments& given, std::size_t position) {
  const auto takes = [&](std::size_t least, std::size_t most) {
    if (given.values.size() < least || given.values.size() > most)
      throw InputError(position, std::string(name) + " does not take that many arguments");
  };
  if (name == "array" || name == "asarray" || name == "tensor") return takes(1, 1), given.values[0];
  if (name == "arange" || name == "range") return takes(1, 3), arange(given, position);
  if (name == "argsort") return takes(1, 1), sorted(given.values[0]);
  const bool full = name == "full";
  if (!full && name != "zeros" && name != "ones" && name != "eye") {
    throw InputError(position,
                     "no function is named '" + std::string(name) +
                         "': there are arange, array, zeros, ones, full, eye and argsort");
  }
  takes(full ? 2 : 1, full ? 2 : 1);
  Dims shape = as_shape(given.positions[0], given.values[0]);
  if (name == "eye") {
    if (layout_of(given.values[0]).rank() != 0)
      throw InputError(given.positions[0], "eye takes one size");
    shape.push_back(shape[0]);
  }
  check_size(given.positions[0], shape);
  if (name == "eye") return ndx::eye<double>(shape[0]);
  if (!full) return ndx::full<double>(shape, name == "ones" ? 1 : 0);
  if (layout_of(given.values[1]).rank() != 0)
    throw InputError(given.positions[1], "expected a number here");
  return std::visit([&](const auto& t) -> Value { return t.expand(shape).clone(); },
                    given.values[1]);
}

}  // namespace explorer
