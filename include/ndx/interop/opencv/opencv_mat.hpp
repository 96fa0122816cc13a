// Converts between tensors and OpenCV's matrices and images, cv::Mat, without a copy. Needs OpenCV
// 4 (core).
//
// An image of C channels is a tensor of shape (H, W, C); with one channel it is (H, W), as arrays
// of OpenCV's Python module are. Rows may be padded: they keep their stride. Both sides count
// references, so each can keep the memory of the other alive.
#pragma once

#include <climits>
#include <concepts>
#include <memory>
#include <variant>

#include <opencv2/core/mat.hpp>

#include <ndx/base/dtype.hpp>
#include <ndx/tensor.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the depth of a dtype; -1 if OpenCV has none.
constexpr int opencv_depth(DType dtype) {
  constexpr int depths[] = {-1, CV_8S,  CV_16S, CV_32S, -1,     CV_8U, CV_16U, -1,
                            -1, CV_16F, -1,     CV_32F, CV_64F, -1,    -1,     -1};
  return depths[static_cast<int>(dtype)];
}

/// Releases the storage that a Mat has kept alive, when OpenCV's reference count reaches zero.
class StorageKeeper final : public cv::MatAllocator {
 public:
  static const StorageKeeper& get() {
    static const auto* const keeper = new StorageKeeper;  // outlives every Mat, also static ones
    return *keeper;
  }

  /// Makes `mat`, whose elements are in the memory of `storage`, an owner of it.
  void keep(cv::Mat& mat, const Storage& storage) const {
    auto kept = std::make_unique<Storage>(storage);
    auto* const owner = new cv::UMatData(this);
    owner->data = owner->origdata = mat.data;
    owner->size = static_cast<std::size_t>(mat.size[0]) * mat.step[0];
    owner->userdata = kept.release();
    mat.u = owner;
    mat.addref();
  }

  void deallocate(cv::UMatData* owner) const override {
    if (owner == nullptr || owner->refcount != 0 || owner->urefcount != 0) return;
    delete static_cast<Storage*>(owner->userdata);
    delete owner;
  }
  cv::UMatData* allocate(int dims, const int* sizes, int type, void* data, std::size_t* step,
                         cv::AccessFlag access, cv::UMatUsageFlags usage) const override {
    return cv::Mat::getStdAllocator()->allocate(dims, sizes, type, data, step, access, usage);
  }
  bool allocate(cv::UMatData* data, cv::AccessFlag access,
                cv::UMatUsageFlags usage) const override {
    return cv::Mat::getStdAllocator()->allocate(data, access, usage);
  }
};

/// Creates a tensor on the memory of a Mat. `make_storage` is that of make_external.
template <class T>
Tensor<T> tensor_on_mat(const char* call, const cv::Mat& mat, auto&& make_storage) {
  if (mat.depth() != opencv_depth(dtype_of<T>())) [[unlikely]] {
    constexpr const char* depths[] = {"CV_8U",  "CV_8S",  "CV_16U", "CV_16S",
                                      "CV_32S", "CV_32F", "CV_64F", "CV_16F"};
    throw_value_error(call, ": holds ", depths[mat.depth()], "C", mat.channels(), ", but ",
                      dtype_name(dtype_of<T>()), " was asked for");
  }
  Dims shape;
  Dims strides;
  for (int d = 0; d < mat.dims; ++d) {
    if (mat.step[d] % sizeof(T) != 0) [[unlikely]]
      throw_value_error(call, ": the step of ", mat.step[d], " bytes in dim ", d,
                        " is no multiple of an element's ", sizeof(T));
    shape.push_back(mat.size[d]);
    strides.push_back(static_cast<index_t>(mat.step[d] / sizeof(T)));
  }
  if (mat.dims == 0) shape = strides = {0, 0};
  if (mat.channels() > 1) {
    shape.push_back(mat.channels());
    strides.push_back(1);
  }
  T* const data = is_empty(shape) ? nullptr : reinterpret_cast<T*>(mat.data);
  return make_external<T>(call, data, shape, strides, make_storage);
}

