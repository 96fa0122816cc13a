// IndexMethods<T>: the indexing methods of Tensor<T>, for all four rules.
//
// The class is only meant as a base of Tensor<T>, which would otherwise be too long to read. A
// method names its rule and calls read, read_into or put, which indexing.hpp defines. Terms in
// braces that are all basic (integers, slices, None, `...`) have overloads that call basic_view and
// put_view, so that a program of views alone compiles neither the planner
// nor the engine.
#pragma once

#include <vector>

#include <ndx/grammar/terms/basic_list.hpp>
#include <ndx/grammar/terms/index_list.hpp>
#include <ndx/plan/options.hpp>
#include <ndx/tensor/hints/refused_members.hpp>
#include <ndx/tensor/value.hpp>

NDX_NAMESPACE_BEGIN
class Plan;
namespace detail {
struct SubscriptAccess;
template <Element T>
class BasicSubscriptTerms;
template <Element T, std::size_t N>
class SubscriptTerms;

/// Makes indexed views. ndx/indexed.hpp has the specialisation that does.
template <class T, class Header = int>
struct IndexedViews {
  template <class Source, class Options>
  static auto make(const Source& /*source*/, IndexList /*terms*/, const Options& /*options*/) {
    static_assert(kNever<T>, "include <ndx/indexed.hpp> for t.indexed({ids})");
    return refused<T>();
  }
};

/// Reads what the terms select. `checked` says whether the caller was compiled as a checked build.
template <class T>
Tensor<T> read_index(const Tensor<T>& t, IndexRule rule, IndexList terms,
                     bool checked = kCallerChecks);
}  // namespace detail

template <Element T>
class IndexMethods : public bases::RefusedConversions<T> {
  using value_type = std::remove_const_t<T>;
  using Options = IndexOptions<value_type>;
  using Braced = BracedValue<value_type>;

 public:
  // ---- Indexing. Integers, slices, None and `...` first make a view. Index tensors and masks are
  // then broadcast together and applied to that view. The broadcast dims replace the first indexed
  // dim if the indexed dims are adjacent in the view; otherwise they come first.

  /// libtorch's slice, which takes integers or None: t.slice(0, 1, 3) is t.slice(0, Slice(1, 3)).
  template <std::convertible_to<SliceBound> Start>  // no conversion from braces, which are a Slice
  [[nodiscard]] Tensor<T> slice(Dim dim, const Start& start, SliceBound end = {},
                                SliceBound step = {}) const {
    return self().slice(dim, Slice(start, end, step));
  }

