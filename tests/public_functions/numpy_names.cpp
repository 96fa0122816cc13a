// NumPy's other names, and what is made of matrices.
#include <complex>

#include <ndx/numpy.hpp>
#include <ndx/tensor/create/logspace.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_names(Registry& add) {
  add("ndim", [](Arguments& a) { a.see(ndx::ndim(a.floats)); });
  add("size", [](Arguments& a) { a.see(ndx::size(a.floats)); });
  add("size of a dim", [](Arguments& a) { a.see(ndx::size(a.floats, a.dim)); });
  add("take_along_dim",
      [](Arguments& a) { a.see(ndx::take_along_dim(a.floats, a.integers, a.dim)); });
  add("take_along_dim of all elements",
      [](Arguments& a) { a.see(ndx::take_along_dim(a.floats, a.few)); });
  add("expand_dims", [](Arguments& a) { a.see(ndx::expand_dims(a.floats, a.dim)); });
  add("expand_dims at several dims",
      [](Arguments& a) { a.see(ndx::expand_dims(a.floats, {a.dim, a.other_dim})); });
  add("positive", [](Arguments& a) { a.see(ndx::positive(a.floats)); });
  add("swapaxes", [](Arguments& a) { a.see(ndx::swapaxes(a.floats, a.dim, a.other_dim)); });
  add("moveaxis", [](Arguments& a) { a.see(ndx::moveaxis(a.floats, a.dim, a.other_dim)); });
  add("moveaxis lists of dims", [](Arguments& a) {
    a.see(ndx::moveaxis(a.floats, {a.dim, a.other_dim}, {a.other_dim, a.dim}));
  });
  add("atleast_1d", [](Arguments& a) { a.see(ndx::atleast_1d(a.one)); });
  add("atleast_2d", [](Arguments& a) { a.see(ndx::atleast_2d(a.list)); });
  add("atleast_3d", [](Arguments& a) { a.see(ndx::atleast_3d(a.list)); });
  add("flipud", [](Arguments& a) { a.see(ndx::flipud(a.floats)); });
  add("fliplr", [](Arguments& a) { a.see(ndx::fliplr(a.floats)); });
  add("rot90", [](Arguments& a) { a.see(ndx::rot90(a.floats, a.count, {a.dim, a.other_dim})); });
}

static void add_lists_of_tensors(Registry& add) {
  add("concatenate", [](Arguments& a) { a.see(ndx::concatenate({a.floats, a.others}, a.dim)); });
  add("concatenate a vector", [](Arguments& a) {
    a.see(ndx::concatenate(std::vector<Tensor<float>>{a.floats, a.others}, a.dim));
  });
  add("broadcast_arrays", [](Arguments& a) { a.see(ndx::broadcast_arrays({a.floats, a.one})); });
  add("broadcast_arrays of a vector", [](Arguments& a) {
    a.see(ndx::broadcast_arrays(std::vector<Tensor<float>>{a.floats, a.one}));
  });
  add("broadcast_tensors", [](Arguments& a) { a.see(ndx::broadcast_tensors({a.one, a.floats})); });
  add("broadcast_tensors of a vector", [](Arguments& a) {
    a.see(ndx::broadcast_tensors(std::vector<Tensor<float>>{a.floats, a.one}));
  });
  add("block",
      [](Arguments& a) { a.see(ndx::block({{a.floats, a.others}, {a.others, a.floats}})); });
  add("block of one row", [](Arguments& a) { a.see(ndx::block({a.list, a.list})); });
  add("column_stack", [](Arguments& a) { a.see(ndx::column_stack({a.list, a.list})); });
  add("column_stack of a vector", [](Arguments& a) {
    a.see(ndx::column_stack(std::vector<Tensor<float>>{a.floats, a.others}));
  });
  add("dstack", [](Arguments& a) { a.see(ndx::dstack({a.list, a.list})); });
  add("dstack of a vector",
      [](Arguments& a) { a.see(ndx::dstack(std::vector<Tensor<float>>{a.floats, a.others})); });
  add("row_stack", [](Arguments& a) { a.see(ndx::row_stack({a.list, a.list})); });
  add("row_stack of a vector",
      [](Arguments& a) { a.see(ndx::row_stack(std::vector<Tensor<float>>{a.floats, a.others})); });
}

