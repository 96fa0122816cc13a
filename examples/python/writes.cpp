// The module's writes, and its plans: an index prepared once for many arrays of one layout. In one file
// because both compile the same writes for each element type.
#include "reductions.hpp"

namespace module {
namespace {

/// The reduction of a write: `accumulate`, PyTorch's word, is the one named "add".
std::string reduction(const std::string& reduce, bool accumulate) {
  if (!accumulate) return reduce;
  if (reduce != "assign" && reduce != "add" && reduce != "sum")
    throw py::value_error("accumulate=True adds, but reduce is \"" + reduce +
                          "\": pass one of them");
  return "add";
}

void index_put_(const Operand& x, const py::object& key, const py::object& value,
                const std::string& rule, const std::string& reduce, const std::string& bounds) {
  ndx::PythonIndex index = as_index(key);
  const ndx::IndexRule by = rule_named(rule);
  const ndx::Bounds policy = bounds_named(bounds);
  const Operand values = converted(value, x.type);
  const std::vector<ndx::TensorIndex>& terms = terms_for(x.type, index);
  write_to(x, values, reduce == "assign",
           [&]<class T>(const ndx::Tensor<T>& t, const ndx::Tensor<const T>& from) {
             const bool large = is_large(indexed_elements(terms)) || is_large(from.numel());
             if constexpr (ndx::Number<T>) {
               const auto reducer = reducer_named<T>(reduce);
               const Unlock unlocked(large);
               t.index_put_(terms, from, {.rule = by, .reduce = reducer, .bounds = policy});
             } else {
               const Unlock unlocked(large);
               t.index_put_(terms, from, {.rule = by, .bounds = policy});
             }
           });
}

py::array scatter_reduce(const py::object& x, ndx::index_t dim, const py::object& index,
                         const py::object& src, const std::string& reduce, bool include_self,
                         const std::string& bounds) {
  const Operand source = as_source(x);
  const py::dtype type = is_native(source.type) ? source.type : native(source.type);
  const Operand where = as_indices(index);
  const Operand values = converted(src, type);
  const ndx::Bounds policy = bounds_named(bounds);
  check_unchanged(source);
  check_unchanged(values);
  const Operand result = calculable_copy(source, type);
  const Operand summands = is_calculable(values) ? values : calculable_copy(values, type);
  by_type(type, [&]<class T>() {
    const ndx::Tensor<T> t = share<T>(result);
    const ndx::Tensor<const T> from = share<T>(summands);
    const ndx::Tensor<const ndx::index_t> places = share<ndx::index_t>(where);
    const Unlock unlocked(is_large(places.numel()));
    ndx::scatter_reduce_(t, dim, places, from, reduce, include_self, policy);
  });
  return converted(result.array, source.type).array;
}

/// A tensor's layout is in elements: the size of the array's elements belongs to the plan. The terms, as
/// Python's objects with copies of the index arrays, are what a pickle stores.
struct Planned {
  ndx::Plan plan;
  py::ssize_t itemsize;
  bool large;
  py::tuple terms;
  std::string rule;
  std::string bounds;

  [[nodiscard]] bool has_units() const { return itemsize != unit_bytes(itemsize); }

  void check(const Operand& x) const {
    if (x.type.itemsize() == itemsize) return;
    throw py::value_error("the plan is for elements of " + std::to_string(itemsize) +
                          " bytes, the array has " + py::repr(x.type).cast<std::string>());
  }