/// Adds a dim in front of a Mat's layout. Returns whether the stride is one that a Mat can have. A
/// dim of size 1 may have any stride.
inline bool push_step(Layout& mat, index_t size, index_t stride, index_t least, bool is_last) {
  const bool fits = size == 1 || (is_last ? stride == least : stride >= least);
  mat.shape.insert(0, size);
  mat.strides.insert(0, size == 1 ? least : stride);
  return fits;
}

/// Returns the layout of a Mat, without the dim of the channels, and with at least two dims. Throws
/// ValueError if a Mat cannot have the tensor's layout.
inline Layout mat_layout(const char* call, const Layout& tensor, bool has_channels) {
  const std::size_t rank = tensor.rank() - (has_channels ? 1 : 0);
  const index_t channels = has_channels ? tensor.shape[rank] : 1;
  bool fits = !has_channels || channels == 1 || tensor.strides[rank] == 1;
  Layout mat;
  index_t least = channels;
  if (rank < 2) fits = push_step(mat, 1, 1, least, true) && fits;
  for (std::size_t d = rank; d-- > 0;) {
    if (tensor.shape[d] > INT_MAX) [[unlikely]]
      throw_value_error(call, ": size ", tensor.shape[d], " of dim ", d,
                        " exceeds INT_MAX, the largest size of a Mat");
    fits = push_step(mat, tensor.shape[d], tensor.strides[d], least, mat.rank() == 0) && fits;
    least = mat.strides[0] * mat.shape[0];
  }
  if (mat.rank() < 2) push_step(mat, 1, 1, least, false);
  if (!fits && !is_empty(tensor.shape)) [[unlikely]]
    throw_value_error(call, ": shape ", tensor.shape, " with strides ", tensor.strides,
                      " is not stored as a Mat, which has rows of adjacent pixels and pixels of "
                      "adjacent channels, both forwards; pass t.contiguous()");
  return mat;
}

template <class T>
cv::Mat mat_on_tensor(const char* call, const Tensor<T>& tensor, bool has_channels) {
  constexpr index_t kMaxChannels = CV_CN_MAX;
  const index_t channels = has_channels ? tensor.size(-1) : 1;
  if (channels < 1 || channels > kMaxChannels) [[unlikely]]
    throw_value_error(call, ": a Mat has 1 to ", kMaxChannels, " channels, not the ", channels,
                      " of shape ", tensor.shape(), "; see to_opencv_nd");
  const Layout layout = mat_layout(call, tensor.layout(), has_channels);
  SmallVector<int, kInlineRank> sizes;
  SmallVector<std::size_t, kInlineRank> steps;
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    sizes.push_back(static_cast<int>(layout.shape[d]));
    steps.push_back(static_cast<std::size_t>(layout.strides[d]) * sizeof(T));
  }
  const int type = CV_MAKETYPE(opencv_depth(dtype_of<T>()), static_cast<int>(channels));
  const int dims = static_cast<int>(layout.rank());
  if (is_empty(layout.shape)) return cv::Mat(dims, sizes.data(), type);
  cv::Mat mat(dims, sizes.data(), type, tensor.data(), steps.data());
  StorageKeeper::get().keep(mat, tensor.storage());
  return mat;
}

}  // namespace detail

/// The element types that a Mat may have: 8-bit and 16-bit integers, int32, float16, float, double;
/// const or not.
template <class T>
concept OpenCVElement = Element<T> && detail::opencv_depth(dtype_of<T>()) >= 0;