  /// Reads the elements that `terms` select.
  ///   int -> dim removed · Slice -> kept · None -> size 1 · index tensor or mask -> replaced
  /// Shape: t(3,4,5).index({idx(2), Slice(), 0}) -> (2,4).
  /// Returns a view, which shares storage with *this, unless an index tensor, mask or bool is
  /// present; then it returns a new row-major tensor. Throws IndexError (out of bounds, too many
  /// indices, a second ellipsis, mask mismatch), ShapeError (index tensors that do not broadcast),
  /// ValueError (step 0). Source: PyTorch's Tensor::index, with negative steps as in NumPy. The
  /// guide's page "The four rules" says where dims go if there are integers beside the index
  /// tensors.
  template <class = void>
  [[nodiscard]] Tensor<T> index(IndexList terms) const {
    return detail::read_index(self(), IndexRule::views_first, terms);
  }
  /// Takes basic terms in braces and returns a view.
  [[nodiscard]] Tensor<T> index(const detail::BasicList& terms) const { return basic_view(terms); }
  /// Takes the terms as separate arguments: t.index(0, Slice(), idx). The parameters are
  /// TensorIndex and not a template pack, so that a string other than "..." does not compile here,
  /// as in braces.
  template <class Term>
    requires(!std::is_convertible_v<const Term&, IndexList> && !IndexTensorRange<Term> &&
             !std::is_array_v<Term> && !detail::is_subscript_v<Term>)
  [[nodiscard]] Tensor<T> index(const Term& a) const {
    const TensorIndex term(a);
    if constexpr (BasicTerm<Term>) {
      return basic_view({&term, 1});
    } else {
      return index(detail::Terms(&term, 1));
    }
  }
  /// Takes part of an index tensor: t.index(idx[0]).
  template <class I>
  [[nodiscard]] Tensor<T> index(Subscript<I>&& part) const {
    return index(TensorIndex(std::move(part)));
  }
  /// Returns the whole tensor: t.index("..."). This is a template so that braces are an IndexList.
  template <class Literal = detail::OnlyThreeDotsAreAnIndexText>
  [[nodiscard]] Tensor<T> index(std::type_identity_t<Literal> /*dots*/) const {
    return self();
  }
  /// Takes basic terms as separate arguments, or a literal of them, and returns a view.
  template <BasicTerm... Terms>
    requires(sizeof...(Terms) > 1)
  [[nodiscard]] Tensor<T> index(const Terms&... terms) const {
    const TensorIndex list[] = {TensorIndex(terms)...};
    return basic_view(list);
  }
  template <std::size_t N>
  [[nodiscard]] Tensor<T> index(const detail::BasicTerms<N>& terms) const {
    return basic_view(terms);
  }
  [[nodiscard]] Tensor<T> index(TensorIndex a, TensorIndex b) const { return index_moved(a, b); }
  [[nodiscard]] Tensor<T> index(TensorIndex a, TensorIndex b, TensorIndex c) const {
    return index_moved(a, b, c);
  }
  [[nodiscard]] Tensor<T> index(TensorIndex a, TensorIndex b, TensorIndex c, TensorIndex d) const {
    return index_moved(a, b, c, d);
  }
  template <class... More>
  [[nodiscard]] Tensor<T> index(TensorIndex a, TensorIndex b, TensorIndex c, TensorIndex d,
                                TensorIndex e, More... more) const {
    return index_moved(a, b, c, d, e, more...);
  }

  /// Takes a vector with one index tensor or mask for each of the first dims, PyTorch's TensorList.
  template <IndexTensorRange R>
  [[nodiscard]] Tensor<T> index(const R& tensors) const {
    return detail::read_index(self(), IndexRule::views_first, terms_of(tensors));
  }

  /// Reads with options. {.rule = IndexRule::outer} chooses another rule. {.bounds = Bounds::wrap}
  /// says what to do with an index out of bounds: wrap, clip, wrap_clip, fill (with .fill) or
  /// assume; with raise_negative or fill_negative, negative indices are padding. Under fill, an
  /// integer out of bounds makes the whole result the fill value, in a new tensor.
  [[nodiscard]] Tensor<T> index(IndexList terms, const Options& options) const {
    return read(options.rule, terms, options);
  }

  /// Reads into `out`, which must have the result's shape; its strides are free. Always copies,
  /// even where index would return a view. If `out` overlaps this tensor or an index tensor, the
  /// result is as if it had been computed first. Throws ShapeError if the shape differs, ValueError
  /// if `out` overlaps itself, and what index throws. On error `out` is unchanged.
  void index_into(const Tensor<value_type>& out, IndexList terms,
                  const Options& options = {}) const {
    read_into(options.rule, out, terms, options);
  }

