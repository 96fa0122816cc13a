// index and index_put_ of a Tensor<T> by any terms: make a plan, then return a view or run the
// plan.
//
// There are three paths, the cheapest first. Basic terms alone give a view by one walk over the
// terms. A few elements selected one by one (SmallIndex) are moved directly, because a plan would
// take longer than they do. Everything else is planned (plan/) and the engine runs the plan. A
// function named …_planned is given the plan and does the last step.
//
// Whatever can fail comes before the first write: the terms are planned, the value is broadcast,
// overlapping memory is copied and results are allocated, and only then are the caller's elements
// written.
#pragma once

#include <ndx/engine/execute.hpp>
#include <ndx/engine/small_index.hpp>
#include <ndx/plan/planner.hpp>
#include <ndx/plan/term_walk.hpp>
#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the layout of a value broadcast to the indexed shape. Leading dims of size 1 beyond the
/// rank of that shape are dropped. Throws ShapeError if the value does not fit.
inline Layout broadcast_value(const char* call, const Layout& given, DimsView indexed_shape) {
  const Layout value = without_leading_ones(given, indexed_shape.size());
  if (!broadcasts_to(value.shape, indexed_shape)) [[unlikely]] {
    throw_shape_error(call, ": value of shape ", given.shape,
                      " cannot be broadcast to the indexed shape ", indexed_shape);
  }
  return {Dims(indexed_shape), broadcast_strides(value.shape, value.strides, indexed_shape),
          value.offset};
}

/// Values to write to a tensor of T. T is not deduced from them: it may be const, which require_writable refuses.
template <class T>
using ValuesOf = Tensor<const std::remove_const_t<T>>;

template <class T>
void require_writable() {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
}

/// Returns the value broadcast to `shape`, as a copy if it shares memory with `view` of the target.
/// Throws ShapeError if it cannot be broadcast, ValueError if the view overlaps itself.
template <class T>
Tensor<const T> value_to_write(const char* call, const Storage& target, const Layout& view,
                               DimsView shape, const Tensor<const T>& value) {
  Tensor<const T> broadcast(value.storage(), broadcast_value(call, value.layout(), shape));
  if (check_write(call, target, view, sizeof(T), broadcast)) broadcast = broadcast.clone();
  return broadcast;
}

}  // namespace detail

/// Every rule gives the same view if all terms are basic.
template <Element T>
Tensor<T> IndexMethods<T>::basic_view(detail::Terms terms) const {
  const Tensor<T>& t = self();
  const detail::WalkInput input{detail::method_name(IndexRule::views_first, detail::Method::read),
                                IndexRule::views_first, Bounds::raise, t.layout(), terms};
  return Tensor<T>(t.storage(), [&](Layout& view) { detail::walk_basic(input, view); });
}

template <Element T>
template <class Value>
const Tensor<T>& IndexMethods<T>::put_view(detail::Terms terms, const Value& value) const {
  const Tensor<T>& t = self();
  if constexpr (std::is_const_v<T>) {
    detail::require_writable<T>();
  } else {
    const char* const call = detail::method_name(IndexRule::views_first, detail::Method::put);
    const detail::WalkInput input{call, IndexRule::views_first, Bounds::raise, t.layout(), terms};
    const auto find_view = [&](Layout& view) { detail::walk_basic(input, view); };
    if constexpr (ConvertibleElement<Value, T>) {
      const T element = convert_element<T>(value);
      const Tensor<T> view(t.storage(), find_view);
      if (view.layout().rank() == 0) {
        std::memcpy(view.data(), &element, sizeof(T));
      } else {
        check_writable(call, view.layout());
        detail::fill_elements(view, element);
      }
    } else {
      const detail::ValueTensor<T> values(value);
      const Tensor<T> view(t.storage(), find_view);
      detail::copy_elements(view, detail::value_to_write(call, t.storage(), view.layout(),
                                                         view.shape(), values.get()));
    }
  }
  return t;
}