/// Returns a tensor on the elements of a Mat, which are not copied; the tensor keeps them alive as
/// a copy of the Mat would. If the Mat has more than one channel, they are the last dim of the
/// tensor; otherwise there is no such dim. The rows of a region of interest keep their stride. An
/// empty Mat has shape (0, 0).
///   auto t = from_opencv<std::uint8_t>(image);  // (H, W, C) or (H, W)
/// Throws ValueError for another element type, and for a Mat that does not own its memory;
/// borrow_opencv takes such a Mat.
template <OpenCVElement T>
[[nodiscard]] Tensor<T> from_opencv(const cv::Mat& mat) {
  if (mat.u == nullptr && !mat.empty()) [[unlikely]]
    throw_value_error(
        "from_opencv: the Mat does not own its memory and cannot keep it alive; pass "
        "mat.clone(), or use borrow_opencv");
  return detail::tensor_on_mat<T>("from_opencv", mat, [&](void* first, index_t bytes) {
    return Storage::adopt(first, bytes, [kept = mat]() mutable { kept.release(); });
  });
}

/// Returns a tensor on the elements of any Mat, as from_opencv does. The Mat must outlive all views
/// of the tensor. Throws ValueError for another element type.
template <OpenCVElement T>
[[nodiscard]] Tensor<T> borrow_opencv(const cv::Mat& mat) {
  return detail::tensor_on_mat<T>("borrow_opencv", mat, [](void* first, index_t bytes) {
    return Storage::borrow(first, bytes);
  });
}
template <OpenCVElement T>
Tensor<T> borrow_opencv(const cv::Mat&& /*mat*/) {
  return detail::refuse_temporary<Tensor<T>>();
}

/// Returns a Mat on the elements of a tensor of shape (H, W, C) or (H, W), which are not copied. A
/// tensor of shape (H) becomes H rows of one element, one of rank 0 a single element. The Mat and
/// its copies keep the memory alive, unless it is borrowed: then its owner must.
///   cv::GaussianBlur(to_opencv(t), blurred, {5, 5}, 0);
/// Throws ShapeError for a higher rank, ValueError for more than 512 channels, for negative
/// strides, for rows that overlap, and for pixels or channels that are not adjacent; pass
/// t.contiguous() then. Tensors of const elements are rejected at compile time, because a Mat can
/// always be written.
template <OpenCVElement T>
  requires(!std::is_const_v<T>)
[[nodiscard]] cv::Mat to_opencv(const Tensor<T>& tensor) {
  if (tensor.dim() > 3) [[unlikely]]
    throw_shape_error("to_opencv: shape ", tensor.shape(), " is not (H, W, C); see to_opencv_nd");
  return detail::mat_on_tensor("to_opencv", tensor, tensor.dim() == 3);
}
template <OpenCVElement T>
  requires std::is_const_v<T>
auto to_opencv(const Tensor<T>& /*tensor*/) {
  static_assert(detail::kNever<T>, "a Mat cannot say that memory is read-only: pass t.clone()");
  return detail::refused<T>();
}

/// Returns a Mat of one channel with the dims of a tensor of any rank up to 32, on the same
/// elements as to_opencv does. Throws ShapeError for a higher rank, and ValueError as to_opencv
/// does.
template <OpenCVElement T>
  requires(!std::is_const_v<T>)
[[nodiscard]] cv::Mat to_opencv_nd(const Tensor<T>& tensor) {
  constexpr index_t kMaxDims = 32;
  if (tensor.dim() > kMaxDims) [[unlikely]]
    throw_shape_error("to_opencv_nd: rank ", tensor.dim(), " exceeds a Mat's, ", kMaxDims);
  return detail::mat_on_tensor("to_opencv_nd", tensor, false);
}
template <OpenCVElement T>
  requires std::is_const_v<T>
auto to_opencv_nd(const Tensor<T>& /*tensor*/) {
  static_assert(detail::kNever<T>, "a Mat cannot say that memory is read-only: pass t.clone()");
  return detail::refused<T>();
}

// Tensors on a cv::Mat whose element type is only known at run time.
//
// The function is a template: only a program that calls it compiles it for all element types.

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