  /// Called by pybind11 alone, for an object without a plan, as Plan.__new__(Plan) makes one: it would
  /// leave that memory uninitialised.
  static void* operator new(std::size_t /*bytes*/) {
    throw py::type_error("this Plan holds no plan: make one by ndx.plan(x, key)");
  }
};

/// The terms as Python's objects, which share no memory with the caller's arrays.
py::tuple copies_of(const std::vector<ndx::TensorIndex>& terms) {
  py::tuple copies(terms.size());
  for (std::size_t k = 0; k < terms.size(); ++k) {
    py::object term = ndx::term_to_python(terms[k]);
    if (py::isinstance<py::array>(term)) term = ndx::detail::copy_of(term);
    copies[k] = std::move(term);
  }
  return copies;
}

std::unique_ptr<Planned> plan(const py::object& x, const py::object& key, const std::string& rule,
                              const std::string& bounds) {
  const Operand source = as_source(x);
  ndx::PythonIndex index = as_index(key);
  const ndx::PlanOptions options{rule_named(rule), bounds_named(bounds)};
  const std::vector<ndx::TensorIndex>& terms = terms_for(source.type, index);
  const bool large = is_large(indexed_elements(terms));
  const py::ssize_t bytes = source.type.itemsize();
  py::tuple copies = copies_of(terms);
  return by_size(source.type, [&]<class T>() {
    const ndx::Tensor<T> t = share<T>(source);
    const auto made = [&] {
      const Unlock unlocked(large);
      return t.plan(terms, options);
    };
    return std::unique_ptr<Planned>(
        ::new Planned{made(), bytes, large, std::move(copies), rule, bounds});
  });
}

/// What pickle stores of a plan, and the plan of that. Shape and strides are those of the tensor.
py::tuple pickled(const Planned& self) {
  const ndx::Layout& source = self.plan.source();
  return py::make_tuple(std::vector<ndx::index_t>(source.shape.begin(), source.shape.end()),
                        std::vector<ndx::index_t>(source.strides.begin(), source.strides.end()),
                        self.itemsize, self.terms, self.rule, self.bounds);
}
std::unique_ptr<Planned> unpickled(const py::tuple& state) {
  if (state.size() != 6) throw py::value_error("this is no pickled plan of ndx");
  const ndx::Dims shape(state[0].cast<std::vector<ndx::index_t>>());
  const ndx::Dims strides(state[1].cast<std::vector<ndx::index_t>>());
  const auto itemsize = state[2].cast<py::ssize_t>();
  if (itemsize < 1) throw py::value_error("this is no pickled plan of ndx");
  const auto rule = state[4].cast<std::string>();
  const auto bounds = state[5].cast<std::string>();
  const ndx::Layout source = ndx::checked_layout("plan", shape, strides, 0);
  py::tuple copies = state[3].cast<py::tuple>();
  ndx::PythonIndex index(copies);
  const std::vector<ndx::TensorIndex>& terms = index.terms();
  const bool large = is_large(indexed_elements(terms));
  ndx::Plan plan({rule_named(rule), bounds_named(bounds)}, source, terms);
  return std::unique_ptr<Planned>(
      ::new Planned{std::move(plan), itemsize, large, std::move(copies), rule, bounds});
}

py::array read(const Planned& self, const py::object& x, const py::object& fill) {
  const Operand source = as_source(x);
  self.check(source);
  const Operand outside = as_fill(fill, source.type);
  return by_size(source.type, [&]<class T>() {
    const T value = value_of<T>(outside);
    const ndx::Tensor<T> t = share<T>(source);
    ndx::Tensor<T> result;
    {
      const Unlock unlocked(self.large);
      result = self.plan.read(t, value);
    }
    return as_result(result, t, source);
  });
}

void read_into(const Planned& self, const py::object& out, const py::object& x,
               const py::object& fill) {
  const Operand source = as_source(x);
  const Operand target = as_target(out);
  self.check(source);
  if (!target.type.equal(source.type)) throw py::value_error("out and x must have the same dtype");
  const Operand outside = as_fill(fill, source.type);
  check_target(target);
  by_size(source.type, [&]<class T>() {
    if (!fits<T>(target.array))
      throw py::value_error("out must be aligned, with a whole number of elements as strides");
    const T value = value_of<T>(outside);
    const ndx::Tensor<T> t = share<T>(source);
    const ndx::Tensor<T> to = share<T>(target);
    const Unlock unlocked(self.large);
    self.plan.read_into(to, t, value);
  });
}

void write(const Planned& self, const py::object& x, const py::object& value,
           const std::string& reduce) {
  const Operand target = as_target(x);
  self.check(target);
  const Operand values = converted(value, target.type);
  write_to(target, values, reduce == "assign",
           [&]<class T>(const ndx::Tensor<T>& t, const ndx::Tensor<const T>& from) {
             if constexpr (ndx::Number<T>) {
               const auto reducer = reducer_named<T>(reduce);
               const Unlock unlocked(self.large);
               self.plan.write_(t, from, {.reduce = reducer});
             } else {
               const Unlock unlocked(self.large);
               self.plan.write_(t, from);
             }
           });
}

}  // namespace

void add_writes(py::module_& m) {
  using namespace py::literals;
  m.def(
      "index_put_",
      [](const py::object& x, const py::object& key, const py::object& value,
         const std::string& rule, const std::string& reduce, const std::string& bounds,
         bool accumulate) {
        index_put_(as_target(x), key, value, rule, reduction(reduce, accumulate), bounds);
        return x;
      },
      "x"_a, "key"_a, "value"_a, "rule"_a = "views_first", "reduce"_a = "assign",
      "bounds"_a = "raise", "accumulate"_a = false,
      R"(index_put_(x, key, value, rule='views_first', reduce='assign', bounds='raise', accumulate=False)
--

Writes value, broadcast, to the elements of x that key selects, in place, and returns x; key and rule
as in index.

    >>> counts = np.zeros(4, int)
    >>> ndx.index_put_(counts, [1, 3, 1], 1, reduce="add")      # duplicates all count: np.add.at
    array([0, 2, 0, 1])
    >>> ndx.index_put_(counts, [0, 9], 7, bounds="drop")        # leaves out what is out of bounds
    array([7, 2, 0, 1])

reduce is "assign" (the last of duplicates wins), "add", "multiply", "minimum", "maximum",
"bitwise_and", "bitwise_or" or "bitwise_xor"; so are PyTorch's "sum", "prod", "amin" and "amax", and
accumulate=True is reduce="add".
bounds is "raise", "wrap", "clip", "wrap_clip" or "drop"; under "raise_negative" and "drop_negative"
every negative index is out of bounds, too.
x is an array, or a tensor of PyTorch in this machine's memory. value is converted to x's dtype as in
x[key] = value. If anything is wrong, nothing is written.)");
  m.def(
      "index_put",
      [](const py::object& x, const py::object& key, const py::object& value,
         const std::string& rule, const std::string& reduce, const std::string& bounds,
         bool accumulate) {
        const Operand result(ndx::detail::copy_of(as_array(x)));
        index_put_(result, key, value, rule, reduction(reduce, accumulate), bounds);
        return result.array;
      },
      "x"_a, "key"_a, "value"_a, "rule"_a = "views_first", "reduce"_a = "assign",
      "bounds"_a = "raise", "accumulate"_a = false,
      R"(index_put(x, key, value, rule='views_first', reduce='assign', bounds='raise', accumulate=False)
--

Writes as index_put_ does, but to a copy of x, which is returned; x is unchanged.

    >>> ndx.index_put(np.arange(3), [1, 1], 5, accumulate=True)
    array([ 0, 11,  2]))");
  m.def("scatter_reduce", &scatter_reduce, "x"_a, "dim"_a, "index"_a, "src"_a, "reduce"_a,
        "include_self"_a = true, "bounds"_a = "raise",
        R"(scatter_reduce(x, dim, index, src, reduce, include_self=True, bounds='raise')
--

Reduces the elements of src along dim into a copy of x, at the places that index gives, as
torch.scatter_reduce. reduce is "sum", "prod", "mean", "amax" or "amin"; include_self=False leaves out
the old value of an element that is written.

    >>> ndx.scatter_reduce(np.zeros(3), 0, [0, 2, 0], [1.0, 5.0, 3.0], "mean", include_self=False)
    array([2., 0., 5.]))");
}

void add_plans(py::module_& m) {
  using namespace py::literals;
  py::class_<Planned>(m, "Plan", R"(
An index with all indices checked and all offsets computed, made by plan(x, key), for arrays of x's
shape, strides and element size.)")
      .def("read", &read, "x"_a, "fill"_a = 0, "As index(x, key).")
      .def("read_into", &read_into, "out"_a, "x"_a, "fill"_a = 0,
           "Writes what read returns into out, which has its shape and x's dtype.")
      .def("write_", &write, "x"_a, "value"_a, "reduce"_a = "assign",
           "As index_put_(x, key, value, reduce=reduce).")
      .def(py::pickle(&pickled, &unpickled))
      .def_property_readonly(
          "result_shape",
          [](const Planned& self) {
            const ndx::Dims& shape = self.plan.result_shape();
            py::tuple sizes(shape.size() - (self.has_units() ? 1 : 0));
            for (std::size_t d = 0; d < sizes.size(); ++d) sizes[d] = shape[d];
            return sizes;
          },
          "The shape that read returns.")
      .def_property_readonly(
          "is_view", [](const Planned& self) { return self.plan.is_view(); },
          "Whether read returns a view.");
  m.def("plan", &plan, "x"_a, "key"_a, "rule"_a = "views_first", "bounds"_a = "raise",
        R"(plan(x, key, rule='views_first', bounds='raise')
--

Prepares an index, for use on many arrays with x's shape, strides and element size. A plan can be pickled.

    >>> table = np.arange(6).reshape(3, 2)
    >>> rows = ndx.plan(table, [2, 0])
    >>> rows.read(table + 10)
    array([[14, 15],
           [10, 11]])

The index arrays may change afterwards. Under bounds="fill" or "drop" indices out of bounds are read
as fill and not written.)");
}

}  // namespace module
