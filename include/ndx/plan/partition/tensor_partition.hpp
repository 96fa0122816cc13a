// Partition: the part that stores each element of a row-major tensor, and where. Parts are blocks of a
// file, chunks of an HDF5 dataset, or ranks of a cluster.
//
// A Partition is arithmetic on element numbers: it knows neither the element type nor how a part is
// stored. Every place that it returns comes with the number of elements that follow in the same part, so
// that a caller looks up one place per run of elements.
#pragma once

#include <vector>

#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the shape of chunks of at most `elements` elements: the last dims are whole as long as they fit,
/// the dim before them is cut, and the dims before that have size 1.
inline Dims whole_rows(DimsView shape, index_t elements) {
  Dims chunk(shape);
  for (std::size_t d = shape.size(); d-- > 0;) {
    if (chunk[d] > elements) chunk[d] = elements;
    if (chunk[d] < 1) chunk[d] = 1;
    elements = elements / chunk[d] < 1 ? 1 : elements / chunk[d];
  }
  return chunk;
}

}  // namespace detail

/// A partition of a tensor's elements, which are numbered in row-major order, whatever their type. Parts are
/// numbered from 0; every element lies in exactly one part. What makes one is a template, so that only programs that
/// do compile it.
class Partition {
 public:
  /// The place of an element.
  struct Place {
    index_t part;
    index_t offset;  // within the part, in elements
    index_t run;  // number of elements, from this one on, that follow each other in both numberings
  };

  /// Returns equal blocks of `size` along dim 0; the last one may be shorter. A part's elements are numbered
  /// in row-major order. Throws ValueError if the shape is invalid or of rank 0, or if size < 1; its message
  /// begins with `call`.
  template <class = void>
  static Partition blocks(const Dims& shape, index_t size, const char* call = "Partition::blocks") {
    check_positive(call, "size", size);
    Partition made(call, shape);
    check_has_dim(call, shape);
    const index_t rows = shape[0];
    const index_t inner = numel(DimsView(shape.data() + 1, shape.size() - 1));
    made.count_ = parts(rows, size);
    made.equal_ = inner == 0 || rows <= size ? made.elements_ : size * inner;
    return made;
  }

  /// Returns blocks of dim 0 with given bounds: part p has the rows bounds[p] to bounds[p + 1] - 1. Bounds
  /// begin with 0, end with the size of dim 0, and do not decrease; parts may be empty. Throws
  /// ValueError otherwise; its message begins with `call`.
  template <class = void>
  static Partition bounds(const Dims& shape, const Dims& bounds,
                          const char* call = "Partition::bounds") {
    Partition made(call, shape);
    check_has_dim(call, shape);
    check_bounds(call, shape[0], bounds);
    const index_t inner = numel(DimsView(shape.data() + 1, shape.size() - 1));
    made.count_ = static_cast<index_t>(bounds.size()) - 1;
    made.bounds_.reserve(bounds.size());
    for (const index_t row : bounds) made.bounds_.push_back(row * inner);
    return made;
  }

  /// Returns runs of `size` elements in row-major order, whatever the shape, such as ranges of the bytes of
  /// a file. The last one may be shorter. Throws ValueError if size < 1.
  template <class = void>
  static Partition ranges(const Dims& shape, index_t size) {
    const char* const call = "Partition::ranges";
    check_positive(call, "size", size);
    Partition made(call, shape);
    made.equal_ = size;
    made.count_ = parts(made.elements_, size);
    return made;
  }

  /// Returns a grid of chunks of the same shape, numbered in row-major order. HDF5 and zarr store chunks at
  /// the upper edges whole too, and so does this grid: an element's offset does not depend on the chunk.
  /// Throws ValueError if the chunk's rank differs from the shape's, a size is < 1, or a chunk has more
  /// elements than fit index_t.
  template <class = void>
  static Partition grid(const Dims& shape, const Dims& chunk) {
    const char* const call = "Partition::grid";
    if (chunk.size() != shape.size())
      throw_value_error(call, ": the chunk ", DimsView(chunk), " has another rank than the shape ",
                        DimsView(shape));
    for (const index_t size : chunk) check_positive(call, "size", size);
    Partition made(call, shape);
    made.equal_ = checked_numel(call, chunk);
    made.make_grid(call, shape, chunk);
    return made;
  }

  /// Number of parts, including parts without elements.
  [[nodiscard]] index_t count() const noexcept { return count_; }
  /// Number of elements of the whole tensor.
  [[nodiscard]] index_t elements() const noexcept { return elements_; }

  /// Number of elements of the largest part.
  [[nodiscard]] index_t largest() const noexcept {
    if (bounds_.empty()) return !grid_.empty() || equal_ < elements_ ? equal_ : elements_;
    index_t most = 0;
    for (index_t part = 0; part < count_; ++part)
      if (elements(part) > most) most = elements(part);
    return most;
  }
  /// Number of elements that a part stores. `part` must be in bounds.
  [[nodiscard]] index_t elements(index_t part) const noexcept {
    if (!bounds_.empty()) return bound(part + 1) - bound(part);
    if (!grid_.empty()) return equal_;
    const index_t left = elements_ - part * equal_;
    return left < equal_ ? left : equal_;
  }