namespace detail {

/// Combines each element of `view` with that of `value`. The shapes are equal and the two must not
/// overlap. Threads share the elements, unless the function may depend on the order of its calls.
template <class T>
void reduce_elements(const Tensor<T>& view, const Tensor<const T>& value,
                     const Reducer<T>& reduce) {
  if (view.numel() == 0) return;
  Offsets<2> offsets{};
  const Loop<2> loop =
      sort_for_memory(make_loop<2>(view.shape(), {view.strides(), value.strides()}), offsets);
  const auto reduce_part = [&](const Loop<2>& part, const Offsets<2>& at) {
    constexpr index_t zero_offset = 0;
    const kernel::IndexedBlock whole{1, &zero_offset, 0, nullptr};
    reduce(view.data() + offsets[0] + at[0], value.data() + offsets[1] + at[1], whole, part);
  };
  if (!reduce.is_pure()) return reduce_part(loop, {});
  kernel::run_elements_in_parts(loop, sizeof(T), reduce_part);
}

/// Returns the value broadcast to the shape that the plan selects, as the function above does. If
/// the plan selects nothing, the target is not checked.
template <class T>
Tensor<const T> value_to_write(const IndexPlan& plan, const Storage& target,
                               const Tensor<const T>& value) {
  if (!plan.is_outside)
    return value_to_write(plan.call, target, plan.view, plan.result_shape(), value);
  return {value.storage(), broadcast_value(plan.call, value.layout(), plan.result_shape())};
}

// The next functions write `value` to the elements of `target` that the plan selects, and assume
// only that the terms have been planned. They are separate so that a file compiles only what its
// calls can need.

template <class T>
void write_planned(IndexPlan&& plan, const Tensor<T>& target, const Tensor<const T>& value,
                   Reduce::Assign /*assign*/) {
  const Tensor<const T> broadcast = value_to_write<T>(plan, target.storage(), value);
  if (plan.is_outside) return;
  const auto* const from = reinterpret_cast<const std::byte*>(broadcast.data());
  if (plan.is_view()) {
    copy_elements(Tensor<T>(target.storage(), std::move(plan.view)), broadcast);
  } else if (value.numel() == 1) {
    scatter_scalar<sizeof(T)>(plan, target.storage(), from);
  } else {
    scatter<sizeof(T)>(plan, target.storage(), from, broadcast.strides());
  }
}

/// Writes a scalar.
template <class T>
void fill_planned(IndexPlan&& plan, const Tensor<T>& target, const T& value) {
  if (plan.is_outside) return;
  check_writable(plan.call, plan.view);
  if (plan.is_view()) {
    fill_elements(Tensor<T>(target.storage(), std::move(plan.view)), value);
  } else {
    scatter_scalar<sizeof(T)>(plan, target.storage(), reinterpret_cast<const std::byte*>(&value));
  }
}

/// Combines the selected elements with the value by `reduce`, which may be assignment. Duplicates are
/// combined one after another.
template <class T>
void write_planned(IndexPlan&& plan, const Tensor<T>& target, const Tensor<const T>& value,
                   const Reducer<T>& reduce) {
  if (reduce.assigns()) return write_planned(std::move(plan), target, value, Reduce::Assign{});
  const Tensor<const T> broadcast = value_to_write<T>(plan, target.storage(), value);
  if (plan.is_outside) return;
  if (plan.is_view())
    return reduce_elements(Tensor<T>(target.storage(), std::move(plan.view)), broadcast, reduce);
  const Storage held = target.storage();  // the caller's function may release the tensor
  const WriteKind kind = !reduce.is_pure()        ? WriteKind::calls_back
                         : reduce.is_idempotent() ? WriteKind::idempotent
                                                  : WriteKind::combines;
  const PreparedWrite write(plan, held, reinterpret_cast<const std::byte*>(broadcast.data()),
                            broadcast.strides(), kind, sizeof(T),
                            &kernel::copy_long_rows<sizeof(T)>);
  T* const base = reinterpret_cast<T*>(held.data());
  const T* const from = reinterpret_cast<const T*>(write.value());
  if (write.parts() > 1)
    return run_parts(write.parts(), write.parts(), [&](index_t part, index_t /*end*/) {
      for (BlockWalk walk = write.part(part); walk.next();)
        reduce(base + walk.indexed, from + walk.linear, walk.block, write.row());
    });
  for (BlockWalk walk(write.units()); walk.next();)
    reduce(base + walk.indexed, from + walk.linear, walk.block, write.row());
}

/// Returns what the plan selects from `source`: a view, or a new row-major tensor. `fill` may be null
/// if the plan skips nothing.
template <class T>
Tensor<T> read_planned(IndexPlan&& plan, const Tensor<T>& source,
                       const std::remove_const_t<T>* fill) {
  if (plan.is_view()) return {source.storage(), std::move(plan.view)};
  using Value = std::remove_const_t<T>;
  const Tensor<Value> result = make_uninitialized<Value>(plan.call, plan.result_shape());
  gather<sizeof(T)>(plan, source.storage().data(), reinterpret_cast<std::byte*>(result.data()),
                    reinterpret_cast<const std::byte*>(fill), stores_for(result));
  return result;
}

/// Writes what the plan selects from `source` to `out`, which may overlap the source and the index
/// tensors. Throws ShapeError if `out` does not have the result's shape.
template <class T>
void read_planned_into(IndexPlan&& plan, const Tensor<T>& source,
                       const Tensor<std::remove_const_t<T>>& out,
                       const std::remove_const_t<T>* fill) {
  if (!(out.shape() == plan.result_shape())) [[unlikely]] {
    throw_shape_error(plan.call, ": out has shape ", out.shape(), ", the result has ",
                      DimsView(plan.result_shape()));
  }
  check_writable(plan.call, out.layout());
  if (plan.is_outside) {
    fill_elements(out, *fill);
  } else if (plan.reads_memory_of(out.storage(), out.layout(), sizeof(T)) ||
             overlap(out.storage(), out.layout(), sizeof(T), source.storage(), plan.view,
                     sizeof(T))) {
    out.copy_(read_planned(std::move(plan), source, fill));
  } else if (plan.is_view()) {
    copy_elements(out, Tensor<T>(source.storage(), std::move(plan.view)));
  } else {
    gather_into<sizeof(T)>(plan, source.storage().data(), out.untyped(),
                           reinterpret_cast<const std::byte*>(fill), stores_for(out));
  }
}

/// Reads the elements of a small index, in order, to `out`, where they are `step` apart.
template <class T>
void read_small(const Tensor<T>& source, const SmallIndex& small, std::remove_const_t<T>* out,
                index_t step) {
  const T* const first = reinterpret_cast<const T*>(source.storage().data()) + small.first();
  for (index_t k = 0; k < small.count(); ++k)
    std::memcpy(out + k * step, first + small.offsets()[k], sizeof(T));
}

/// Reads the elements of a small index into a new tensor of rank 1. The result is too small to need
/// the checks of make_uninitialized, which would take a sixth of the call's time.
template <class T>
Tensor<T> read_small(const Tensor<T>& source, const SmallIndex& small) {
  const index_t count = small.count();
  // The allocation is never large.
  if (count < 0 || count > SmallIndex::kMaxCount) __builtin_unreachable();
  const Tensor<std::remove_const_t<T>> result(
      Storage::allocate(count * static_cast<index_t>(sizeof(T))),
      [count](Layout& list) { list.push_dim(count, 1); });
  read_small(source, small, result.data(), 1);
  return result;
}

/// Writes the elements at `from`, which are `step` apart (0: one value for all), to the elements of
/// a small index in order, or combines them.
template <class T>
void write_small(const Tensor<T>& target, const SmallIndex& small, const T* from, index_t step,
                 Reduce::Assign /*assign*/) {
  T* const first = reinterpret_cast<T*>(target.storage().data()) + small.first();
  for (index_t k = 0; k < small.count(); ++k)
    std::memcpy(first + small.offsets()[k], from + k * step, sizeof(T));
}
template <class T>
void write_small(const Tensor<T>& target, const SmallIndex& small, const T* from, index_t step,
                 const Reducer<T>& reduce) {
  if (reduce.assigns()) return write_small(target, small, from, step, Reduce::Assign{});
  T* const first = reinterpret_cast<T*>(target.storage().data()) + small.first();
  const Storage held = target.storage();  // the caller's function may release the tensor
  const kernel::InnerLoop element;
  reduce(first, from, {small.count(), small.offsets(), step, nullptr}, element);
}

/// Whether `list`, the value or the output of a small index, has one element for each position and
/// does not overlap the indexed tensor. A value may also be a single element.
template <class T, class U>
bool fits_small(const Tensor<T>& indexed, const SmallIndex& small, const Tensor<U>& list,
                bool is_value) {
  const DimsView shape = list.shape();
  const bool is_list = !small.is_view() && shape.size() == 1 && shape[0] == small.count();
  return (is_list || (is_value && list.numel() == 1)) &&
         !overlap(indexed.storage(), indexed.layout(), sizeof(T), list.storage(), list.layout(),
                  sizeof(T));
}

/// Whether the terms select a few elements of the target, which write_small can write. A single element cannot
/// overlap itself.
inline bool writes_few(SmallIndex& small, const WalkInput& input) {
  return small.find(input) && (small.is_view() || !overlaps_itself(input.source));
}

/// Writes one value to the elements that the terms select.
template <class T>
void put_element(const Tensor<T>& t, const WalkInput& input, const T& element) {
  SmallIndex small;
  if (writes_few(small, input)) {
    write_small(t, small, &element, 0, Reduce::Assign{});
  } else {
    fill_planned(make_plan(input), t, element);
  }
}

/// Writes or combines `values` and returns true if the terms select a few elements, which need no plan.
template <class T, class U, class Reduction>
bool put_few(const Tensor<T>& t, const WalkInput& input, const Tensor<U>& values,
             const Reduction& reduce) {
  SmallIndex small;
  if (!writes_few(small, input) || !fits_small(t, small, values, true)) return false;
  const index_t step = values.numel() == 1 ? 0 : values.strides()[0];
  write_small<T>(t, small, values.data(), step, reduce);
  return true;
}

/// Writes `values`, which broadcast, to the elements that the terms select. U is T or const T.
template <class T, class U>
void put_tensor(const Tensor<T>& t, const WalkInput& input, const Tensor<U>& values) {
  if (!put_few(t, input, values, Reduce::Assign{}))
    write_planned<T>(make_plan(input), t, values, Reduce::Assign{});
}

}  // namespace detail

