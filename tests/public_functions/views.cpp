// Views, and what is asked of a tensor without reading elements.
#include "public_functions.hpp"

namespace ndx_test {

static void add_looks(Registry& add) {
  add("Tensor::shape", [](Arguments& a) { a.see(a.floats.shape()); });
  add("Tensor::shape of a temporary", [](Arguments& a) { a.see(Tensor<float>(a.floats).shape()); });
  add("Tensor::strides", [](Arguments& a) { a.see(a.floats.strides()); });
  add("Tensor::strides of a temporary",
      [](Arguments& a) { a.see(Tensor<float>(a.floats).strides()); });
  add("Tensor::size", [](Arguments& a) { a.see(a.floats.size(a.dim)); });
  add("Tensor::stride", [](Arguments& a) { a.see(a.floats.stride(a.dim)); });
  add("Tensor::dim", [](Arguments& a) { a.see(a.floats.dim()); });
  add("Tensor::numel", [](Arguments& a) { a.see(a.floats.numel()); });
  add("Tensor::sizes", [](Arguments& a) { a.see(a.floats.sizes()); });
  add("Tensor::sizes of a temporary", [](Arguments& a) { a.see(Tensor<float>(a.floats).sizes()); });
  add("Tensor::ndimension", [](Arguments& a) { a.see(a.floats.ndimension()); });
  add("Tensor::nelement", [](Arguments& a) { a.see(a.floats.nelement()); });
  add("Tensor::scalar_type", [](Arguments& a) { a.see(a.floats.scalar_type()); });
  add("Tensor::data_ptr", [](Arguments& a) { a.see(a.floats.data_ptr() == a.floats.data()); });
  add("Tensor::is_contiguous", [](Arguments& a) { a.see(a.floats.is_contiguous()); });
  add("Tensor::dtype", [](Arguments& a) { a.see(a.floats.dtype()); });
  add("Tensor::data", [](Arguments& a) { a.see(a.floats.data()); });
  add("Tensor::storage", [](Arguments& a) { a.see(a.floats.storage().owners()); });
  add("Tensor::layout", [](Arguments& a) { a.see(a.floats.layout().offset); });
  add("Tensor::untyped", [](Arguments& a) { a.see(a.floats.untyped().dtype); });
  add("Tensor::shares_storage", [](Arguments& a) { a.see(a.floats.shares_storage(a.others)); });
}

static void add_reshapes(Registry& add) {
  add("Tensor::reshape", [](Arguments& a) { a.see(a.floats.reshape(a.other_shape)); });
  add("Tensor::reshape what is not contiguous",
      [](Arguments& a) { a.see(a.floats.transpose().reshape(a.other_shape)); });
  add("Tensor::reshape to separate sizes",
      [](Arguments& a) { a.see(a.floats.reshape(-1, a.position)); });
  add("Tensor::view", [](Arguments& a) { a.see(a.floats.view(a.shape)); });
  add("Tensor::view of separate sizes", [](Arguments& a) { a.see(a.floats.view(a.position, -1)); });
  add("Tensor::flatten", [](Arguments& a) { a.see(a.floats.flatten(a.dim, a.other_dim)); });
  add("Tensor::ravel", [](Arguments& a) { a.see(a.floats.ravel()); });
  add("Tensor::ravel what is not contiguous",
      [](Arguments& a) { a.see(a.floats.transpose().ravel()); });
  add("Tensor::squeeze", [](Arguments& a) { a.see(a.floats.squeeze()); });
  add("Tensor::squeeze a dim", [](Arguments& a) { a.see(a.floats.squeeze(a.dim)); });
  add("Tensor::squeeze dims", [](Arguments& a) { a.see(a.floats.squeeze(a.dims)); });
  add("Tensor::unsqueeze", [](Arguments& a) { a.see(a.floats.unsqueeze(a.dim)); });
  add("Tensor::expand", [](Arguments& a) { a.see(a.one.expand(a.shape)); });
  add("Tensor::expand to separate sizes",
      [](Arguments& a) { a.see(a.one.expand(a.count, a.position)); });
  add("Tensor::broadcast_to", [](Arguments& a) { a.see(a.one.broadcast_to(a.shape)); });
}

static void add_rearrangements(Registry& add) {
  add("Tensor::permute", [](Arguments& a) { a.see(a.floats.permute(a.dims)); });
  add("Tensor::permute separate dims",
      [](Arguments& a) { a.see(a.floats.ravel().unsqueeze(0).permute(a.other_dim, a.dim)); });
  add("Tensor::transpose", [](Arguments& a) { a.see(a.floats.transpose()); });
  add("Tensor::transpose two dims",
      [](Arguments& a) { a.see(a.floats.transpose(a.dim, a.other_dim)); });
  add("Tensor::transpose all dims", [](Arguments& a) { a.see(a.floats.transpose(a.dims)); });
  add("Tensor::movedim", [](Arguments& a) { a.see(a.floats.movedim(a.dim, a.other_dim)); });
  add("Tensor::movedim lists of dims", [](Arguments& a) {
    a.see(a.floats.movedim(Dims{a.dim, a.other_dim}, {a.other_dim, a.dim}));
  });
  add("Tensor::flip", [](Arguments& a) { a.see(a.floats.flip()); });
  add("Tensor::flip a dim", [](Arguments& a) { a.see(a.floats.flip(a.dim)); });
  add("Tensor::flip a list of dims", [](Arguments& a) { a.see(a.floats.flip(a.dims)); });
}

static void add_slices(Registry& add) {
  add("Tensor::select", [](Arguments& a) { a.see(a.floats.select(a.dim, a.position)); });
  add("Tensor::narrow", [](Arguments& a) { a.see(a.floats.narrow(a.dim, a.position, a.step)); });
  add("Tensor::slice", [](Arguments& a) { a.see(a.floats.slice(a.dim, a.slice)); });
  add("IndexMethods::slice from start to end",
      [](Arguments& a) { a.see(a.floats.slice(a.dim, a.position, ndx::None, 1)); });
  add("Tensor::diagonal",
      [](Arguments& a) { a.see(a.floats.diagonal(a.position, a.dim, a.other_dim)); });
  add("Tensor::unfold", [](Arguments& a) { a.see(a.floats.unfold(a.dim, a.count, a.step)); });
  add("Tensor::as_strided", [](Arguments& a) { a.see(a.floats.as_strided(a.shape, a.strides)); });
  add("Tensor::as_strided from an offset",
      [](Arguments& a) { a.see(a.floats.as_strided(a.sizes, {a.step, a.step}, a.position)); });
  add("Tensor::unbind", [](Arguments& a) { a.see(a.floats.unbind(a.dim)); });
  add("Tensor::split", [](Arguments& a) { a.see(a.floats.split(a.count, a.dim)); });
  add("Tensor::split by sizes", [](Arguments& a) { a.see(a.floats.split(a.sizes, a.dim)); });
  add("Tensor::chunk", [](Arguments& a) { a.see(a.floats.chunk(a.count, a.dim)); });
}

void add_views(Registry& add) {
  add_looks(add);
  add_reshapes(add);
  add_rearrangements(add);
  add_slices(add);
}

}  // namespace ndx_test
