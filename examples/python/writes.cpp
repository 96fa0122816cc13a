// The module's writes, and its plans: an index prepared once for many arrays of one layout. In one file
// because both compile the same writes for each element type.
#include "reductions.hpp"

namespace module {
namespace {

void index_put_(const py::array& x, const py::object& key, const py::object& value,
                std::string_view rule, std::string_view reduce, std::string_view bounds) {
  const std::vector<ndx::TensorIndex> terms = ndx::terms_from_python(key);
  const ndx::IndexRule by = rule_named(rule);
  const ndx::Bounds policy = bounds_named(bounds);
  write_to(x, value, reduce == "assign",
           [&]<class T>(const ndx::Tensor<T>& t, const ndx::Tensor<const T>& values) {
             const bool large = is_large(indexed_elements(terms)) || is_large(values.numel());
             if constexpr (ndx::Number<T>) {
               const auto reducer = reducer_named<T>(reduce);
               const Unlock unlocked(large);
               t.index_put_(terms, values, {.rule = by, .reduce = reducer, .bounds = policy});
             } else {
               const Unlock unlocked(large);
               t.index_put_(terms, values, {.rule = by, .bounds = policy});
             }
           });
}

py::array scatter_reduce(const py::object& x, ndx::index_t dim, const py::object& index,
                         const py::object& src, std::string_view reduce, bool include_self,
                         std::string_view bounds) {
  const py::array source = as_array(x);
  const ndx::Tensor<const ndx::index_t> places = as_indices(index);
  if (!is_native(source.dtype())) {
    py::array result = copy_of(source);
    result[py::ellipsis()] = scatter_reduce(converted(source, native(source.dtype())), dim, index,
                                            src, reduce, include_self, bounds);
    return result;
  }
  py::array result = copy_of(source);
  const py::array values = converted(src, result.dtype());
  const ndx::Bounds policy = bounds_named(bounds);
  by_type(result.dtype(), [&]<class T>() {
    const ndx::Tensor<T> t = share<T>(result);
    const ndx::Tensor<const T> from = share<T>(values);
    const Unlock unlocked(is_large(places.numel()));
    ndx::scatter_reduce_(t, dim, places, from, reduce, include_self, policy);
  });
  return result;
}

/// A tensor's layout is in elements: the size of the array's elements belongs to the plan.
struct Planned {
  ndx::Plan plan;
  py::ssize_t itemsize;
  bool large;

  void check(const py::array& x) const {
    if (x.itemsize() == itemsize) return;
    throw py::value_error("the plan is for elements of " + std::to_string(itemsize) +
                          " bytes, the array has " + py::repr(x.dtype()).cast<std::string>());
  }
};

Planned plan(const py::object& x, const py::object& key, std::string_view rule,
             std::string_view bounds) {
  const py::array source = as_array(x);
  const std::vector<ndx::TensorIndex> terms = ndx::terms_from_python(key);
  const ndx::PlanOptions options{rule_named(rule), bounds_named(bounds)};
  return by_size(source, [&]<class T>() {
    const ndx::Tensor<T> t = share<T>(source);
    const Unlock unlocked(is_large(indexed_elements(terms)));
    return Planned{t.plan(terms, options), source.itemsize(), is_large(indexed_elements(terms))};
  });
}

py::array read(const Planned& self, const py::object& x, const py::object& fill) {
  const py::array source = as_array(x);
  self.check(source);
  return by_size(source, [&]<class T>() {
    const T value = fill_value<T>(fill, source);
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
  const py::array source = as_array(x);
  const py::array target = as_target(out);
  self.check(source);
  if (!target.dtype().equal(source.dtype()))
    throw py::value_error("out and x must have the same dtype");
  by_size(source, [&]<class T>() {
    if (!fits<T>(target))
      throw py::value_error("out must be aligned, with a whole number of elements as strides");
    const T value = fill_value<T>(fill, source);
    const ndx::Tensor<T> t = share<T>(source);
    const ndx::Tensor<T> to = share<T>(target);
    const Unlock unlocked(self.large);
    self.plan.read_into(to, t, value);
  });
}

void write(const Planned& self, const py::object& x, const py::object& value,
           std::string_view reduce) {
  const py::array target = as_target(x);
  self.check(target);
  write_to(target, value, reduce == "assign",
           [&]<class T>(const ndx::Tensor<T>& t, const ndx::Tensor<const T>& values) {
             if constexpr (ndx::Number<T>) {
               const auto reducer = reducer_named<T>(reduce);
               const Unlock unlocked(self.large);
               self.plan.write_(t, values, {.reduce = reducer});
             } else {
               const Unlock unlocked(self.large);
               self.plan.write_(t, values);
             }
           });
}

}  // namespace

void add_writes(py::module_& m) {
  using namespace py::literals;
  m.def(
      "index_put_",
      [](const py::object& x, const py::object& key, const py::object& value, std::string_view rule,
         std::string_view reduce,
         std::string_view bounds) { index_put_(as_target(x), key, value, rule, reduce, bounds); },
      "x"_a, "key"_a, "value"_a, "rule"_a = "views_first", "reduce"_a = "assign",
      "bounds"_a = "raise", R"(
Writes value, broadcast, to the elements of x that key selects, in place; key and rule as in index.

    ndx.index_put_(x, i, 1, reduce="add")     # duplicates in i all count, as numpy.add.at
    ndx.index_put_(x, i, v, bounds="drop")    # leaves out the indices that are out of bounds

reduce is "assign" (the last of duplicates wins), "add", "multiply", "minimum", "maximum",
"bitwise_and", "bitwise_or" or "bitwise_xor". bounds is "raise", "wrap", "clip", "wrap_clip" or "drop";
under "raise_negative" and "drop_negative" every negative index is out of bounds, too.
value is converted to x's dtype as in x[key] = value. If anything is wrong, nothing is written.)");
  m.def(
      "index_put",
      [](const py::object& x, const py::object& key, const py::object& value, std::string_view rule,
         std::string_view reduce, std::string_view bounds) {
        py::array result = copy_of(as_array(x));
        index_put_(result, key, value, rule, reduce, bounds);
        return result;
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
