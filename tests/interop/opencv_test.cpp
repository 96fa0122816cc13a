// Tensors as cv::Mat and back: shapes and strides, who owns the memory when, what is refused.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

#include <ndx/interop/opencv/opencv_mat.hpp>
#include <ndx/ndx.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

namespace {

using expect::counting;
using expect::is;
using expect::throws;
using Bytes = ndx::Tensor<std::uint8_t>;

/// Channel c of the pixel in row y and column x is 100 * y + 10 * x + c.
cv::Mat image(int rows, int columns) {
  cv::Mat mat(rows, columns, CV_8UC3);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const int first = 100 * y + 10 * x;
      mat.at<cv::Vec3b>(y, x) =
          cv::Vec3b(static_cast<unsigned char>(first), static_cast<unsigned char>(first + 1),
                    static_cast<unsigned char>(first + 2));
    }
  }
  return mat;
}

// ---- In.

TEST(FromOpenCVAny, HoldsTheTypeOfTheDepth) {
  const std::vector<std::pair<int, ndx::DType>> types{
      {CV_8U, ndx::DType::uint8},    {CV_8S, ndx::DType::int8},    {CV_16U, ndx::DType::uint16},
      {CV_16S, ndx::DType::int16},   {CV_32S, ndx::DType::int32},  {CV_32F, ndx::DType::float32},
      {CV_64F, ndx::DType::float64}, {CV_16F, ndx::DType::float16}};
  for (const auto& [depth, dtype] : types) {
    ndx::OpenCVTensor any;
    {
      const cv::Mat mat(2, 3, CV_MAKETYPE(depth, 4), cv::Scalar::all(7));
      any = ndx::from_opencv_any(mat);
    }
    std::visit(
        [&, wanted = dtype](const auto& t) {
          EXPECT_EQ(t.dtype(), wanted);
          EXPECT_TRUE(t.shape() == ndx::Dims({2, 3, 4}));
          EXPECT_EQ(static_cast<float>(t.at(1, 2, 3)), 7.F);
        },
        any);
  }
  unsigned char byte = 0;
  const cv::Mat borrowed(1, 1, CV_8U, &byte);
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { (void)ndx::from_opencv_any(borrowed); },
                              "from_opencv: the Mat does not own its memory and cannot keep "
                              "it alive; pass mat.clone(), or use borrow_opencv"));
}

TEST(FromOpenCV, SharesAnImageAndKeepsItAlive) {
  Bytes view;
  {
    cv::Mat mat = image(2, 2);
    const auto t = ndx::from_opencv<std::uint8_t>(mat);
    EXPECT_EQ(t.data(), mat.data);
    EXPECT_TRUE(is(t, {2, 2, 3}, {0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112}));
    t.at(1, 0, 2) = 7;
    EXPECT_EQ(mat.at<cv::Vec3b>(1, 0)[2], 7);
    EXPECT_EQ(mat.u->refcount, 2);
    view = t[1].flip(0);
    mat.release();
  }
  EXPECT_TRUE(is(view, {2, 3}, {110, 111, 112, 100, 101, 7}));
  cv::Mat kept = image(1, 1);
  {
    const auto t = ndx::from_opencv<std::uint8_t>(kept);
  }
  EXPECT_EQ(kept.u->refcount, 1);
}

TEST(FromOpenCV, KeepsThePaddingOfRows) {
  const auto t = ndx::from_opencv<const std::uint8_t>(image(2, 5)(cv::Rect(1, 0, 2, 2)));
  EXPECT_EQ(t.strides(), (ndx::Dims{15, 3, 1}));
  EXPECT_TRUE(is(t, {2, 2, 3}, {10, 11, 12, 20, 21, 22, 110, 111, 112, 120, 121, 122}));
}

