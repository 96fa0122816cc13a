// A program's own functions may have the name of any function that is internal to ndx.
//
// For an unqualified call a compiler also looks for functions in the namespaces of the arguments' classes and
// of their bases. The internal namespaces must not be among them: a function that is found there is as good a
// match as the program's own, or a better one.
#include <gtest/gtest.h>

#include <ndx/all.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {
template <class... X>
void found_in_detail(const X&...);
}  // namespace detail
namespace kernel {
template <class... X>
void found_in_kernel(const X&...);
}  // namespace kernel
NDX_NAMESPACE_END

namespace program {

struct Own {};
// Each takes any arguments, so that a function which is found beside it is the better match.
template <class... X>
Own as_operand(const X&...);
template <class... X>
Own compare(const X&...);
template <class... X>
Own shared_memory(const X&...);
template <class... X>
Own map_elements(const X&...);
template <class... X>
Own map_in_type(const X&...);
template <class... X>
Own operate(const X&...);
template <class... X>
Own raise(const X&...);
template <class... X>
Own shift(const X&...);
template <class... X>
Own update_elements(const X&...);

template <class F, class... X>
constexpr bool is_own(F call, const X&... arguments) {
  return std::is_same_v<decltype(call(arguments...)), Own>;
}
#define IS_OWN(name, ...) \
  is_own([](const auto&... x) { return decltype(name(x...)){}; }, __VA_ARGS__)

TEST(OwnFunctions, MayHaveTheNamesOfInternalOnes) {
  const ndx::Tensor<float> t = ndx::zeros({2, 2});
  const ndx::Tensor<bool> m = t > 0;
  EXPECT_TRUE(IS_OWN(as_operand, t));
  EXPECT_TRUE(IS_OWN(compare, "equal", t, t));
  EXPECT_TRUE(IS_OWN(shared_memory, t, t));
  EXPECT_TRUE(IS_OWN(map_elements, "add", 1, t, t));
  EXPECT_TRUE(IS_OWN(map_in_type, "add", t));
  EXPECT_TRUE(IS_OWN(operate, "add", t, m));
  EXPECT_TRUE(IS_OWN(raise, "pow", t, 2));
  EXPECT_TRUE(IS_OWN(shift, "operator<<", m, t));
  EXPECT_TRUE(IS_OWN(update_elements, "add", 1, t, t));
}

template <class X>
concept FindsInternal = requires(const X& argument) { found_in_detail(argument); } ||
                        requires(const X& argument) { found_in_kernel(argument); };

template <class... X>
constexpr bool find_nothing_internal(const X&...) {
  return !(FindsInternal<X> || ...);
}

TEST(OwnFunctions, CompeteWithNoInternalOnesForAnyArgument) {
  using namespace ndx;
  static_assert(!(FindsInternal<Tensor<float>> || FindsInternal<Tensor<const bool>> ||
                  FindsInternal<Tensor<float16>> || FindsInternal<File<double>>));
  static_assert(!(FindsInternal<float16> || FindsInternal<bfloat16> || FindsInternal<Dim> ||
                  FindsInternal<Count> || FindsInternal<Flag> || FindsInternal<Dims> ||
                  FindsInternal<DimsView> || FindsInternal<DimsItem>));
  static_assert(!(FindsInternal<Slice> || FindsInternal<TensorIndex> || FindsInternal<IndexList> ||
                  FindsInternal<IndexPair> || FindsInternal<IndexOptions<float>> ||
                  FindsInternal<Reduce> || FindsInternal<Reduce::Add> || FindsInternal<Plan> ||
                  FindsInternal<PlanRun> || FindsInternal<BracedValue<float>>));
  static_assert(!(FindsInternal<Storage> || FindsInternal<Layout> || FindsInternal<UntypedTensor>));
  static_assert(!(FindsInternal<ShapeError> || FindsInternal<IndexError>));
  const Tensor<float> t = zeros({2, 2});
  EXPECT_TRUE(find_nothing_internal(t[0], t[{0, 1}], t[t > 0], t[0][1]));
  EXPECT_TRUE(find_nothing_internal(all(t), topk(t, 1), t.begin(), t.accessor<2>(), t.shape()));
  EXPECT_TRUE(find_nothing_internal(nonzero_tuple(t), unique(t), explain({2}, {0})));
}

}  // namespace program