template <class T>
Tensor<T> detail::read_index(const Tensor<T>& t, IndexRule rule, IndexList terms, bool checked) {
  const WalkInput input{
      method_name(rule, Method::read), rule, Bounds::raise, t.layout(), terms, checked};
  if (!has_advanced(input.terms))
    return Tensor<T>(t.storage(), [&](Layout& view) { walk_basic(input, view); });
  SmallIndex small;
  if (small.find(input)) return read_small(t, small);
  return read_planned<T>(make_plan(input), t, nullptr);
}

template <Element T>
Tensor<T> IndexMethods<T>::read(IndexRule rule, IndexList terms, const Options& options) const {
  const char* const call = detail::method_name(rule, detail::Method::read);
  detail::check_read_options(call, options);
  return detail::read_planned(plan_index(call, rule, self().layout(), terms, options.bounds),
                              self(), &options.fill);
}

template <Element T>
void IndexMethods<T>::read_into(IndexRule rule, const Tensor<value_type>& out, IndexList terms,
                                const Options& options) const {
  const Tensor<T>& t = self();
  const char* const call = detail::method_name(rule, detail::Method::into);
  detail::check_read_options(call, options);
  const detail::WalkInput input{call, rule, options.bounds, t.layout(), terms};
  detail::SmallIndex small;
  if (small.find(input) && detail::fits_small(t, small, out, false) &&
      !overlaps_itself(out.layout()))
    return detail::read_small(t, small, out.data(), out.strides()[0]);
  detail::read_planned_into(detail::make_plan(input), t, out, &options.fill);
}

