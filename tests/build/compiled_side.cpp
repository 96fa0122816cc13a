// One user's file that links with the compiled library, built with flags of its own. The build gives
// the function a name for each side. Returns which check failed, or null.
#include <ndx/ndx.hpp>

namespace {

using namespace ndx;

template <class T>
bool holds(const Tensor<T>& t, const Dims& shape, std::initializer_list<T> values) {
  if (!(t.shape() == shape)) return false;
  const T* expected = values.begin();
  for (const T value : t.clone()) {
    if (value != *expected++) return false;
  }
  return true;
}

struct Pixel {  // of a size that the library does not hold
  unsigned char r, g, b;
  bool operator==(const Pixel&) const = default;
};

bool reads() {
  const auto t = arange<float>(12).reshape({3, 4});
  return holds(t.index({-1, Slice(None, None, -2)}), {2}, {11.f, 9.f}) &&
         holds(t.index({tensor({2, 0}), Slice(1, 3)}), {2, 2}, {9.f, 10.f, 1.f, 2.f}) &&
         holds(t.index({t > 8.f}), {3}, {9.f, 10.f, 11.f});
}

bool writes() {
  const auto t = arange<int>(6).reshape({2, 3});
  t.index_put_({Slice(), tensor({0, 0, 2})}, 10, true);
  t.index_put_({t > 20}, -1);
  t[{0, 1}] = 7;
  return holds(t, {2, 3}, {20, 7, 12, -1, 4, 15});
}

template <class T>
bool calculates() {  // the common types, whose operators the library holds, and another
  const auto t = tensor<T>({1, 2, 3});
  const auto u = t + t * T{2} - T{1};
  u += t;
  u *= T{2};
  return holds(u, {3}, {T{6}, T{14}, T{22}}) && holds(T{2} <= t, {3}, {false, true, true}) &&
         holds(t == u - T{5}, {3}, {true, false, false}) && sum(u).item() == 42;
}

bool types() {
  return calculates<std::int32_t>() && calculates<std::int64_t>() && calculates<float>() &&
         calculates<double>() && calculates<std::uint16_t>() && !any(tensor<bool>({false})).item();
}

bool rare_sizes() {
  const auto t = tensor({Pixel{1, 2, 3}, Pixel{4, 5, 6}, Pixel{7, 8, 9}});
  return holds(t.index({tensor({2, 0})}), {2}, {{7, 8, 9}, {1, 2, 3}});
}

bool errors() {
  try {
    (void)zeros<float>({2, 3}).index({tensor({0, 2})});
    return false;
  } catch (const IndexError& error) {
    return std::string(error.what())
               .find("index 2 at [1] is out of bounds for dimension 0 with size 2") !=
           std::string::npos;
  }
}

bool prints() {  // the common types, const or not, and others
  const auto floats = tensor({0.5f, -2.f, 100.f});
  const auto numbers = arange(6).reshape({2, 3});
  return to_string(floats) == "[  0.5  -2.  100. ]" &&
         to_string(Tensor<const float>(floats), {.line_width = 15}) == "[  0.5  -2.\n 100. ]" &&
         to_string(tensor({0.25, 1e-9})) == "[2.5e-01 1.0e-09]" &&
         to_string(numbers[1]) == "[3 4 5]" &&
         to_string(numbers > 3) == "[[False False False]\n [False  True  True]]" &&
         to_string(tensor<std::int32_t>({-7})) == "[-7]" &&
         to_string(tensor<std::uint16_t>({65535, 1})) == "[65535     1]" &&
         to_string(tensor({Pixel{1, 2, 255}})) == "[b'\\x01\\x02\\xFF']";
}

bool parses() {
  const auto t = arange<float>(12).reshape({3, 4});
  int asked = 0;
  auto resolve = [&asked](std::string_view name) mutable -> TensorIndex {
    ++asked;
    if (name == "rows") return tensor({2, 0});
    throw_value_error("there are only rows");
  };
  try {
    (void)parse_index("@rows, @columns", resolve);
    return false;
  } catch (const ValueError& error) {
    return holds(t.index(parse_index("[2, 0], 1:3")), {2, 2}, {9.f, 10.f, 1.f, 2.f}) &&
           holds(t.index(parse_index("[True, False, True], 1")), {2}, {1.f, 9.f}) &&
           holds(t.index(parse_index("@rows, -1", resolve)), {2}, {11.f, 3.f}) && asked == 3 &&
           std::string(error.what()).find("there are only rows\n  @rows, @columns\n         ^") !=
               std::string::npos;
  }
}

bool loads_names() {
  try {
    (void)parse_index("@no/such/file.npy");
    return false;
  } catch (const ValueError& error) {
    return std::string(error.what()).find("load_index: no/such/file.npy") != std::string::npos;
  }
}

}  // namespace

extern "C" const char* compiled_side() {
  if (!reads()) return "reads";
  if (!writes()) return "writes";
  if (!types()) return "operators";
  if (!rare_sizes()) return "elements of 3 bytes";
  if (!errors()) return "errors";
  if (!prints()) return "printing";
  if (!parses()) return "parsing";
  if (!loads_names()) return "names";
  return nullptr;
}

extern "C" const char* compiled_side_tag() { return abi_tag(); }
extern "C" void compiled_side_throw() { (void)zeros<float>({2}).index({5}); }
