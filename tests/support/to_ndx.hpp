// Reference terms as ndx terms: the same index, spelled in one of the many ways that ndx accepts.
//
// Which integer type an index tensor has, how it is strided, and whether a list is a vector or a
// tensor is drawn at random, so that all of them meet all expressions.
#pragma once

#include <limits>
#include <utility>

#include <ndx/ndx.hpp>

#include "random_expressions.hpp"
#include "reference.hpp"

namespace reference {

class ToNdx {
 public:
  explicit ToNdx(std::uint64_t seed) : random_(seed) {}
  explicit ToNdx(RandomExpressions random) : random_(std::move(random)) {}

  std::vector<ndx::TensorIndex> operator()(const RefTerms& terms) {
    std::vector<ndx::TensorIndex> result;
    for (const RefTerm& term : terms)
      result.push_back(std::visit([this](const auto& t) { return make(t); }, term));
    return result;
  }

  /// A tensor of these values, on strides that may be anything.
  template <class T, class Values>
  ndx::Tensor<T> tensor(const Shape& shape, const Values& values) {
    const Strided view = random_.strided(shape, false);
    ndx::Tensor<T> buffer = ndx::zeros<T>(Shape{view.size});
    const RefTensor places = ref_strided(view.shape, view.strides, view.offset);
    for (std::size_t i = 0; i < places.values.size(); ++i)
      buffer.data()[places.values[i]] = static_cast<T>(values[i]);
    return buffer.as_strided(view.shape, view.strides, view.offset);
  }

 private:
  ndx::TensorIndex make(RefNewAxis) { return ndx::newaxis; }

  ndx::TensorIndex make(RefEllipsis) {
    if (random_.chance(50)) return "...";
    return ndx::Ellipsis;
  }

  ndx::TensorIndex make(bool b) { return b; }

  ndx::TensorIndex make(std::int64_t i) {
    return with_integer_type<ndx::TensorIndex>(
        {i}, [&]<class I>(I) { return ndx::TensorIndex(static_cast<I>(i)); });
  }

  ndx::TensorIndex make(const RefSlice& slice) {
    return ndx::Slice(bound(slice.start), bound(slice.stop), bound(slice.step));
  }

  ndx::TensorIndex make(const RefIndices& indices) {
    return with_integer_type<ndx::TensorIndex>(indices.values, [&]<class I>(I) -> ndx::TensorIndex {
      if (indices.shape.size() == 1 && random_.chance(30)) {
        std::vector<I> list;
        for (std::int64_t i : indices.values) list.push_back(static_cast<I>(i));
        return list;
      }
      return tensor<I>(indices.shape, indices.values);
    });
  }

  ndx::TensorIndex make(const RefMask& mask) {
    if (mask.shape.size() == 1 && random_.chance(30)) return mask.values;
    return tensor<bool>(mask.shape, mask.values);
  }

  ndx::SliceBound bound(std::optional<std::int64_t> value) {
    if (!value) return ndx::newaxis;
    return with_integer_type<ndx::SliceBound>({*value}, [&]<class I>(I) -> ndx::SliceBound {
      if (random_.chance(10)) return tensor<I>({}, std::vector<std::int64_t>{*value});
      return static_cast<I>(*value);
    });
  }

  /// Calls f with a zero of a type that can hold the values.
  template <class Result, class F>
  Result with_integer_type(const std::vector<std::int64_t>& values, F f) {
    switch (random_.below(8)) {
      case 0:
        if (fits<std::int8_t>(values)) return f(std::int8_t{});
        break;
      case 1:
        if (fits<std::uint8_t>(values)) return f(std::uint8_t{});
        break;
      case 2:
        if (fits<std::int16_t>(values)) return f(std::int16_t{});
        break;
      case 3:
        if (fits<std::uint16_t>(values)) return f(std::uint16_t{});
        break;
      case 4:
        if (fits<std::int32_t>(values)) return f(std::int32_t{});
        break;
      case 5:
        if (fits<std::uint32_t>(values)) return f(std::uint32_t{});
        break;
      case 6:
        if (fits<std::uint64_t>(values)) return f(std::uint64_t{});
        break;
      default:
        break;
    }
    return f(std::int64_t{});
  }