static void add_splits(Registry& add) {
  add("array_split", [](Arguments& a) { a.see(ndx::array_split(a.floats, a.count, a.dim)); });
  add("array_split at positions",
      [](Arguments& a) { a.see(ndx::array_split(a.floats, a.sizes, a.dim)); });
  add("hsplit", [](Arguments& a) { a.see(ndx::hsplit(a.floats, a.step)); });
  add("hsplit at positions", [](Arguments& a) { a.see(ndx::hsplit(a.floats, a.sizes)); });
  add("vsplit", [](Arguments& a) { a.see(ndx::vsplit(a.floats, a.step)); });
  add("vsplit at positions", [](Arguments& a) { a.see(ndx::vsplit(a.floats, a.sizes)); });
  add("dsplit", [](Arguments& a) { a.see(ndx::dsplit(a.floats, a.step)); });
  add("dsplit at positions", [](Arguments& a) { a.see(ndx::dsplit(a.floats, a.sizes)); });
}

static void add_edits(Registry& add) {
  add("delete_",
      [](Arguments& a) { a.see(ndx::delete_(a.floats, a.index.narrow(0, 0, 1), a.dim)); });
  add("delete_ of all elements", [](Arguments& a) { a.see(ndx::delete_(a.floats, a.few)); });
  add("delete_ a slice", [](Arguments& a) { a.see(ndx::delete_(a.floats, a.slice, a.dim)); });
  add("delete_ by a mask", [](Arguments& a) { a.see(ndx::delete_(a.floats, a.row_mask, 0)); });
  add("insert", [](Arguments& a) { a.see(ndx::insert(a.floats, a.position, a.one, a.dim)); });
  add("insert before several",
      [](Arguments& a) { a.see(ndx::insert(a.floats, a.few, a.scalar, a.dim)); });
  add("insert into all elements",
      [](Arguments& a) { a.see(ndx::insert(a.floats, {a.position, 0}, {1, 2})); });
  add("append", [](Arguments& a) { a.see(ndx::append(a.floats, a.others, a.dim)); });
  add("apply_along_axis", [](Arguments& a) {
    a.see(ndx::apply_along_axis([](const Tensor<float>& line) { return line.numel(); }, a.dim,
                                a.floats));
  });
  add("apply_along_axis returning tensors", [](Arguments& a) {
    a.see(ndx::apply_along_axis([](const Tensor<float>& line) { return line.flip(); }, a.dim,
                                a.floats));
  });
  add("append of all elements", [](Arguments& a) { a.see(ndx::append(a.floats, a.integers)); });
}

