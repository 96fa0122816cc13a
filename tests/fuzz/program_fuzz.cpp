// Fuzz body: up to 20 calls on a few tensors that share memory, with a model beside them that knows
// no strides; every tensor and all shared memory is compared after each call.
#include <ndx/ndx.hpp>

#include "program_plans.hpp"
#include "program_subscripts.hpp"
#include "program_views.hpp"

namespace {

constexpr void (*kCalls[])(fuzz::Program&) = {
    fuzz::call_index,
    fuzz::call_index_put,
    fuzz::call_put_at,
    fuzz::call_index_into,
    fuzz::call_copy,
    fuzz::call_add,
    fuzz::call_index_slices,
    fuzz::call_masked_fill,
    fuzz::call_masked_scatter,
    fuzz::call_scatter,
    fuzz::call_put,
    fuzz::call_permute,
    fuzz::call_flip,
    fuzz::call_narrow,
    fuzz::call_expand,
    fuzz::call_reshape,
    fuzz::call_diagonal,
    fuzz::call_unfold,
    fuzz::call_take,
    fuzz::call_gather,
    fuzz::call_masked_select,
    fuzz::call_where,
    fuzz::call_roll,
    fuzz::call_sort,
    fuzz::call_cat,
    fuzz::call_plan,
    fuzz::call_plan_gather,
    fuzz::call_plan_gather_into,
    fuzz::call_plan_scatter,
    fuzz::call_drop,
    fuzz::call_subscript,
    fuzz::call_subscript_of_subscript,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::FuzzInput input(data, size);
  fuzz::Program program(input);
  for (int call = 0; call < 20 && !input.at_end(); ++call) {
    kCalls[input.below(std::size(kCalls))](program);
    program.check();
  }
  return 0;
}
