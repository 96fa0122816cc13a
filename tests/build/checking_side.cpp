// One user's file, checked or not, that makes promises which it does not keep. The build gives the
// function a name for each side. Returns which call did not do what NDX_CHECKED here says, or null:
// a checked caller gets an error, another one the element that is stored there.
#include <ndx/ndx.hpp>

namespace {

using namespace ndx;

constexpr Bounds kAssume = Bounds::assume;

/// Whether the call throws an IndexError if this file is checked, and else returns true.
template <class Call>
bool is_checked_as_here(const Call& call) {
  try {
    return call() && NDX_CHECKED == 0;
  } catch (const IndexError&) {
    return NDX_CHECKED != 0;
  }
}

/// `all` has one element more than the tensor that is indexed, so that 3 names an element of it.
template <class T>
const char* check() {
  const auto all = tensor<T>({10, 11, 12, 13});
  const Tensor<T> t = all.narrow(0, 0, 3);
  const auto index = tensor({3});
  const auto is = [](const Tensor<T>& read, int value) {
    return read.numel() == 1 && read.data()[0] == static_cast<T>(value);
  };
  const auto wrote = [&](int value) { return all.data()[3] == static_cast<T>(value); };

  if (!is_checked_as_here([&] { return is(t.index({index}, {.bounds = kAssume}), 13); }))
    return "index";
  if (!is_checked_as_here([&] {
        return is(t.reshape({3, 1}).index({index, tensor({0})}, {.bounds = kAssume}), 13);
      }))
    return "index by pairs";
  if (!is_checked_as_here([&] { return is(take(t, index, 0, kAssume), 13); })) return "take";
  if (!is_checked_as_here([&] { return is(gather(t, 0, index, {.bounds = kAssume}), 13); }))
    return "gather";
  if (!is_checked_as_here(
          [&] { return is(gather_nd(t, index.reshape({1, 1}), {.bounds = kAssume}), 13); }))
    return "gather_nd";
  if (!is_checked_as_here([&] {
        const auto plan = t.plan({index}, {.bounds = kAssume});
        return is(plan.read(t), 13);
      }))
    return "plan";
  if (!is_checked_as_here([&] {
        t.index_put_({index}, T{20}, {.bounds = kAssume});
        return wrote(20);
      }))
    return "index_put_";
  if (!is_checked_as_here([&] {
        t.index_put_({index}, tensor<T>({1}), {.reduce = Reduce::add, .bounds = kAssume});
        return wrote(21);
      }))
    return "index_put_ that adds";
  if (!is_checked_as_here([&] {
        scatter_(t, 0, index, T{30}, {.bounds = kAssume});
        return wrote(30);
      }))
    return "scatter_";
  return nullptr;
}

}  // namespace

extern "C" const char* checking_side() {
  if (const char* wrong = check<float>()) return wrong;  // a common type: the library's functions
  return check<std::uint16_t>();                         // another: its templates by element size
}
