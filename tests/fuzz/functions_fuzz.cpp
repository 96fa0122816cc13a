// Fuzz body: a public function of the registry with arguments of the input's choice. Whatever they
// are, the promises of tests/hostile/promises.hpp hold; and what a few functions give is compared
// with a loop over single elements.
//
// Knows the functions by the registry alone: tests/public_functions.
#include <filesystem>

#include <hostile/promises.hpp>

#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/index/take.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/shape/roll.hpp>

#include "functions_threads.hpp"
#include "fuzz_input.hpp"

namespace {

using namespace ndx_test;
using fuzz::FuzzInput;
using ndx::None;

constexpr index_t kFar = index_t{1} << 40;  // no loop gets so far

/// Mostly small, sometimes as large as can be.
index_t any_number(FuzzInput& input) {
  if (!input.chance(10)) return input.integer(-3, 6);
  return input.pick({INT64_MIN, INT64_MAX, kFar, INT64_MIN + 1, -kFar});
}

Dims any_dims(FuzzInput& input) {
  Dims dims;
  for (std::size_t n = input.below(5); n > 0; --n) dims.push_back(any_number(input));
  return dims;
}

Slice any_slice(FuzzInput& input) {
  const auto bound = [&] {
    return input.flag() ? ndx::SliceBound(any_number(input)) : ndx::SliceBound();
  };
  const ndx::SliceBound start = bound(), stop = bound();
  return Slice(start, stop, bound());
}

/// At most 4 dims of size 1 to 4, or with a 0 among them.
Dims small_shape(FuzzInput& input) {
  Dims shape;
  for (std::size_t n = input.below(5); n > 0; --n)
    shape.push_back(input.chance(5) ? 0 : input.integer(1, 4));
  return shape;
}

/// A fresh tensor of that shape, or a view of one: transposed, flipped, or stretched to `far`
/// positions.
template <class T>
Tensor<T> any_tensor(FuzzInput& input, const Dims& shape, index_t far) {
  Tensor<T> t = ndx::empty<T>(shape);
  for (T& element : t) element = element_of<T>(any_number(input));
  switch (input.below(8)) {
    case 0:
      return t.transpose();
    case 1:
      return t.flip();
    case 2:
      return t.numel() == 0 ? t : t.ravel().select(0, 0).expand(shape);
    case 3:
      return t.unsqueeze(0);
    case 4:
      return t.numel() == 0 ? t : t.ravel().select(0, 0).expand({far, 2});
    default:
      return t;
  }
}

void set_tensors(FuzzInput& input, Arguments& a, index_t far) {
  const Dims shared = small_shape(input);
  a.for_each_tensor([&](auto& member) {
    using T = typename std::decay_t<decltype(member)>::value_type;
    if (input.flag()) {
      member = any_tensor<T>(input, input.flag() ? shared : small_shape(input), far);
    }
  });
  if (input.chance(20)) a.others = a.floats.flip();
  if (input.chance(20)) a.out = a.floats;
  if (input.chance(20)) a.more = a.integers;
}

void set_numbers(FuzzInput& input, Arguments& a) {
  for (const auto member : Arguments::kIntegers) {
    if (input.flag()) a.*member = any_number(input);
  }
  for (const auto member : Arguments::kDims) {
    if (input.chance(30)) a.*member = any_dims(input);
  }
  if (input.flag()) a.slice = any_slice(input);
  a.bounds =
      input.pick({ndx::Bounds::raise, ndx::Bounds::wrap, ndx::Bounds::clip, ndx::Bounds::fill,
                  ndx::Bounds::drop, ndx::Bounds::wrap_clip, ndx::Bounds::raise_negative,
                  ndx::Bounds::fill_negative, ndx::Bounds::drop_negative});
  a.rule = input.pick({ndx::IndexRule::views_first, ndx::IndexRule::numpy, ndx::IndexRule::outer,
                       ndx::IndexRule::vectorized});
}

void set_terms(FuzzInput& input, Arguments& a) {
  a.terms.clear();
  for (std::size_t n = input.below(4); n > 0; --n) {
    switch (input.below(7)) {
      case 0:
        a.terms.emplace_back(a.index);
        break;
      case 1:
        a.terms.emplace_back(a.mask);
        break;
      case 2:
        a.terms.emplace_back(a.slice);
        break;
      case 3:
        a.terms.emplace_back(any_number(input));
        break;
      case 4:
        a.terms.emplace_back(None);
        break;
      case 5:
        a.terms.emplace_back(input.flag());
        break;
      default:
        a.terms.emplace_back(a.few);
        break;
    }
  }
}

/// Whether the function visits every position of a stretched tensor, because each one counts.
bool visits_every_position(const std::string& name) {
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  return has("save_npy") || has("accumulated") || has("_add") || has("_reduce");
}

void expect(bool holds, const char* what) {
  if (!holds) fuzz::fail(std::string("differs from a loop: ") + what);
}

/// take, roll and sum of a list against loops.
void compare_with_loops(FuzzInput& input) {
  const index_t n = input.integer(1, 9);
  const Tensor<index_t> t = any_tensor<index_t>(input, {n}, kFar);
  if (t.dim() != 1 || t.numel() != n) return;
  const index_t shift = input.integer(-20, 20);
  const Tensor<index_t> rolled = ndx::roll(t, shift, 0);
  std::uint64_t total = 0;
  for (index_t i = 0; i < n; ++i) {
    const index_t to = ((i + shift) % n + n) % n;
    expect(rolled.at(to) == t.at(i), "roll");
    total += static_cast<std::uint64_t>(t.at(i));
  }
  expect(ndx::sum(t).item() == static_cast<index_t>(total), "sum");
  const index_t place = input.integer(-n, n - 1);
  expect(ndx::take(t, place, 0).item() == t.at(place < 0 ? place + n : place), "take");
  expect(ndx::equal(t, t.clone()), "equal");
}

/// Made once: the files that some entries read.
const Arguments& benign() {
  static const Arguments arguments = [] {
    const auto folder = std::filesystem::temp_directory_path() / "ndx-functions-fuzz";
    std::filesystem::create_directories(folder);
    return benign_arguments({3, 4, 5}, folder.string());
  }();
  return arguments;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  if (input.chance(20)) return compare_with_loops(input), 0;
  if (input.chance(30)) return fuzz::compare_threads(input, benign()), 0;
  const std::vector<PublicFunction>& functions = public_functions();
  const PublicFunction& function = functions[input.below(functions.size())];
  Arguments arguments = benign();
  set_tensors(input, arguments, visits_every_position(function.name) ? 30 : kFar);
  set_numbers(input, arguments);
  set_terms(input, arguments);
  const std::string broken = broken_promise(function, arguments);
  if (!broken.empty()) fuzz::fail(function.name + " " + broken);
  return 0;
}
