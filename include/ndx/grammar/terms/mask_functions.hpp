// The functions that indexing by a mask needs besides moving elements: they count its true elements and find
// their offsets, all at once or block by block.
//
// The planner and the engine cannot know at compile time whether a braced list holds a mask. They call these
// functions through pointers that each term made from a mask carries, and nothing else refers to the
// functions, so a source file that makes no masks does not compile them.
#pragma once

#include <ndx/kernel/mask/mask.hpp>
#include <ndx/storage/untyped.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The functions that a term made from a mask carries.
struct MaskFunctions {
  index_t (*count)(const UntypedTensor& mask);
  void (*write_offsets)(const UntypedTensor& mask, DimsView strides, index_t count, index_t* out);
  /// Returns the loop over the mask (operand 0) and elements with those strides (operand 1).
  Loop<2> (*loop)(const UntypedTensor& mask, DimsView strides);
  kernel::NextMasked next;
};

/// Returns the number of true elements. Each stored element is read once, even if strides of 0 repeat it.
index_t count_set(const UntypedTensor& mask) NDX_SYMBOL(count_set);
/// Writes Σ coordinate·stride of each true element, in row-major order. `count` is the number of true
/// elements.
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
                                              &kernel::next_masked};

}  // namespace detail
NDX_NAMESPACE_END