  /// Returns the place of element number `element`, which must exist.
  [[nodiscard]] Place place(index_t element) const noexcept {
    if (!grid_.empty()) return place_in_grid(element);
    if (!bounds_.empty()) return place_in_bounds(element);
    return place_in_equal(element, equal_);
  }

 private:
  friend class Split;

  /// A dim of the grid. The dims after it that the chunks span whole are merged into it.
  struct GridDim {
    index_t size;         // size of the tensor
    index_t chunk;        // size of a chunk
    index_t chunks;       // number of chunks along it
    index_t part_stride;  // difference of the numbers of neighbouring chunks
    index_t stride;       // stride within a chunk, in elements
  };

  Partition(const char* call, DimsView shape) : elements_(checked_numel(call, shape)) {}

  /// The number of parts of `size` that cover `whole`.
  static index_t parts(index_t whole, index_t size) noexcept {
    return whole / size + (whole % size != 0 ? 1 : 0);
  }

  template <class = void>
  static void check_positive(const char* call, const char* what, index_t size) {
    if (size < 1) [[unlikely]]
      throw_value_error(call, ": ", what, " is ", size, ", it must be at least 1");
  }
  template <class = void>
  static void check_has_dim(const char* call, DimsView shape) {
    if (shape.empty()) [[unlikely]]
      throw_value_error(call, ": a tensor of rank 0 has no dim to divide");
  }
  template <class = void>
  static void check_bounds(const char* call, index_t rows, DimsView bounds) {
    if (bounds.size() < 2 || bounds[0] != 0 || bounds.back() != rows) [[unlikely]]
      throw_value_error(call, ": the bounds ", bounds, " do not begin with 0 and end with ", rows);
    for (std::size_t p = 1; p < bounds.size(); ++p) {
      if (bounds[p] < bounds[p - 1]) [[unlikely]]
        throw_value_error(call, ": bound ", p, " is ", bounds[p], ", less than the one before, ",
                          bounds[p - 1]);
    }
  }

  /// Makes the dims of the grid, and numbers the chunks and the elements of a chunk in row-major order.
  template <class = void>
  void make_grid(const char* call, DimsView shape, DimsView chunk) {
    for (std::size_t d = 0; d < shape.size(); ++d) {
      const bool whole = chunk[d] == shape[d];
      if (whole && !grid_.empty()) {
        grid_.back().size *= shape[d];
        grid_.back().chunk *= chunk[d];
      } else {
        grid_.push_back({shape[d], chunk[d], parts(shape[d], chunk[d]), 1, 1});
      }
    }
    if (grid_.empty()) grid_.push_back({1, 1, 1, 1, 1});  // rank 0: one chunk of one element
    count_ = 1;
    index_t stride = 1;
    for (std::size_t d = grid_.size(); d-- > 0;) {
      grid_[d].part_stride = count_;
      grid_[d].stride = stride;
      count_ = checked_mul(call, count_, grid_[d].chunks);
      stride *= grid_[d].chunk;
    }
  }

  /// Calls body(place_of), where place_of(element) returns what place() does. A loop over many elements uses
  /// it, because for equal parts place_of skips the tests for a grid and for bounds, which take as long as
  /// the division.
  template <class Body>
  void with_places(const Body& body) const {
    if (!grid_.empty() || !bounds_.empty())
      return body([this](index_t element) { return place(element); });
    body([size = equal_](index_t element) { return place_in_equal(element, size); });
  }

  static Place place_in_equal(index_t element, index_t size) noexcept {
    const index_t part = element / size;
    const index_t offset = element - part * size;
    return {part, offset, size - offset};
  }
  /// Finds the coordinates of the element, innermost first; each gives its share of the chunk's number and of
  /// the offset. A run ends with the innermost dim of the tensor or of the chunk.
  [[nodiscard]] Place place_in_grid(index_t element) const noexcept {
    Place at{0, 0, 0};
    for (std::size_t d = grid_.size(); d-- > 0;) {
      const GridDim& dim = grid_[d];
      const index_t on = d == 0 ? element : element % dim.size;
      element /= dim.size;
      const index_t chunk = on / dim.chunk;
      const index_t within = on - chunk * dim.chunk;
      if (d == grid_.size() - 1)
        at.run = dim.size - on < dim.chunk - within ? dim.size - on : dim.chunk - within;
      at.part += chunk * dim.part_stride;
      at.offset += within * dim.stride;
    }
    return at;
  }

  [[nodiscard]] index_t bound(index_t part) const noexcept {
    return bounds_[static_cast<std::size_t>(part)];
  }
  /// Finds the last part that begins at or before the element. An empty part begins where the next one
  /// begins, so it is never found.
  [[nodiscard]] Place place_in_bounds(index_t element) const noexcept {
    index_t low = 0;
    index_t high = count_;
    while (high - low > 1) {
      const index_t middle = low + (high - low) / 2;
      (bound(middle) <= element ? low : high) = middle;
    }
    return {low, element - bound(low), bound(low + 1) - element};
  }

  index_t elements_;
  index_t count_ = 0;
  index_t equal_ = 1;            // elements of a part, unless there are bounds
  std::vector<index_t> bounds_;  // number of the first element of each part; the last is elements_
  std::vector<GridDim> grid_;    // outermost first
};

NDX_NAMESPACE_END
