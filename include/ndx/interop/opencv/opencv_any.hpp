// Tensors on a cv::Mat whose element type is only known at run time.
//
// The function is a template: only a program that calls it compiles it for all element types.
#pragma once

#include <concepts>
#include <variant>

#include <ndx/interop/opencv/opencv_mat.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN

/// A tensor of whichever element type the Mat has.
using OpenCVTensor = std::variant<Tensor<std::uint8_t>, Tensor<std::int8_t>, Tensor<std::uint16_t>,
                                  Tensor<std::int16_t>, Tensor<std::int32_t>, Tensor<float>,
                                  Tensor<double>, Tensor<float16>>;

namespace detail {

template <class... T>
void share_mat(const cv::Mat& mat, std::variant<Tensor<T>...>& result) {
  const auto share_as = [&]<class U>(const Tensor<U>* /*type*/) {
    if (mat.depth() != opencv_depth(dtype_of<U>())) return false;
    result = from_opencv<U>(mat);
    return true;
  };
  static_cast<void>((share_as(static_cast<const Tensor<T>*>(nullptr)) || ...));
}

}  // namespace detail

/// Returns a tensor on a Mat whose element type is only known at run time, as from_opencv does:
///   std::visit([](const auto& t) { std::cout << t.shape(); }, from_opencv_any(image));
/// Throws ValueError for a Mat that does not own its memory.
template <std::same_as<OpenCVTensor> Result = OpenCVTensor>
[[nodiscard]] Result from_opencv_any(const cv::Mat& mat) {
  Result tensor;
  detail::share_mat(mat, tensor);
  return tensor;
}

NDX_NAMESPACE_END