static void add_pads(Registry& add) {
  add("sliding_window_view", [](Arguments& a) { a.see(ndx::sliding_window_view(a.list, 2)); });
  add("sliding_window_view along dims",
      [](Arguments& a) { a.see(ndx::sliding_window_view(a.floats, {1, 1}, {0, 1})); });
  add("sliding_window_view along a dim",
      [](Arguments& a) { a.see(ndx::sliding_window_view(a.floats, 1, 0)); });
  add("sliding_window_view of all dims",
      [](Arguments& a) { a.see(ndx::sliding_window_view(a.list, ndx::Dims{1})); });
  add("convolve", [](Arguments& a) { a.see(ndx::convolve(a.list, a.few)); });
  add("correlate", [](Arguments& a) { a.see(ndx::correlate(a.list, a.few, "same")); });
  add("choose", [](Arguments& a) { a.see(ndx::choose(a.integers, {a.floats, a.others})); });
  add("choose of a vector",
      [](Arguments& a) { a.see(ndx::choose(a.integers, std::vector{a.floats, a.others})); });
  add("piecewise", [](Arguments& a) { a.see(ndx::piecewise(a.floats, {a.mask}, 1, 2)); });
  add("cartesian_prod", [](Arguments& a) { a.see(ndx::cartesian_prod({a.few, a.index})); });
  add("cartesian_prod of a vector",
      [](Arguments& a) { a.see(ndx::cartesian_prod(std::vector{a.few, a.index})); });
  add("block_diag", [](Arguments& a) { a.see(ndx::block_diag({a.few, a.index})); });
  add("block_diag of a vector",
      [](Arguments& a) { a.see(ndx::block_diag(std::vector{a.few, a.index})); });
  add("fill_diagonal_", [](Arguments& a) { ndx::fill_diagonal_(a.out.ravel().unsqueeze(1), 1.F); });
  add("fill_diagonal_ with wrap",
      [](Arguments& a) { ndx::fill_diagonal_(a.out.ravel().unsqueeze(1), 1.F, true); });
  add("center_crop_pad", [](Arguments& a) { a.see(ndx::center_crop_pad(a.floats, a.shape)); });
  add("center_crop_pad along dims", [](Arguments& a) {
    a.see(ndx::center_crop_pad(a.floats, {a.count, 1}, {a.dim, a.other_dim}));
  });
  add("reverse_sequence",
      [](Arguments& a) { a.see(ndx::reverse_sequence(a.floats, a.index, a.other_dim, a.dim)); });
  add("tensor_scatter", [](Arguments& a) {
    a.see(ndx::tensor_scatter(a.floats, a.others.narrow(-1, 0, a.position), a.index, -1));
  });
  add("tensor_scatter_",
      [](Arguments& a) { a.see(ndx::tensor_scatter_(a.floats, a.others, a.index, -1, true)); });
  add("trim_zeros", [](Arguments& a) { a.see(ndx::trim_zeros(a.list)); });
  add("interp", [](Arguments& a) { a.see(ndx::interp(a.floats, a.list, a.list)); });
  add("gradient", [](Arguments& a) { a.see(ndx::gradient(a.list)); });
  add("gradient at positions", [](Arguments& a) { a.see(ndx::gradient(a.list, a.list)); });
  add("trapezoid", [](Arguments& a) { a.see(ndx::trapezoid(a.floats, 0.5, 0)); });
  add("trapezoid at positions", [](Arguments& a) { a.see(ndx::trapezoid(a.list, a.list)); });
  add("ediff1d", [](Arguments& a) { a.see(ndx::ediff1d(a.list, 1.f)); });
  add("pad", [](Arguments& a) { a.see(ndx::pad(a.floats, a.count, {.values = a.scalar})); });
  add("pad with a mode",
      [](Arguments& a) { a.see(ndx::pad(a.floats, {a.position, 0}, ndx::PadMode::reflect)); });
  add("pad with a mode by name",
      [](Arguments& a) { a.see(ndx::pad(a.floats, a.count, "symmetric", a.scalar)); });
  add("pad with means", [](Arguments& a) {
    a.see(ndx::pad(a.integers, a.step, {.mode = ndx::PadMode::mean, .stat_length = a.count}));
  });
  add("pad with a ramp",
      [](Arguments& a) { a.see(ndx::pad(a.floats, a.step, ndx::PadMode::linear_ramp)); });
  add("pad with odd reflections", [](Arguments& a) {
    a.see(ndx::pad(a.list, a.step, {.mode = ndx::PadMode::symmetric, .odd = true}));
  });
}

static void add_matrices(Registry& add) {
  add("diag", [](Arguments& a) { a.see(ndx::diag(a.list, a.position)); });
  add("diagflat", [](Arguments& a) { a.see(ndx::diagflat(a.list, a.position)); });
  add("tril", [](Arguments& a) { a.see(ndx::tril(a.floats, a.position)); });
  add("triu", [](Arguments& a) { a.see(ndx::triu(a.floats, a.position)); });
  add("tri", [](Arguments& a) { a.see(ndx::tri(a.count)); });
  add("tri rows and columns", [](Arguments& a) { a.see(ndx::tri(a.count, a.position, a.dim)); });
  add("identity", [](Arguments& a) { a.see(ndx::identity(a.count)); });
  add("logspace", [](Arguments& a) { a.see(ndx::logspace(0, a.scalar, a.count)); });
  add("logspace to a base", [](Arguments& a) { a.see(ndx::logspace(0, 1, a.count, a.scalar)); });
  add("logspace of floats to a base",
      [](Arguments& a) { a.see(ndx::logspace<float>(0, 1, a.count, 2)); });
  add("logspace of floats", [](Arguments& a) { a.see(ndx::logspace<float>(0, 1, a.count)); });
  add("logspace of complex numbers", [](Arguments& a) {
    using C = std::complex<double>;
    a.see(ndx::logspace(C(0, 1), C(1, a.scalar), a.count));
  });
  add("logspace of complex numbers to a base", [](Arguments& a) {
    using C = std::complex<float>;
    a.see(ndx::logspace(C(0, 1), C(1, 1), a.count, a.scalar));
  });
  add("geomspace of complex numbers", [](Arguments& a) {
    using C = std::complex<double>;
    a.see(ndx::geomspace(C(0, 1), C(1, 2), a.count));
  });
  add("geomspace", [](Arguments& a) { a.see(ndx::geomspace(1, 0.5, a.count)); });
  add("geomspace of floats", [](Arguments& a) { a.see(ndx::geomspace<float>(1, 2, a.count)); });
}

void add_numpy_names(Registry& add) {
  add_names(add);
  add_lists_of_tensors(add);
  add_splits(add);
  add_matrices(add);
  add_pads(add);
  add_edits(add);
}

}  // namespace ndx_test