template <Element T>
template <class Value, class How>
const Tensor<T>& IndexMethods<T>::put(IndexRule rule, IndexList terms, const Value& value,
                                      const How& how) const {
  const Tensor<T>& t = self();
  if constexpr (std::is_const_v<T>) {
    detail::require_writable<T>();
  } else {
    const char* const call = detail::method_name(rule, detail::Method::put);
    const auto& reduce = detail::write_reducer<T>(call, how);
    const detail::WalkInput input{call, rule, detail::write_bounds(how), t.layout(), terms};
    if constexpr (!std::is_same_v<How, Reduce::Assign>) {
      const detail::ValueTensor<T> values(value);
      if (!detail::put_few(t, input, values.get(), reduce))
        detail::write_planned(detail::make_plan(input), t, values.get(), reduce);
    } else if constexpr (ConvertibleElement<Value, T>) {
      detail::put_element(t, input, convert_element<T>(value));
    } else if constexpr (std::is_same_v<Value, Tensor<T>>) {
      detail::put_tensor(t, input, value);
    } else {
      detail::put_tensor(t, input, detail::ValueTensor<T>(value).get());
    }
  }
  return t;
}

// A header-only program compiles reads, writes and built-in reductions of the common element types
// where it uses them. With the compiled library (ndx/compiled.hpp) each line below declares a
// function of the library for one element type, and the template calls that instead.
namespace detail {

#define NDX_ENTRY(suffix, T)                                                                      \
  NDX_COMPILE_TENSORS(make_uninitialized_##suffix, Tensor<T>, make_uninitialized,                 \
                      (const char* call, DimsView shape), (call, shape), T)                       \
  NDX_COMPILE_TENSORS(write_reducer_##suffix, const Reducer<T>&, write_reducer,                   \
                      (const char* call, const IndexOptions<T>& how), (call, how), T)             \
  NDX_COMPILE_TENSORS(write_planned_##suffix, void, write_planned,                                \
                      (IndexPlan && plan, const Tensor<T>& target, const Tensor<const T>& value,  \
                       const Reducer<T>& reduce),                                                 \
                      (std::move(plan), target, value, reduce), T)                                \
  NDX_COMPILE_TENSORS(put_few_##suffix, bool, put_few,                                            \
                      (const Tensor<T>& t, const WalkInput& input, const Tensor<const T>& values, \
                       const Reducer<T>& reduce),                                                 \
                      (t, input, values, reduce), T, const T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(INSTANCE, bytes, T)                                                              \
  INSTANCE(read_index_##bytes, Tensor<T>, read_index,                                              \
           (const Tensor<T>& t, IndexRule rule, IndexList terms, bool checked),                    \
           (t, rule, terms, checked), T)                                                           \
  NDX_COMPILE_ALIAS(read_index_##bytes, Tensor<const T>, read_index,                               \
                    (const Tensor<const T>& t, IndexRule rule, IndexList terms, bool checked),     \
                    (t, rule, terms, checked), const T)                                            \
  INSTANCE(read_planned_##bytes, Tensor<T>, read_planned,                                          \
           (IndexPlan && plan, const Tensor<T>& source, const T* fill),                            \
           (std::move(plan), source, fill), T)                                                     \
  INSTANCE(read_planned_into_##bytes, void, read_planned_into,                                     \
           (IndexPlan && plan, const Tensor<T>& source, const Tensor<T>& out, const T* fill),      \
           (std::move(plan), source, out, fill), T)                                                \
  INSTANCE(fill_planned_##bytes, void, fill_planned,                                               \
           (IndexPlan && plan, const Tensor<T>& target, const T& value),                           \
           (std::move(plan), target, value), T)                                                    \
  INSTANCE(assign_planned_##bytes, void, write_planned,                                            \
           (IndexPlan && plan, const Tensor<T>& target, const Tensor<const T>& value,              \
            Reduce::Assign assign),                                                                \
           (std::move(plan), target, value, assign), T)                                            \
  INSTANCE(put_element_##bytes, void, put_element,                                                 \
           (const Tensor<T>& t, const WalkInput& input, const T& element), (t, input, element), T) \
  INSTANCE(put_tensor_##bytes, void, put_tensor,                                                   \
           (const Tensor<T>& t, const WalkInput& input, const Tensor<const T>& values),            \
           (t, input, values), T, const T)                                                         \
  NDX_COMPILE_ALIAS(put_tensor_##bytes, void, put_tensor,                                          \
                    (const Tensor<T>& t, const WalkInput& input, const Tensor<T>& values),         \
                    (t, input, values), T, T)
NDX_EACH_COMMON_SIZE(NDX_ENTRY, NDX_COMPILE_TENSORS)
#undef NDX_ENTRY

}  // namespace detail

namespace kernel {

#define NDX_ENTRY_FOR(suffix, T, name, Combine)                                 \
  NDX_COMPILE_TENSORS(reduce_block_##name##_##suffix, void, reduce_block,       \
                      (T * indexed, const T* linear, const IndexedBlock& block, \
                       const InnerLoop& row, Combine combine),                  \
                      (indexed, linear, block, row, combine), T, Combine)
#define NDX_ENTRY(suffix, T)                           \
  NDX_ENTRY_FOR(suffix, T, add, Reduce::Add)           \
  NDX_ENTRY_FOR(suffix, T, multiply, Reduce::Multiply) \
  NDX_ENTRY_FOR(suffix, T, minimum, Reduce::Minimum)   \
  NDX_ENTRY_FOR(suffix, T, maximum, Reduce::Maximum)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_FOR

}  // namespace kernel
NDX_NAMESPACE_END
