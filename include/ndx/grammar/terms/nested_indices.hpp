// Lists of lists of integers or bools as one term of an index: a std::vector<std::vector<int>> is an
// index tensor of rank 2. The lists are copied, and those of one depth must have the same length.
#pragma once

#include <ndx/base/dims.hpp>
#include <ndx/base/error.hpp>
#include <ndx/storage/untyped.hpp>

NDX_NAMESPACE_BEGIN

/// A sequence of bools, contiguous or not; std::vector<bool> is one, too.
template <class R>
concept BooleanRange = requires(const R& range) {
  typename R::value_type;
  range.size();
  range.begin();
  requires Boolean<typename R::value_type>;
};

namespace detail {

template <class R>
inline constexpr bool is_index_row_v = IntegerRange<R> || BooleanRange<R>;

/// Whether R is a list of lists, to any depth, of integers or bools.
template <class R>
constexpr bool is_nested_list() {
  if constexpr (requires(const R& lists) {
                  typename R::value_type;
                  lists.size();
                  lists.begin();
                } && !is_index_row_v<R>) {
    using Item = typename R::value_type;
    return is_index_row_v<Item> || is_nested_list<Item>();
  } else {
    return false;
  }
}

/// Returns a value of the type that the lists hold at the innermost depth. Only its type is used.
template <class R>
auto index_leaf() {
  if constexpr (BooleanRange<R>) {
    return bool{};
  } else if constexpr (IntegerRange<R>) {
    return std::remove_cvref_t<decltype(*std::declval<const R&>().data())>{};
  } else {
    return index_leaf<typename R::value_type>();
  }
}

/// Appends the size of each depth, which is that of its first list, or 0 if it has no list.
template <class R>
void append_list_sizes(Dims& sizes, const R* list) {
  const bool has_items = list != nullptr && list->size() != 0;
  sizes.push_back(has_items ? static_cast<index_t>(list->size()) : 0);
  if constexpr (!is_index_row_v<R>)
    append_list_sizes<typename R::value_type>(sizes, has_items ? &*list->begin() : nullptr);
}

/// Throws ShapeError if lists of one depth differ in length.
template <class R>
void check_list_sizes(const R& list, DimsView sizes, std::size_t depth) {
  if (!std::cmp_equal(list.size(), sizes[depth])) [[unlikely]]
    throw_shape_error("index: the lists at depth ", depth, " differ in length");
  if constexpr (!is_index_row_v<R>)
    for (const auto& item : list) check_list_sizes(item, sizes, depth + 1);
}

/// Copies the items in row-major order. Returns the end of what it wrote.
template <class I, class R>
I* copy_lists(I* out, const R& list) {
  for (const auto& item : list) {
    if constexpr (is_index_row_v<R>) {
      *out++ = item;
    } else {
      out = copy_lists(out, item);
    }
  }
  return out;
}

/// Returns a copy of the lists as a row-major tensor whose rank is their depth.
template <class R>
UntypedTensor copy_nested(const R& lists) {
  using I = decltype(index_leaf<R>());
  Dims sizes;
  append_list_sizes(sizes, &lists);
  check_list_sizes(lists, sizes, 0);
  index_t count = 1;
  for (const index_t size : sizes) count *= size;
  UntypedTensor copy{Storage::allocate(count * static_cast<index_t>(sizeof(I))), Layout(),
                     dtype_of<I>()};
  index_t stride = count;
  for (const index_t size : sizes) {
    stride = size == 0 ? 0 : stride / size;
    copy.layout.push_dim(size, stride);
  }
  copy_lists(reinterpret_cast<I*>(copy.storage.data()), lists);
  return copy;
}

}  // namespace detail

/// Lists of lists of integers or bools, to any depth, such as std::vector<std::vector<int>>.
template <class R>
concept NestedIndexRange = detail::is_nested_list<R>();

NDX_NAMESPACE_END