TEST(FromOpenCV, OfOneChannelHasNoDimForIt) {
  const cv::Mat mat = (cv::Mat_<double>(2, 3) << 0, 1, 2, 3, 4, 5);
  EXPECT_TRUE(is(ndx::from_opencv<double>(mat), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(ndx::from_opencv<double>(mat.col(1)), {2, 1}, {1, 4}));
  EXPECT_TRUE(is(ndx::from_opencv<double>(mat.reshape(3)), {2, 1, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(FromOpenCV, OfManyDims) {
  const int sizes[] = {2, 3, 4};
  cv::Mat mat(3, sizes, CV_32SC2, cv::Scalar(1, 2));
  const auto t = ndx::from_opencv<std::int32_t>(mat);
  EXPECT_EQ(t.shape(), (ndx::Dims{2, 3, 4, 2}));
  EXPECT_EQ(t.strides(), (ndx::Dims{24, 8, 2, 1}));
  t.at(1, 2, 3, 0) = 9;
  EXPECT_EQ(mat.at<cv::Vec2i>(1, 2, 3), cv::Vec2i(9, 2));
  const cv::Range part[] = {cv::Range(0, 2), cv::Range(1, 3), cv::Range(2, 4)};
  EXPECT_EQ(ndx::from_opencv<std::int32_t>(mat(part)).strides(), (ndx::Dims{24, 8, 2, 1}));
}

TEST(FromOpenCV, OfNoElements) {
  EXPECT_TRUE(is(ndx::from_opencv<std::uint8_t>(cv::Mat()), {0, 0}, {}));
  EXPECT_TRUE(is(ndx::from_opencv<float>(cv::Mat(0, 3, CV_32F)), {0, 3}, {}));
  EXPECT_TRUE(is(ndx::from_opencv<float>(cv::Mat(2, 0, CV_32FC3)), {2, 0, 3}, {}));
}

template <class T>
testing::AssertionResult has_depth(int depth) {
  const cv::Mat mat(1, 2, CV_MAKETYPE(depth, 1), cv::Scalar(3));
  const auto made = ndx::to_opencv(ndx::full({1, 2}, static_cast<T>(3.F)));
  if (made.type() != mat.type() || ndx::from_opencv<T>(mat).at(0, 1) != static_cast<T>(3.F))
    return testing::AssertionFailure() << "not depth " << depth;
  return testing::AssertionSuccess();
}
TEST(OpenCV, HasTheseDepths) {
  EXPECT_TRUE(has_depth<std::uint8_t>(CV_8U));
  EXPECT_TRUE(has_depth<std::int8_t>(CV_8S));
  EXPECT_TRUE(has_depth<std::uint16_t>(CV_16U));
  EXPECT_TRUE(has_depth<std::int16_t>(CV_16S));
  EXPECT_TRUE(has_depth<std::int32_t>(CV_32S));
  EXPECT_TRUE(has_depth<ndx::float16>(CV_16F));
  EXPECT_TRUE(has_depth<float>(CV_32F));
  EXPECT_TRUE(has_depth<double>(CV_64F));
  static_assert(!ndx::OpenCVElement<bool> && !ndx::OpenCVElement<std::int64_t> &&
                !ndx::OpenCVElement<std::uint32_t>);
}

TEST(FromOpenCV, RefusesOtherTypesAndMemoryThatIsNotOwned) {
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)ndx::from_opencv<float>(image(1, 1)); },
                                      "from_opencv: holds CV_8UC3, but float32 was asked for"));
  std::vector<float> memory(12);
  const cv::Mat mat(3, 3, CV_32F, memory.data(), 4 * sizeof(float));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::from_opencv<float>(mat); },
      "from_opencv: the Mat does not own its memory and cannot keep it alive; pass mat.clone(), or "
      "use borrow_opencv"));
  const auto t = ndx::borrow_opencv<float>(mat);
  t.at(2, 1) = 5;
  EXPECT_EQ(memory[9], 5);
  EXPECT_EQ(t.strides(), (ndx::Dims{4, 1}));
}

// ---- Out.

TEST(ToOpenCV, SharesAndKeepsTheMemoryAlive) {
  cv::Mat mat;
  {
    const auto t = counting({2, 4, 3}).to<float>();
    mat = ndx::to_opencv(t.narrow(1, 1, 2));
    EXPECT_EQ(t.storage().owners(), 2U);
    EXPECT_EQ(mat.type(), CV_32FC3);
    EXPECT_EQ(mat.step[0], 48U);
    EXPECT_FALSE(mat.isContinuous());
    mat.at<cv::Vec3f>(0, 0)[0] = 100;
    EXPECT_EQ(t.at(0, 1, 0), 100);
  }
  // 100 + 4 + … + 8 + 15 + … + 20
  EXPECT_EQ(cv::sum(mat), cv::Scalar(100 + 6 + 15 + 18, 4 + 7 + 16 + 19, 5 + 8 + 17 + 20));
}

TEST(ToOpenCV, ReleasesTheMemoryWithTheLastMat) {
  const auto t = counting({4, 4});
  cv::Mat part;
  {
    cv::Mat mat = ndx::to_opencv(t);
    const cv::Mat copy = mat;
    part = mat(cv::Rect(1, 1, 2, 2));
    EXPECT_EQ(t.storage().owners(), 2U);
    mat.create(8, 8, CV_8U);  // memory of its own
    mat.setTo(1);
  }
  EXPECT_EQ(t.storage().owners(), 2U);
  EXPECT_EQ(part.at<int>(1, 1), 10);
  const cv::Mat clone = part.clone();
  part.release();
  EXPECT_EQ(t.storage().owners(), 1U);
  EXPECT_EQ(clone.at<int>(0, 1), 6);
}

TEST(ToOpenCV, LivesThroughUMats) {
  const auto t = counting({2, 2}).to<float>();
  {
    cv::UMat later;
    {
      cv::Mat mat = ndx::to_opencv(t);
      later = mat.getUMat(cv::ACCESS_READ);
    }
    EXPECT_EQ(cv::sum(later), cv::Scalar(6));
  }
  EXPECT_EQ(t.storage().owners(), 1U);
}

