// The table of examples/guide/calculating.md that says in which type each function adds up, and probes that
// find it out: elements whose total tells the types apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/tensor/half_elements.hpp>

namespace totals_table {

using namespace ndx;

/// What a function does with the elements.
enum class Kind { sum, mean, product };

/// Names of types that a result agrees with.
using Names = std::vector<std::string>;

inline const std::vector<std::string> kColumns = {
    "bools", "integers to 32 bits", "integers of 64 bits", "float16, bfloat16", "float", "double"};

inline std::string without(std::string text, const std::string& unwanted) {
  std::erase_if(text, [&](char c) { return unwanted.find(c) != std::string::npos; });
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

inline std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line.substr(1));
  for (std::string cell; std::getline(text, cell, '|');) cells.push_back(cell);
  return cells;
}

/// The cells of each function, by its name and what follows the names: scatter_reduce by "mean".
inline std::map<std::string, std::vector<std::string>> load_table() {
  std::map<std::string, std::vector<std::string>> table;
  std::ifstream page(NDX_SOURCE_DIR "/examples/guide/calculating.md");
  std::string line;
  while (std::getline(page, line) && line != "## In which type totals are added") continue;
  while (std::getline(page, line) && line.rfind("## ", 0) != 0) {
    if (line.rfind("| ", 0) != 0) continue;
    auto cells = cells_of(line);
    const std::string functions = cells[0];
    cells.erase(cells.begin());
    for (std::string& cell : cells) cell = without(cell, "`");
    if (without(functions, " ").empty()) {
      EXPECT_EQ(cells, kColumns);
      continue;
    }
    const std::string how = without(functions.substr(functions.rfind('`') + 1), "");
    std::size_t at = 0;
    while ((at = functions.find('`', at)) != std::string::npos) {
      const auto end = functions.find('`', at + 1);
      const std::string name = functions.substr(at + 1, end - at - 1);
      table[how.empty() ? name : name + " " + how] = cells;
      at = end + 1;
    }
  }
  return table;
}

/// Whether x is `expected`, but for what R rounds.
template <class R>
bool is_about(R x, double expected) {
  const auto found = static_cast<double>(static_cast<computed_t<R>>(x));
  return std::abs(found - expected) <= std::abs(expected) * 0.01;
}

/// Of integers: of 2 or 3 times the largest but one, or in 32 bits of so many that a double would round.
template <Kind kind, class T, class F>
  requires Integer<T>
Names agreeing(const F& f) {
  constexpr T large = std::numeric_limits<T>::max() - 1;
  constexpr index_t count = kind == Kind::product ? 2 : 3;
  const auto found = f(kind == Kind::product ? tensor<T>({large, 2}) : full({count}, large));
  using R = std::remove_cvref_t<decltype(found)>;
  const auto is = [&](auto total) {
    if (kind != Kind::mean) return found == convert_element<R>(total);
    if (std::is_floating_point_v<R>)
      return found == convert_element<R>(static_cast<double>(total) / 3);
    return found == convert_element<R>(total / 3);
  };
  const auto wrapped = static_cast<std::uint64_t>(large) * static_cast<std::uint64_t>(count);
  Names names;
  if (is(static_cast<T>(wrapped))) names.push_back("element");
  if (is(static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(
          wrapped)))
    names.push_back("64 bits");
  if (is(static_cast<double>(large) * static_cast<double>(count))) names.push_back("double");
  if (kind == Kind::mean && found == convert_element<R>(large)) names.push_back("128 bits");
  if constexpr (kind == Kind::sum && sizeof(T) == 4 && std::is_integral_v<R> && sizeof(R) == 8) {
    constexpr index_t many = (index_t{1} << 22) + 3;
    if (f(full({many}, large)) != static_cast<R>(large) * static_cast<R>(many)) return {"unknown"};
    std::erase(names, "double");
  }
  return names;
}

template <Kind kind, class T, class F>
  requires Boolean<T>
