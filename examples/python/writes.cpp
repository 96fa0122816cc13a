// The module's writes, and its plans: an index prepared once for many arrays of one layout. In one file
// because both compile the same writes for each element type.
#include "reductions.hpp"

namespace module {
namespace {

void index_put_(const Operand& x, const py::object& key, const py::object& value,
                const std::string& rule, const std::string& reduce, const std::string& bounds) {
  ndx::PythonIndex index(key);
  const ndx::IndexRule by = rule_named(rule);
  const ndx::Bounds policy = bounds_named(bounds);
  const Operand values = converted(value, x.type);
  const std::vector<ndx::TensorIndex>& terms = index.terms();
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

/// A tensor's layout is in elements: the size of the array's elements belongs to the plan.
struct Planned {
  ndx::Plan plan;
  py::ssize_t itemsize;
  bool large;

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

std::unique_ptr<Planned> plan(const py::object& x, const py::object& key, const std::string& rule,
                              const std::string& bounds) {
  const Operand source = as_source(x);
  ndx::PythonIndex index(key);
  const ndx::PlanOptions options{rule_named(rule), bounds_named(bounds)};
  const std::vector<ndx::TensorIndex>& terms = index.terms();
  const bool large = is_large(indexed_elements(terms));
  return by_size(source.type, [&]<class T>() {
    const ndx::Tensor<T> t = share<T>(source);
    const Unlock unlocked(large);
    return std::unique_ptr<Planned>(
        ::new Planned{t.plan(terms, options), py::ssize_t{sizeof(T)}, large});
  });
}

py::array read(const Planned& self, const py::object& x, const py::object& fill) {
  const Operand source = as_source(x);
  self.check(source);
  const Operand outside = converted(fill, source.type);
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
  const Operand outside = converted(fill, source.type);
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
         const std::string& rule, const std::string& reduce,
         const std::string& bounds) { index_put_(as_target(x), key, value, rule, reduce, bounds); },
      "x"_a, "key"_a, "value"_a, "rule"_a = "views_first", "reduce"_a = "assign",
      "bounds"_a = "raise", R"(
Writes value, broadcast, to the elements of x that key selects, in place; key and rule as in index.

    ndx.index_put_(x, i, 1, reduce="add")     # duplicates in i all count, as numpy.add.at
    ndx.index_put_(x, i, v, bounds="drop")    # leaves out the indices that are out of bounds

reduce is "assign" (the last of duplicates wins), "add", "multiply", "minimum", "maximum",
"bitwise_and", "bitwise_or" or "bitwise_xor"; so are PyTorch's "sum", "prod", "amin" and "amax".
bounds is "raise", "wrap", "clip", "wrap_clip" or "drop"; under "raise_negative" and "drop_negative"
every negative index is out of bounds, too.
value is converted to x's dtype as in x[key] = value. If anything is wrong, nothing is written.)");
  m.def(
      "index_put",
      [](const py::object& x, const py::object& key, const py::object& value,
         const std::string& rule, const std::string& reduce, const std::string& bounds) {
        const Operand result(ndx::detail::copy_of(as_array(x)));
        index_put_(result, key, value, rule, reduce, bounds);
        return result.array;
      },
      "x"_a, "key"_a, "value"_a, "rule"_a = "views_first", "reduce"_a = "assign",
      "bounds"_a = "raise", "The same on a copy of x, which is returned; x is unchanged.");
  m.def("scatter_reduce", &scatter_reduce, "x"_a, "dim"_a, "index"_a, "src"_a, "reduce"_a,
        "include_self"_a = true, "bounds"_a = "raise", R"(
A copy of x into which the elements of src are reduced along dim, at the places that index gives:
torch.scatter_reduce. reduce is "sum", "prod", "mean", "amax" or "amin"; include_self=False leaves out
the old value of an element that is written.)");
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
      .def_property_readonly(
          "result_shape",
          [](const Planned& self) {
            const ndx::Dims& shape = self.plan.result_shape();
            py::tuple sizes(shape.size());
            for (std::size_t d = 0; d < shape.size(); ++d) sizes[d] = shape[d];
            return sizes;
          },
          "The shape that read returns.")
      .def_property_readonly(
          "is_view", [](const Planned& self) { return self.plan.is_view(); },
          "Whether read returns a view.");
  m.def("plan", &plan, "x"_a, "key"_a, "rule"_a = "views_first", "bounds"_a = "raise", R"(
Prepares an index, for use on many arrays with x's shape and strides:

    rows = ndx.plan(table, ids)
    for table in tables: rows.read_into(batch, table)

The index arrays may change afterwards. Under bounds="fill" or "drop" indices out of bounds are read
as fill and not written.)");
}

}  // namespace module
