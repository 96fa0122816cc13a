// Declarations of the types of ndx, for headers that only name them:
//
//   #include <ndx/fwd.hpp>
//   ndx::Tensor<float> blur(const ndx::Tensor<float>& image, ndx::index_t radius);
//
// Files that call such a function include <ndx/ndx.hpp>. Of the standard library this header
// includes only <cstddef>, <cstdint> and <type_traits>, so it costs next to no compile time.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

class Dims;
class DimsView;
enum class DType : std::uint8_t;
struct Executor;

struct Slice;
class TensorIndex;
class IndexList;

enum class IndexRule : std::uint8_t;
enum class Bounds : std::uint8_t;
class Reduce;
struct PlanOptions;
template <class T>
struct IndexOptions;

class Storage;
struct UntypedTensor;
template <Element T>
class Tensor;
template <Element T>
class Subscript;
template <Element T>
class IndexedView;
class Plan;

NDX_NAMESPACE_END

namespace ndx {
inline namespace NDX_ERROR_NAMESPACE {

class IndexError;
class MemoryError;
class ShapeError;
class ValueError;

}  // namespace NDX_ERROR_NAMESPACE
}  // namespace ndx