TEST(ToOpenCV, GoesRound) {
  Bytes back;
  const std::uint8_t* data = nullptr;
  {
    const auto t = counting({3, 4, 2}).to<std::uint8_t>();
    data = t.data();
    back = ndx::from_opencv<std::uint8_t>(ndx::to_opencv(t));
  }
  EXPECT_EQ(back.data(), data);
  EXPECT_TRUE(ndx::equal(back, counting({3, 4, 2}).to<std::uint8_t>()));
  const auto mat = ndx::to_opencv(ndx::from_opencv<std::uint8_t>(image(2, 2)));
  EXPECT_EQ(cv::norm(mat, image(2, 2), cv::NORM_INF), 0);
}

TEST(ToOpenCV, OfLowRank) {
  const auto t = counting({6});
  const cv::Mat odd = ndx::to_opencv(t.slice(0, ndx::Slice(1, ndx::None, 2)));
  EXPECT_EQ(odd.size(), cv::Size(1, 3));
  EXPECT_EQ(odd.at<int>(2, 0), 5);
  EXPECT_EQ(cv::sum(odd), cv::Scalar(9));
  const cv::Mat one = ndx::to_opencv(ndx::tensor(7));
  EXPECT_EQ(one.size(), cv::Size(1, 1));
  EXPECT_EQ(one.at<int>(0, 0), 7);
  // Strides of dims of size 1 do not matter.
  EXPECT_EQ(ndx::to_opencv(t.expand({1, 6}).flip(0)).size(), cv::Size(6, 1));
  EXPECT_EQ(ndx::to_opencv(t.reshape({6, 1}).flip(1)).size(), cv::Size(1, 6));
}

TEST(ToOpenCV, OfNoElements) {
  EXPECT_EQ(ndx::to_opencv(ndx::zeros({0, 3})).size(), cv::Size(3, 0));
  const cv::Mat none = ndx::to_opencv(ndx::zeros({2, 0, 3}));
  EXPECT_EQ(none.type(), CV_32FC3);
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(ndx::to_opencv(ndx::Tensor<float>()).empty());
}

TEST(ToOpenCVNd, KeepsTheDims) {
  const auto t = counting({2, 3, 4});
  const cv::Mat mat = ndx::to_opencv_nd(t.narrow(1, 0, 2));
  EXPECT_EQ(mat.dims, 3);
  EXPECT_EQ(mat.type(), CV_32S);
  EXPECT_EQ(mat.at<int>(1, 1, 3), 19);
  EXPECT_EQ(ndx::from_opencv<int>(mat).strides(), (ndx::Dims{12, 4, 1}));
  EXPECT_EQ(ndx::to_opencv_nd(counting({2, 2, 2, 2})).dims, 4);
  EXPECT_EQ(ndx::to_opencv_nd(counting({2})).size(), cv::Size(1, 2));
}

TEST(ToOpenCV, RefusesWhatAMatCannotSay) {
  const auto t = counting({2, 4, 3});
  const auto refuses = [](const auto& view, const std::string& strides) {
    return throws<ndx::ValueError>(
        [&] { (void)ndx::to_opencv(view); },
        "to_opencv: shape " + ndx::message(view.shape()) + " with strides " + strides +
            " is not stored as a Mat, which has rows of adjacent pixels and pixels of adjacent "
            "channels, both forwards; pass t.contiguous()");
  };
  EXPECT_TRUE(refuses(t.flip(0), "(-12, 3, 1)"));
  EXPECT_TRUE(refuses(t.flip(2), "(12, 3, -1)"));
  EXPECT_TRUE(refuses(t.narrow(2, 0, 2), "(12, 3, 1)"));
  EXPECT_TRUE(refuses(t.slice(1, ndx::Slice(0, ndx::None, 2)), "(12, 6, 1)"));
  EXPECT_TRUE(refuses(t.permute({2, 0, 1}), "(1, 12, 3)"));
  EXPECT_TRUE(refuses(t[0].transpose(), "(1, 3)"));
  EXPECT_TRUE(refuses(t[0].expand({2, 4, 3}), "(0, 3, 1)"));
  EXPECT_TRUE(refuses(counting({8}).unfold(0, 4, 2), "(2, 1)"));
  EXPECT_TRUE(
      throws<ndx::ShapeError>([] { (void)ndx::to_opencv(counting({1, 2, 3, 4})); },
                              "to_opencv: shape (1, 2, 3, 4) is not (H, W, C); see to_opencv_nd"));
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)ndx::to_opencv(counting({1, 1, 513})); },
                                      "to_opencv: a Mat has 1 to 512 channels, not the 513 of "
                                      "shape (1, 1, 513); see to_opencv_nd"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [] { (void)ndx::to_opencv(ndx::zeros({2, 2, 0})); },
      "to_opencv: a Mat has 1 to 512 channels, not the 0 of shape (2, 2, 0); see to_opencv_nd"));
  std::uint8_t byte = 0;
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::to_opencv(ndx::borrow(&byte, {3000000000, 1})); },
      "to_opencv: size 3000000000 of dim 0 exceeds INT_MAX, the largest size of "
      "a Mat"));
  EXPECT_TRUE(
      throws<ndx::ShapeError>([] { (void)ndx::to_opencv_nd(ndx::zeros(ndx::Dims::filled(33, 1))); },
                              "to_opencv_nd: rank 33 exceeds a Mat's, 32"));
}

}  // namespace
