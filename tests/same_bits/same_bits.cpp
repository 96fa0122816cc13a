#include "same_bits.hpp"

#include <algorithm>
#include <string_view>

#include <hostile/promises.hpp>

#include <ndx/tensor/create/create.hpp>
#include <ndx/tensor/views.hpp>

#include "telling_elements.hpp"

namespace ndx_test {

void set_telling_elements(Arguments& a, Values values, std::uint64_t seed) {
  RandomBits bits(seed);
  set_telling(a.floats, bits, values);
  set_telling(a.others, bits, values);
  set_telling(a.waves, bits, values);
  set_telling(a.halves, bits, values);
  set_telling(a.doubles, bits, values);
  set_telling(a.list, bits, Values::finite);
  std::sort(a.list.begin(), a.list.end());
}

void lay_out(Arguments& arguments, Memory memory) {
  arguments.for_each_tensor([&](auto& t) {
    using T = typename std::decay_t<decltype(t)>::value_type;
    switch (memory) {
      case Memory::dense:
        t = t.clone();
        break;
      case Memory::transposed:
        t = t.transpose().clone().transpose();
        break;
      case Memory::reversed:
        t = t.flip().clone().flip();
        break;
      case Memory::strided:
        if (t.dim() == 0) break;
        Dims shape = t.shape();
        shape[shape.size() - 1] *= 2;
        const auto spread = ndx::zeros<T>(shape).slice(-1, Slice(ndx::None, ndx::None, 2));
        spread.copy_(t);
        t = spread;
        break;
    }
  });
  arguments.terms = {arguments.index};
  arguments.strides = arguments.floats.strides();
}

Outcome::Outcome(const PublicFunction& function, Arguments& arguments) {
  const Snapshot before(arguments);
  arguments.seen = &result_;
  try {
    function.call(arguments);
  } catch (const std::exception& error) {
    result_ = error.what();
  }
  arguments.seen = nullptr;
  if (before.has_same_bytes(arguments)) return;
  arguments.for_each_tensor([&](const auto& tensor) {
    const ndx::Storage& storage = tensor.storage();
    memory_.append(reinterpret_cast<const char*>(storage.data()),
                   static_cast<std::size_t>(storage.bytes()));
  });
  before.restore_bytes(arguments);
}

bool repeats_itself(const std::string& name) {
  if (name.ends_with("without a seed")) return false;
  constexpr std::string_view others[] = {"rand of separate sizes", "randn of separate sizes",
                                         "empty", "empty_like", "executor"};
  return std::find(std::begin(others), std::end(others), name) == std::end(others);
}

}  // namespace ndx_test