  /// Writes `value` to the elements that `terms` select. The value is a scalar, a tensor, numbers
  /// in braces ({{1}, {2}} has shape (2,1)), or a tensor in braces. It is broadcast to the shape
  /// that index(terms) would return and converted to the element type. The last argument says how
  /// to write: `true` accumulates (every duplicate index adds), or options:
  ///   {.rule = IndexRule::outer}        // another rule
  ///   {.reduce = Reduce::maximum}       // any of Reduce, or a function of two elements; see Reducer
  ///   {.bounds = Bounds::drop}          // what to do with an index out of bounds; see Bounds
  /// Everything is checked before the first write. If the value or an index tensor overlaps the
  /// target, the result is as if both had been copied first. Duplicates are written, or combined,
  /// in row-major order of the broadcast index. Throws as index does; also ShapeError if the value
  /// cannot be broadcast, ValueError if the written view overlaps itself (as after expand).
  ///   zeros({4}).index_put_({tensor({0, 2})}, 1) -> 1 0 1 0
  ///   zeros({3}).index_put_({tensor({1, 1, 2})}, 1, true) -> 0 2 1
  template <ValueFor<value_type> Value = Braced>
  const Tensor<T>& index_put_(IndexList terms, const Value& value) const& {
    return put(IndexRule::views_first, terms, value, Reduce::Assign{});
  }
  template <ValueFor<value_type> Value = Braced>
  Tensor<T> index_put_(IndexList terms, const Value& value) const&& {
    return index_put_(terms, value);
  }
  /// Takes basic terms in braces and writes to a view. These are not const, which makes them the
  /// better match.
  template <ValueFor<value_type> Value = Braced>
  const Tensor<T>& index_put_(const detail::BasicList& terms, const Value& value) & {
    return put_view(terms, value);
  }
  template <ValueFor<value_type> Value = Braced>
  Tensor<T> index_put_(const detail::BasicList& terms, const Value& value) && {
    return put_view(terms, value), std::move(self());
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  const Tensor<T>& index_put_(IndexList terms, const Value& value, const How& how) const& {
    return put(rule_of(how), terms, value, how);
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  Tensor<T> index_put_(IndexList terms, const Value& value, const How& how) && {
    return put(rule_of(how), terms, value, how), std::move(self());
  }
  template <IndexTensorRange R, ValueFor<value_type> Value = Braced,
            WriteHow<value_type> How = Options>
  const Tensor<T>& index_put_(const R& tensors, const Value& value, const How& how = {}) const& {
    return put(rule_of(how), terms_of(tensors), value, how);
  }
  template <IndexTensorRange R, ValueFor<value_type> Value = Braced,
            WriteHow<value_type> How = Options>
  Tensor<T> index_put_(const R& tensors, const Value& value, const How& how = {}) && {
    return put(rule_of(how), terms_of(tensors), value, how), std::move(self());
  }
  /// Writes to a copy, which it returns; this tensor is unchanged.
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  [[nodiscard]] Tensor<value_type> index_put(IndexList terms, const Value& value,
                                             const How& how = {}) const {
    return self().clone().index_put_(terms, value, how);
  }
  template <IndexTensorRange R, ValueFor<value_type> Value = Braced,
            WriteHow<value_type> How = Options>
  [[nodiscard]] Tensor<value_type> index_put(const R& tensors, const Value& value,
                                             const How& how = {}) const {
    return self().clone().index_put_(tensors, value, how);
  }

  /// Returns what `terms` select as a view that has not been read: an IndexedView<T>, of ndx/indexed.hpp,
  /// which can be indexed and rearranged further, read and written. Takes the options of a read.
  template <class U = T>
  [[nodiscard]] auto indexed(IndexList terms, const Options& options = {}) const {
    return detail::IndexedViews<U>::make(self(), terms, options);
  }

  /// Prepares an index for repeated use, on this tensor and on any other of the same shape and
  /// strides: all indices are checked and all offsets computed now. Throws as index does.
  ///   const Plan plan = t.plan({idx, Slice()}); … plan.read(t) … plan.write_(t, value)
  [[nodiscard]] Plan plan(IndexList terms, const PlanOptions& options = {}) const;

  /// Shorthand for index and index_put_; see Subscript. C++23 also allows t[0, idx]; before C++23
  /// that is the comma operator, and compilers warn.
  ///   Tensor<T> part = t[{0, idx}]; t[{mask}] = 0; t["1:, ..., 0"_ix] += v; t[0] = t[1]
  [[nodiscard]] detail::BasicSubscript<T>&& operator[](
      detail::BasicSubscriptTerms<T>&& terms) const;
  template <class = void>
  [[nodiscard]] Subscript<T>&& operator[](detail::SubscriptTerms<T, 1>&& terms) const;
  using bases::RefusedConversions<T>::operator[];
#ifdef __cpp_multidimensional_subscript
  template <class... More>
    requires(sizeof...(More) > 0)
  [[nodiscard]] Subscript<T>&& operator[](detail::SubscriptTerms<T, 1 + sizeof...(More)>&& first,
                                          const More&... more) const;
#endif

  // ---- The other three rules. Each is index with options.rule. They differ from index, and from
  // each other, only if index tensors, masks or bools are present.

  /// Indexes by NumPy's rule: next to an index tensor, integers count as index tensors of rank 0,
  /// and an ellipsis separates index tensors even when it expands to no dims.
  /// Shape: t(2,3,4).numpy_index({0, Slice(), idx(2)}) -> (2,3).
  [[nodiscard]] Tensor<T> numpy_index(IndexList terms) const {
    return detail::read_index(self(), IndexRule::numpy, terms);
  }
  [[nodiscard]] Tensor<T> numpy_index(IndexList terms, const Options& options) const {
    return read(IndexRule::numpy, terms, options);
  }
  void numpy_index_into(const Tensor<value_type>& out, IndexList terms,
                        const Options& options = {}) const {
    read_into(IndexRule::numpy, out, terms, options);
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  const Tensor<T>& numpy_index_put_(IndexList terms, const Value& value,
                                    const How& how = {}) const& {
    return put(IndexRule::numpy, terms, value, how);
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  Tensor<T> numpy_index_put_(IndexList terms, const Value& value, const How& how = {}) && {
    return put(IndexRule::numpy, terms, value, how), std::move(self());
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  [[nodiscard]] Tensor<value_type> numpy_index_put(IndexList terms, const Value& value,
                                                   const How& how = {}) const {
    return self().clone().numpy_index_put_(terms, value, how);
  }

  /// Indexes each dim on its own (outer indexing): the dims of an index tensor stay in the place of
  /// the dim that it indexes. A mask of any rank gives one dim.
  /// Shape: t(5,6,7).oindex({idx(2), Slice(), idx(3)}) -> (2,6,3).
  [[nodiscard]] Tensor<T> oindex(IndexList terms) const {
    return detail::read_index(self(), IndexRule::outer, terms);
  }
  [[nodiscard]] Tensor<T> oindex(IndexList terms, const Options& options) const {
    return read(IndexRule::outer, terms, options);
  }
  void oindex_into(const Tensor<value_type>& out, IndexList terms,
                   const Options& options = {}) const {
    read_into(IndexRule::outer, out, terms, options);
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  const Tensor<T>& oindex_put_(IndexList terms, const Value& value, const How& how = {}) const& {
    return put(IndexRule::outer, terms, value, how);
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  Tensor<T> oindex_put_(IndexList terms, const Value& value, const How& how = {}) && {
    return put(IndexRule::outer, terms, value, how), std::move(self());
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  [[nodiscard]] Tensor<value_type> oindex_put(IndexList terms, const Value& value,
                                              const How& how = {}) const {
    return self().clone().oindex_put_(terms, value, how);
  }

  /// Indexes all dims together (vectorised indexing): index tensors are broadcast together and the
  /// broadcast dims always come first.
  /// Shape: t(5,6,7).vindex({Slice(), idx(2), idx(2)}) -> (2,5).
  [[nodiscard]] Tensor<T> vindex(IndexList terms) const {
    return detail::read_index(self(), IndexRule::vectorized, terms);
  }
  [[nodiscard]] Tensor<T> vindex(IndexList terms, const Options& options) const {
    return read(IndexRule::vectorized, terms, options);
  }
  void vindex_into(const Tensor<value_type>& out, IndexList terms,
                   const Options& options = {}) const {
    read_into(IndexRule::vectorized, out, terms, options);
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  const Tensor<T>& vindex_put_(IndexList terms, const Value& value, const How& how = {}) const& {
    return put(IndexRule::vectorized, terms, value, how);
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  Tensor<T> vindex_put_(IndexList terms, const Value& value, const How& how = {}) && {
    return put(IndexRule::vectorized, terms, value, how), std::move(self());
  }
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  [[nodiscard]] Tensor<value_type> vindex_put(IndexList terms, const Value& value,
                                              const How& how = {}) const {
    return self().clone().vindex_put_(terms, value, how);
  }

  // These overloads refuse, with a message, a value that cannot be assigned, an argument that does
  // not say how to write, and terms that are not a list.
  using bases::RefusedConversions<T>::index, bases::RefusedConversions<T>::index_put_;
#define NDX_ENTRY(name)                                                                            \
  template <class Value, class... How>                                                             \
    requires(!ValueFor<Value, value_type>)                                                         \
  auto name(IndexList /*terms*/, const Value& /*value*/, const How&... /*how*/) const {            \
    static_assert(detail::kNever<Value>,                                                           \
                  "a value is a number or a tensor whose elements convert to the target's: write " \
                  "tensor(v) for a list");                                                         \
    return detail::refused<Value>();                                                               \
  }                                                                                                \
  template <ValueFor<value_type> Value = Braced, class How>                                        \
    requires(!WriteHow<How, value_type>)                                                           \
  auto name(IndexList /*terms*/, const Value& /*value*/, const How& /*how*/) const {               \
    static_assert(detail::kNever<How>,                                                             \
                  "how to write is true, to accumulate, or options: {.reduce = Reduce::add}");     \
    return detail::refused<How>();                                                                 \
  }
  NDX_ENTRY(index_put_)
  NDX_ENTRY(index_put)
  NDX_ENTRY(numpy_index_put_)
  NDX_ENTRY(numpy_index_put)
  NDX_ENTRY(oindex_put_)
  NDX_ENTRY(oindex_put)
  NDX_ENTRY(vindex_put_)
  NDX_ENTRY(vindex_put)
#undef NDX_ENTRY

 private:
  friend class Tensor<T>;
  friend class Subscript<T>;
  IndexMethods() noexcept = default;

  [[nodiscard]] const Tensor<T>& self() const& noexcept {
    return static_cast<const Tensor<T>&>(*this);
  }
  [[nodiscard]] Tensor<T>& self() & noexcept { return static_cast<Tensor<T>&>(*this); }

  template <class R>
  [[nodiscard]] static std::vector<TensorIndex> terms_of(const R& tensors) {
    return std::vector<TensorIndex>(tensors.data(), tensors.data() + tensors.size());
  }
  static IndexRule rule_of(const Options& options) noexcept { return options.rule; }
  static IndexRule rule_of(bool /*accumulate*/) noexcept { return IndexRule::views_first; }

  [[nodiscard]] Tensor<T> basic_view(detail::Terms terms) const;
  template <class Value>
  const Tensor<T>& put_view(detail::Terms terms, const Value& value) const;
  [[nodiscard]] Tensor<T> read(IndexRule rule, IndexList terms, const Options& options) const;
  void read_into(IndexRule rule, const Tensor<value_type>& out, IndexList terms,
                 const Options& options) const;
  template <class Value, class How>
  const Tensor<T>& put(IndexRule rule, IndexList terms, const Value& value, const How& how) const;

  template <class... Terms>
  [[nodiscard]] Tensor<T> index_moved(Terms&... terms) const {
    const TensorIndex list[] = {std::move(terms)...};
    return index(detail::Terms(list));
  }
};

NDX_NAMESPACE_END
