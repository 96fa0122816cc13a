// OpenCV: tensors as its matrices and images, cv::Mat, and back, without a copy. Needs OpenCV 4 (core).
#pragma once

#include <ndx/interop/opencv/opencv_mat.hpp>
