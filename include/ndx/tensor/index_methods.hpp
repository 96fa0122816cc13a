// IndexMethods<T>: the calls by which a Tensor<T> is indexed, for all four rules, each a way to
// name a rule for one reader and one writer. A base of Tensor<T>, and nothing without it.
#pragma once

#include <ndx/base/convert.hpp>
#include <ndx/index/index_list.hpp>
#include <ndx/index/options.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class V, class T>
inline constexpr bool is_value_v = false;
template <class U, class T>
inline constexpr bool is_value_v<Tensor<U>, T> = ConvertibleElement<std::remove_const_t<U>, T>;
template <class T>
inline constexpr bool is_value_v<std::initializer_list<T>, T> = true;

}  // namespace detail

/// What can be written to elements of type T: a scalar or a tensor whose elements convert, or
/// braces.
template <class V, class T>
concept ValueFor = ConvertibleElement<V, T> || detail::is_value_v<V, T>;

class Plan;
template <Element T>
class Subscript;
namespace detail {
template <Element T, std::size_t N>
class SubscriptTerms;
}  // namespace detail

template <Element T>
class IndexMethods {
  using value_type = std::remove_const_t<T>;

 public:
  // ---- Indexing. SEMANTICS in one line: integers, slices, None and `...` make a view first; then
  // index tensors and masks are broadcast together and read off that view; their dims stand where
  // the first one stood if they are next to each other in the view, else in front.

