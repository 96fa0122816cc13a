// meshgrid expands coordinates along each dim to the grid that they span.
//
// The grids are views with stride 0, so a grid of any size costs no memory beyond its axes.
#pragma once

#include <string_view>
#include <vector>

#include <ndx/base/text.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
std::vector<Tensor<T>> meshgrid(std::span<const Tensor<T>> axes, std::string_view indexing) {
  if (indexing != "ij" && indexing != "xy") [[unlikely]]
    throw_value_error("meshgrid: indexing must be \"ij\" or \"xy\", not ", quoted(indexing, '"'));
  Dims shape;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    if (axes[d].dim() > 1) [[unlikely]]
      throw_shape_error("meshgrid: tensor ", d, " has shape ", axes[d].shape(),
                        ", more than one dim");
    shape.push_back(axes[d].numel());
  }
  checked_numel("meshgrid", shape);
  std::vector<Tensor<T>> grids;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    Dims along = Dims::filled(axes.size(), 1);
    along[d] = shape[d];
    Tensor<T> grid = axes[d].reshape(along).expand(shape);
    const bool swap = indexing == "xy" && axes.size() > 1;
    grids.push_back(swap ? grid.transpose(0, 1) : std::move(grid));
  }
  return grids;
}

}  // namespace detail

/// Expands the elements of tensor n, which vary along dim n, to the shape of the whole grid:
///   auto grids = meshgrid({rows(2), columns(3)});       // two tensors of shape (2,3)
///   meshgrid({x(3), y(2)}, "xy")                         // two tensors of shape (2,3)
/// "xy" swaps the first two dims: the first tensor varies along dim 1, the second along dim 0. The
/// results are views with stride 0, which can be read and used as indices; clone() them to write.
/// Throws ShapeError for a tensor of rank 2 or more, ValueError for another `indexing`. Source:
/// PyTorch's meshgrid; NumPy's default is "xy".
template <class T>
[[nodiscard]] std::vector<Tensor<T>> meshgrid(const std::vector<Tensor<T>>& tensors,
                                              std::string_view indexing = "ij") {
  return detail::meshgrid(std::span<const Tensor<T>>(tensors), indexing);
}
template <class T>
[[nodiscard]] std::vector<Tensor<T>> meshgrid(std::initializer_list<Tensor<T>> tensors,
                                              std::string_view indexing = "ij") {
  return detail::meshgrid(std::span<const Tensor<T>>(tensors.begin(), tensors.size()), indexing);
}
/// Takes axes that are lists in braces: meshgrid({{1, 2}, {3, 4, 5}}).
template <detail::Leaf T>
[[nodiscard]] std::vector<Tensor<T>> meshgrid(std::initializer_list<std::initializer_list<T>> lists,
                                              std::string_view indexing = "ij") {
  std::vector<Tensor<T>> axes;
  for (const std::initializer_list<T> list : lists) axes.push_back(tensor(list));
  return meshgrid(axes, indexing);
}

NDX_NAMESPACE_END
