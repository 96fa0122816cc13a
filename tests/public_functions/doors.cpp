// What passes tensors to other libraries, as far as it needs none of them.
#include <utility>

#include <ndx/indexed.hpp>
#include <ndx/interop/arrow/arrow_vector.hpp>
#include <ndx/interop/dlpack/dlpack_tensor.hpp>
#include <ndx/mdspan.hpp>
#include <ndx/span.hpp>

#include "public_functions.hpp"

namespace ndx_test {
namespace {

/// Imports a struct, which is the handle's until that has succeeded.
template <class Import>
auto imported(Arguments& a, Import import) {
  auto handle = ndx::to_dlpack_versioned(a.floats);
  auto tensor = import(handle.get());
  static_cast<void>(handle.release());
  return tensor;
}

/// What borrow asks of an mdspan, of rank 1.
struct ListView {
  using element_type = float;
  using extents_type = void;
  using mapping_type = void;
  static constexpr std::size_t rank() { return 1; }
  [[nodiscard]] float* data_handle() const { return list.data(); }
  [[nodiscard]] static bool is_strided() { return true; }
  [[nodiscard]] index_t extent(std::size_t d) const { return list.shape()[d]; }
  [[nodiscard]] index_t stride(std::size_t d) const { return list.strides()[d]; }
  const Tensor<float>& list;
};

}  // namespace

void add_doors(Registry& add) {
  add("to_dlpack", [](Arguments& a) { a.see(ndx::to_dlpack(a.floats)); });
  add("to_dlpack_versioned", [](Arguments& a) { a.see(ndx::to_dlpack_versioned(a.floats)); });
  add("to_dlpack of a part", [](Arguments& a) { a.see(ndx::to_dlpack(a.floats[a.slice])); });
  add("to_dlpack of an indexed view",
      [](Arguments& a) { a.see(ndx::to_dlpack(a.floats.indexed({a.index}))); });
  add("to_dlpack_versioned of an indexed view",
      [](Arguments& a) { a.see(ndx::to_dlpack_versioned(a.floats.indexed({a.index}))); });
  add("to_dlpack_versioned of a part",
      [](Arguments& a) { a.see(ndx::to_dlpack_versioned(a.floats[a.slice])); });
  add("from_dlpack", [](Arguments& a) {
    a.see(imported(a, [](auto* managed) { return ndx::from_dlpack<float>(managed); }));
  });
  add("from_dlpack a handle", [](Arguments& a) {
    a.see(ndx::from_dlpack<const float>(ndx::to_dlpack_versioned(a.floats)));
  });
  add("from_dlpack_any", [](Arguments& a) {
    const auto any = imported(a, [](auto* managed) { return ndx::from_dlpack_any(managed); });
    a.see(std::get<Tensor<float>>(any));
  });
  add("from_dlpack_any_const", [](Arguments& a) {
    const auto any = imported(a, [](auto* managed) { return ndx::from_dlpack_any_const(managed); });
    a.see(std::get<Tensor<const float>>(any));
  });
  add("to_arrow", [](Arguments& a) { a.see(ndx::to_arrow(a.list)); });
  add("to_arrow with a mask", [](Arguments& a) { a.see(ndx::to_arrow(a.list, a.row_mask)); });
  add("from_arrow", [](Arguments& a) {
    auto handle = ndx::to_arrow(a.list);
    a.see(ndx::from_arrow<float>(&handle.array, &handle.schema));
  });
  add("from_arrow_masked", [](Arguments& a) {
    auto handle = ndx::to_arrow(a.list, a.row_mask);
    const auto masked = ndx::from_arrow_masked<float>(&handle.array, &handle.schema);
    a.see(masked.values);
  });
  add("from_arrow_any", [](Arguments& a) {
    auto handle = ndx::to_arrow(a.list);
    const auto any = ndx::from_arrow_any(&handle.array, &handle.schema);
    std::visit([&](const auto& t) { a.see(t); }, any);
  });
  add("from_arrow_any_masked", [](Arguments& a) {
    auto handle = ndx::to_arrow(a.list, a.row_mask);
    const auto any = ndx::from_arrow_any_masked(&handle.array, &handle.schema);
    std::visit([&](const auto& t) { a.see(t); }, any.values);
    a.see(any.valid);
  });
  // Contiguous: where no memory holds a stretched mask, it may hold its bits, after a long time.
  add("pack_arrow_bools",
      [](Arguments& a) { a.see(ndx::pack_arrow_bools(a.row_mask.contiguous())); });
  add("pack_arrow_bools with a mask", [](Arguments& a) {
    const Tensor<bool> mask = a.row_mask.contiguous();
    a.see(ndx::pack_arrow_bools(mask, mask));
  });
  add("unpack_arrow_bools", [](Arguments& a) {
    auto handle = ndx::pack_arrow_bools(a.row_mask.contiguous());
    a.see(ndx::unpack_arrow_bools(&handle.array, &handle.schema));
  });
  add("unpack_arrow_bools_masked", [](Arguments& a) {
    const Tensor<bool> mask = a.row_mask.contiguous();
    auto handle = ndx::pack_arrow_bools(mask, mask);
    const auto masked = ndx::unpack_arrow_bools_masked(&handle.array, &handle.schema);
    a.see(masked.values);
  });
  add("as_span", [](Arguments& a) { a.see(ndx::as_span(a.list)); });
  add("borrow a span", [](Arguments& a) { a.see(ndx::borrow(ndx::as_span(a.floats))); });
  add("borrow an mdspan", [](Arguments& a) {
    if (a.list.dim() == 1) a.see(ndx::borrow(ListView{a.list}));
  });
  add("borrow a span as a shape",
      [](Arguments& a) { a.see(ndx::borrow(ndx::as_span(a.floats), a.other_shape)); });
}

}  // namespace ndx_test
