// What indexing by a mask needs besides moving elements: counting its true elements and finding
// their offsets, all of them or block by block.
//
// An index term made from a mask points to these functions and is the only thing that refers to
// them. So a file that makes no masks does not compile them, though the planner and the engine call
// them; which terms a braced list holds is known only at run time.
#pragma once

#include <ndx/kernel/mask/mask.hpp>
#include <ndx/storage/untyped.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct MaskFunctions {
  index_t (*count)(const UntypedTensor& mask);
  void (*write_offsets)(const UntypedTensor& mask, DimsView strides, index_t count, index_t* out);
  /// The loop over the mask (operand 0) and elements with those strides (operand 1).
  Loop<2> (*loop)(const UntypedTensor& mask, DimsView strides);
  kernel::MaskVisitor visit;
};

/// Number of true elements. Each stored element is read once, however often it is repeated.
index_t count_set(const UntypedTensor& mask) NDX_SYMBOL(count_set);
/// Writes Σ coordinate·stride of each true element, in row-major order. `count` is their number.
void write_mask_offsets(const UntypedTensor& mask, DimsView strides, index_t count, index_t* out)
    NDX_SYMBOL(write_mask_offsets);
NDX_NOINLINE inline Loop<2> mask_loop(const UntypedTensor& mask, DimsView strides) {
  return make_loop<2>(mask.layout.shape, {mask.layout.strides, strides});
}
#if NDX_DEFINES
NDX_FUNC index_t count_set(const UntypedTensor& mask) {
  const Dims stored = stored_shape(mask.layout);
  const Loop<1> loop = make_loop<1>(stored, {mask.layout.strides});
  const index_t once = kernel::count_set(first_byte(mask, 1), loop);
  return once == 0 ? 0 : once * (numel(mask.layout) / numel(stored));
}
NDX_FUNC void write_mask_offsets(const UntypedTensor& mask, DimsView strides, index_t count,
                                 index_t* out) {
  kernel::set_offsets(out, first_byte(mask, 1), mask_loop(mask, strides), count);
}
#endif

inline constexpr MaskFunctions kMaskFunctions{&count_set, &write_mask_offsets, &mask_loop,
                                              &kernel::for_each_masked};

}  // namespace detail
NDX_NAMESPACE_END