  /// Reads the elements that `terms` select.
  ///   int -> dim removed · Slice -> kept · None -> size 1 · index tensor or mask -> replaced
  /// Shape: t(3,4,5).index({idx(2), Slice(), 0}) -> (2,4).
  /// Shares storage with *this unless an index tensor, mask or bool is present; then a fresh
  /// C-contiguous tensor. Throws IndexError (out of bounds, too many, a second ellipsis, mask
  /// mismatch), ShapeError (index tensors that do not broadcast), ValueError (step 0). Source:
  /// PyTorch's Tensor::index; negative steps and placement beside integers as NumPy's views-first
  /// reading.
  [[nodiscard]] Tensor<T> index(IndexList terms) const {
    return self().read("index", IndexRule::views_first, terms);
  }
  /// The same with the terms as arguments: t.index(0, Slice(), idx). Parameters of type
  /// TensorIndex, and not a pack of templates, so that a text other than "..." is refused by the
  /// compiler here as in braces.
  template <class Term>
    requires(!std::is_convertible_v<const Term&, IndexList> && !std::is_array_v<Term>)
  [[nodiscard]] Tensor<T> index(const Term& a) const {
    const TensorIndex term(a);
    return index(std::span<const TensorIndex>(&term, 1));
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

  /// The same, told what an index outside its dim means: {.bounds = Bounds::wrap}, clip, fill
  /// (with .fill) or assume.
  [[nodiscard]] Tensor<T> index(IndexList terms, const ReadOptions<value_type>& options) const {
    return self().read("index", IndexRule::views_first, terms, options);
  }

  /// Reads into `out`, which has the result's shape and any strides, whatever the index; overlap is
  /// as if the result had been made first. ShapeError for another shape, ValueError when one
  /// element of `out` stands at several places; `out` is not changed when something is wrong.
  void index_into(const Tensor<value_type>& out, IndexList terms,
                  const ReadOptions<value_type>& options = {}) const {
    self().read_into("index_into", IndexRule::views_first, out, terms, options);
  }

  /// Writes `value` to the elements that `terms` select. The value, a scalar, a tensor or numbers
  /// in braces (a tensor of rank 1), broadcasts to the shape that index(terms) would have and is
  /// converted to the element type. The last argument says how: `true` adds, duplicates each in
  /// turn;
  ///   {.reduce = Reduce::maximum}       // any of Reduce, or a function of two elements
  ///   {.bounds = Bounds::drop}          // what an index outside its dim means; see Bounds
  /// Everything is checked before the first write; overlap of value, indices and target is as if
  /// they had been copied first. Duplicates are written, or combined, in row-major order of the
  /// broadcast index. Throws as index, and ShapeError when the value does not fit, ValueError when
  /// one element of the view that is written stands at several places.
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  const Tensor<T>& index_put_(IndexList terms, const Value& value, const How& how = {}) const& {
    put_value("index_put_", IndexRule::views_first, terms, value, how);
    return self();
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  Tensor<T> index_put_(IndexList terms, const Value& value, const How& how = {}) && {
    put_value("index_put_", IndexRule::views_first, terms, value, how);
    return std::move(self());
  }
  /// The out-of-place form: a copy of this tensor, written; this tensor stays.
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  [[nodiscard]] Tensor<value_type> index_put(IndexList terms, const Value& value,
                                             const How& how = {}) const {
    return self().clone().index_put_(terms, value, how);
  }

  /// An index made ready to be used many times, on this tensor and on any of the same shape and
  /// strides: indices are checked and offsets made now. Throws as index.
  ///   const Plan plan = t.plan({idx, Slice()}); … plan.gather(t) … plan.scatter_(t, value)
  [[nodiscard]] Plan plan(IndexList terms, const PlanOptions& options = {}) const;

  /// Sugar for index and index_put_, see Subscript. Under C++23 also t[0, idx]; before it, that is
  /// the comma operator, of which compilers warn.
  ///   Tensor<T> part = t[{0, idx}]; t[{mask}] = 0; t["1:, ..., 0"_ix] += v; t[0] = t[1]
  [[nodiscard]] Subscript<T>&& operator[](detail::SubscriptTerms<T, 1>&& terms) const;
#ifdef __cpp_multidimensional_subscript
  template <class... More>
    requires(sizeof...(More) > 0)
  [[nodiscard]] Subscript<T>&& operator[](detail::SubscriptTerms<T, 1 + sizeof...(More)>&& first,
                                          const More&... more) const;
#endif

  // ---- The other three rules, each with the calls that index has. They differ from index, and
  // from each other, only where index tensors, masks or bools are present.

  /// NumPy's rule: beside an index tensor, integers count as index tensors of rank 0, and an
  /// ellipsis separates even where it stands for no dim. t(2,3,4).numpy_index({0, Slice(), idx(2)})
  /// -> (2,3).
  [[nodiscard]] Tensor<T> numpy_index(IndexList terms) const {
    return self().read("numpy_index", IndexRule::numpy, terms);
  }
  [[nodiscard]] Tensor<T> numpy_index(IndexList terms,
                                      const ReadOptions<value_type>& options) const {
    return self().read("numpy_index", IndexRule::numpy, terms, options);
  }
  void numpy_index_into(const Tensor<value_type>& out, IndexList terms,
                        const ReadOptions<value_type>& options = {}) const {
    self().read_into("numpy_index_into", IndexRule::numpy, out, terms, options);
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  const Tensor<T>& numpy_index_put_(IndexList terms, const Value& value,
                                    const How& how = {}) const& {
    put_value("numpy_index_put_", IndexRule::numpy, terms, value, how);
    return self();
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  Tensor<T> numpy_index_put_(IndexList terms, const Value& value, const How& how = {}) && {
    put_value("numpy_index_put_", IndexRule::numpy, terms, value, how);
    return std::move(self());
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  [[nodiscard]] Tensor<value_type> numpy_index_put(IndexList terms, const Value& value,
                                                   const How& how = {}) const {
    return self().clone().numpy_index_put_(terms, value, how);
  }

  /// Outer indexing: each index tensor works on its own dim and its dims stand in its own place; a
  /// mask of any rank gives one dim. t(5,6,7).oindex({idx(2), Slice(), idx(3)}) -> (2,6,3).
  [[nodiscard]] Tensor<T> oindex(IndexList terms) const {
    return self().read("oindex", IndexRule::outer, terms);
  }
  [[nodiscard]] Tensor<T> oindex(IndexList terms, const ReadOptions<value_type>& options) const {
    return self().read("oindex", IndexRule::outer, terms, options);
  }
  void oindex_into(const Tensor<value_type>& out, IndexList terms,
                   const ReadOptions<value_type>& options = {}) const {
    self().read_into("oindex_into", IndexRule::outer, out, terms, options);
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  const Tensor<T>& oindex_put_(IndexList terms, const Value& value, const How& how = {}) const& {
    put_value("oindex_put_", IndexRule::outer, terms, value, how);
    return self();
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  Tensor<T> oindex_put_(IndexList terms, const Value& value, const How& how = {}) && {
    put_value("oindex_put_", IndexRule::outer, terms, value, how);
    return std::move(self());
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  [[nodiscard]] Tensor<value_type> oindex_put(IndexList terms, const Value& value,
                                              const How& how = {}) const {
    return self().clone().oindex_put_(terms, value, how);
  }

  /// Vectorised indexing: index tensors broadcast together and their dims always come first.
  /// t(5,6,7).vindex({Slice(), idx(2), idx(2)}) -> (2,5).
  [[nodiscard]] Tensor<T> vindex(IndexList terms) const {
    return self().read("vindex", IndexRule::vectorized, terms);
  }
  [[nodiscard]] Tensor<T> vindex(IndexList terms, const ReadOptions<value_type>& options) const {
    return self().read("vindex", IndexRule::vectorized, terms, options);
  }
  void vindex_into(const Tensor<value_type>& out, IndexList terms,
                   const ReadOptions<value_type>& options = {}) const {
    self().read_into("vindex_into", IndexRule::vectorized, out, terms, options);
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  const Tensor<T>& vindex_put_(IndexList terms, const Value& value, const How& how = {}) const& {
    put_value("vindex_put_", IndexRule::vectorized, terms, value, how);
    return self();
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  Tensor<T> vindex_put_(IndexList terms, const Value& value, const How& how = {}) && {
    put_value("vindex_put_", IndexRule::vectorized, terms, value, how);
    return std::move(self());
  }
  template <class Value = std::initializer_list<value_type>, class How = WriteOptions<value_type>>
    requires ValueFor<Value, value_type> && WriteHow<How, value_type>
  [[nodiscard]] Tensor<value_type> vindex_put(IndexList terms, const Value& value,
                                              const How& how = {}) const {
    return self().clone().vindex_put_(terms, value, how);
  }

 private:
  friend class Tensor<T>;
  IndexMethods() noexcept = default;

  [[nodiscard]] const Tensor<T>& self() const& noexcept {
    return static_cast<const Tensor<T>&>(*this);
  }
  [[nodiscard]] Tensor<T>& self() & noexcept { return static_cast<Tensor<T>&>(*this); }

  template <class Value, class How>
  void put_value(const char* call, IndexRule rule, IndexList terms, const Value& value,
                 const How& how) const {
    self().put_value(call, rule, terms, value, detail::write_options<value_type>(call, how));
  }

  template <class... Terms>
  [[nodiscard]] Tensor<T> index_moved(Terms&... terms) const {
    const TensorIndex list[] = {std::move(terms)...};
    return index(std::span<const TensorIndex>(list));
  }
};

NDX_NAMESPACE_END