  template <class I>
  static bool fits(const std::vector<std::int64_t>& values) {
    for (std::int64_t v : values)
      if (!std::in_range<I>(v)) return false;
    return true;
  }

  RandomExpressions random_;
};

/// Runs `call` and tells which of ndx's errors it threw, if any.
template <class Call>
RefFaults fault_of(Call call) {
  try {
    call();
  } catch (const ndx::IndexError&) {
    return kIndexFault;
  } catch (const ndx::ShapeError&) {
    return kShapeFault;
  } catch (const ndx::ValueError&) {
    return kValueFault;
  }
  return 0;
}

/// The tensor read by the rule of that name, with options if there are any.
template <class T, class... Options>
ndx::Tensor<T> read_by(RefRule rule, const ndx::Tensor<T>& tensor,
                       const std::vector<ndx::TensorIndex>& terms, const Options&... options) {
  switch (rule) {
    case RefRule::numpy_index:
      return tensor.numpy_index(terms, options...);
    case RefRule::oindex:
      return tensor.oindex(terms, options...);
    case RefRule::vindex:
      return tensor.vindex(terms, options...);
    default:
      return tensor.index(terms, options...);
  }
}

/// As read_by, into `out`.
template <class T>
void read_into_by(RefRule rule, const ndx::Tensor<T>& out, const ndx::Tensor<T>& tensor,
                  const std::vector<ndx::TensorIndex>& terms,
                  const ndx::ReadOptions<T>& options = {}) {
  switch (rule) {
    case RefRule::numpy_index:
      return tensor.numpy_index_into(out, terms, options);
    case RefRule::oindex:
      return tensor.oindex_into(out, terms, options);
    case RefRule::vindex:
      return tensor.vindex_into(out, terms, options);
    default:
      return tensor.index_into(out, terms, options);
  }
}

/// The tensor written by the rule of that name; `how` is options or whether to accumulate.
template <class T, class Value, class How = bool>
void write_by(RefRule rule, const ndx::Tensor<T>& tensor,
              const std::vector<ndx::TensorIndex>& terms, const Value& value, const How& how = {}) {
  switch (rule) {
    case RefRule::numpy_index:
      tensor.numpy_index_put_(terms, value, how);
      break;
    case RefRule::oindex:
      tensor.oindex_put_(terms, value, how);
      break;
    case RefRule::vindex:
      tensor.vindex_put_(terms, value, how);
      break;
    default:
      tensor.index_put_(terms, value, how);
  }
}

/// The library's name of a policy: whether a fill or a drop, for calls that take only one of the two.
inline ndx::Bounds to_bounds(RefBounds bounds, bool reads) {
  switch (bounds) {
    case RefBounds::wrap:
      return ndx::Bounds::wrap;
    case RefBounds::clip:
      return ndx::Bounds::clip;
    case RefBounds::wrap_clip:
      return ndx::Bounds::wrap_clip;
    case RefBounds::skip:
      return reads ? ndx::Bounds::fill : ndx::Bounds::drop;
    case RefBounds::raise_negative:
      return ndx::Bounds::raise_negative;
    case RefBounds::skip_negative:
      return reads ? ndx::Bounds::fill_negative : ndx::Bounds::drop_negative;
    default:
      return ndx::Bounds::raise;
  }
}

/// The library's name of a rule.
inline ndx::IndexRule to_rule(RefRule rule) {
  switch (rule) {
    case RefRule::numpy_index:
      return ndx::IndexRule::numpy;
    case RefRule::oindex:
      return ndx::IndexRule::outer;
    case RefRule::vindex:
      return ndx::IndexRule::vectorized;
    default:
      return ndx::IndexRule::views_first;
  }
}

inline Shape to_shape(ndx::DimsView dims) { return Shape(dims.begin(), dims.end()); }

}  // namespace reference
