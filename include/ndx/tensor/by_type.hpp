// Compiles reads, writes and built-in reductions of the common element types into the library.
//
// A header-only program compiles these templates where it uses them. With the compiled library
// (ndx/compiled.hpp) each NDX_COMPILE_TENSORS line below declares a function of the library for one
// element type, and the template calls that instead.
#pragma once

#include <ndx/tensor/indexing.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

#define NDX_ENTRY(suffix, T)                                                                      \
  NDX_COMPILE_TENSORS(make_uninitialized_##suffix, Tensor<T>, make_uninitialized,                 \
                      (const char* call, DimsView shape), (call, shape), T)                       \
  NDX_COMPILE_TENSORS(read_planned_##suffix, Tensor<T>, read_planned,                             \
                      (IndexPlan && plan, const Tensor<T>& source, const T* fill),                \
                      (std::move(plan), source, fill), T)                                         \
  NDX_COMPILE_TENSORS(                                                                            \
      read_planned_into_##suffix, void, read_planned_into,                                        \
      (IndexPlan && plan, const Tensor<T>& source, const Tensor<T>& out, const T* fill),          \
      (std::move(plan), source, out, fill), T)                                                    \
  NDX_COMPILE_TENSORS(fill_planned_##suffix, void, fill_planned,                                  \
                      (IndexPlan && plan, const Tensor<T>& target, const T& value),               \
                      (std::move(plan), target, value), T)                                        \
  NDX_COMPILE_TENSORS(assign_planned_##suffix, void, assign_planned,                              \
                      (IndexPlan && plan, const Tensor<T>& target, const Tensor<const T>& value), \
                      (std::move(plan), target, value), T)                                        \
  NDX_COMPILE_TENSORS(write_planned_##suffix, void, write_planned,                                \
                      (IndexPlan && plan, const Tensor<T>& target, const Tensor<const T>& value,  \
                       const Reducer<T>& reduce),                                                 \
                      (std::move(plan), target, value, reduce), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

}  // namespace detail

namespace kernel {

#define NDX_ENTRY_FOR(suffix, T, name, Combine)                                 \
  NDX_COMPILE_TENSORS(reduce_block_##name##_##suffix, void, reduce_block,       \
                      (T * indexed, const T* linear, const IndexedBlock& block, \
                       const InnerLoop& row, Combine combine),                  \
                      (indexed, linear, block, row, combine), T, Combine)
#define NDX_ENTRY(suffix, T)                           \
  NDX_ENTRY_FOR(suffix, T, add, Reduce::Add)           \
  NDX_ENTRY_FOR(suffix, T, multiply, Reduce::Multiply) \
  NDX_ENTRY_FOR(suffix, T, minimum, Reduce::Minimum)   \
  NDX_ENTRY_FOR(suffix, T, maximum, Reduce::Maximum)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_FOR

}  // namespace kernel
NDX_NAMESPACE_END