Names agreeing(const F& f) {
  const auto found = f(tensor({true, true, false}));
  if constexpr (Boolean<std::remove_cvref_t<decltype(found)>>) {
    return {found ? "or" : "and"};
  } else {
    const double expected = kind == Kind::sum ? 2 : kind == Kind::mean ? 2.0 / 3 : 0;
    return is_about(found, expected) ? Names{"64 bits", "double"} : Names{"unknown"};
  }
}

/// Large numbers that cancel; then ones beside the first number that does not hold another. The latter are
/// added as floats, up to sixteen at a time, before they are added to the total.
template <Kind kind, class T, class F>
  requires Floating<T>
Names agreeing(const F& f) {
  if (std::is_same_v<T, double>) return {"double", "element"};
  const bool is_float16 = std::is_same_v<T, float16>;
  if constexpr (kind == Kind::product) {
    const float large = is_float16 ? 32768.F : 1e30F;
    const auto found = f(cat({full({10}, T(large)), full({10}, T(1 / large))}));
    return {is_about(found, 1) || std::isfinite(static_cast<double>(found)) ? "double" : "element"};
  } else {
    const T large = is_float16 ? T(32768.F) : T(2e38F);
    const auto cancelled = f(cat({full({128}, large), full({128}, -large), full({1}, large)}));
    const bool is_wide =
        is_about(cancelled, static_cast<double>(large) / (kind == Kind::mean ? 257 : 1));
    const T limit(std::ldexp(computed_t<T>(1), std::numeric_limits<T>::digits));
    const auto beside = f(cat({full({1}, limit), full({64}, T(1.F)), full({1}, -limit)}));
    const double ones = static_cast<double>(beside) * (kind == Kind::mean ? 66 : 1);
    if (!is_wide && std::is_same_v<T, bfloat16> && ones > 40) return {"float"};
    if (is_wide != (ones > 40)) return {"unknown"};
    if (!is_wide) return {"element"};
    return is_float16 ? Names{"float", "double"} : Names{"double"};
  }
}

/// A function, and the names that its results agree with in a column of the table.
struct Probe {
  std::string name;
  std::function<Names(const std::string& column)> names;
};

inline Names common(Names a, const Names& b) {
  std::erase_if(a, [&](const std::string& name) { return std::ranges::count(b, name) == 0; });
  return a;
}

/// find<T>() are the names for elements of type T; of none if the function refuses them.
template <class Find>
Probe probe_by(std::string name, Find find) {
  return {std::move(name), [find](const std::string& column) -> Names {
            try {
              if (column == kColumns[0]) return find(bool{});
              if (column == kColumns[1])
                return common(common(find(std::int8_t{}), find(std::uint16_t{})), find(int{}));
              if (column == kColumns[2]) return common(find(std::int64_t{}), find(std::uint64_t{}));
              if (column == kColumns[3]) return common(find(float16{}), find(bfloat16{}));
              if (column == kColumns[4]) return find(float{});
              return find(double{});
            } catch (const ValueError&) {
              return {"–"};
            }
          }};
}
template <Kind kind, class F>
Probe probe(std::string name, F f) {
  return probe_by(std::move(name), [f](auto type) { return agreeing<kind, decltype(type)>(f); });
}

/// Checks the cells of the table that the probes are of. Returns the names in the table that have none.
inline std::vector<std::string> check_table(const std::vector<Probe>& probes) {
  auto table = load_table();
  for (const Probe& probe : probes) {
    const auto row = table.find(probe.name);
    if (row == table.end()) {
      ADD_FAILURE() << probe.name << " is not in the table";
      continue;
    }
    for (std::size_t k = 0; k < kColumns.size(); ++k) {
      const Names names = probe.names(kColumns[k]);
      EXPECT_GT(std::ranges::count(names, row->second[k]), 0)
          << probe.name << " of " << kColumns[k] << ": the table says " << row->second[k]
          << ", the results say " << (names.empty() ? "nothing that agrees" : names[0]);
    }
    table.erase(row);
  }
  std::vector<std::string> left;
  for (const auto& [name, cells] : table) left.push_back(name);
  return left;
}

}  // namespace totals_table
