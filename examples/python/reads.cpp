// The module's reads, what explains them, its threads, and its entry.
#include <cstdlib>

#include <ndx/explain.hpp>
#include <ndx/threads.hpp>

#include "arrays.hpp"

namespace module {
namespace {

template <class T>
ndx::Tensor<T> read(ndx::IndexRule rule, const ndx::Tensor<T>& t,
                    const std::vector<ndx::TensorIndex>& terms) {
  switch (rule) {
    case ndx::IndexRule::numpy:
      return t.numpy_index(terms);
    case ndx::IndexRule::outer:
      return t.oindex(terms);
    case ndx::IndexRule::vectorized:
      return t.vindex(terms);
    case ndx::IndexRule::views_first:
      break;
  }
  return t.index(terms);
}

py::array index(const py::object& x, const py::object& key, ndx::IndexRule rule,
                const std::string& bounds, const py::object& fill) {
  const Operand source = as_source(x);
  ndx::PythonIndex index = as_index(key);
  const ndx::Bounds policy = bounds_named(bounds);
  std::optional<Operand> outside;
  if (reads_fill(policy)) outside = as_fill(fill, source.type);
  const std::vector<ndx::TensorIndex>& terms = terms_for(source.type, index);
  return by_size(source.type, [&]<class T>() {
    const T value = outside ? value_of<T>(*outside) : T{};
    const ndx::Tensor<T> t = share<T>(source);
    ndx::Tensor<T> result;
    if (policy == ndx::Bounds::raise) {
      const Unlock unlocked(is_large(indexed_elements(terms)));
      result = read(rule, t, terms);
    } else {
      const Unlock unlocked(is_large(indexed_elements(terms)));
      result = t.index(terms, {.rule = rule, .bounds = policy, .fill = value});
    }
    return as_result(result, t, source);
  });
}

py::array take_along_axis(const py::object& x, const py::object& indices,
                          const std::optional<ndx::index_t>& axis, const std::string& bounds,
                          const py::object& fill) {
  const Operand source = as_source(x);
  const Operand where = as_indices(indices);
  const ndx::Bounds policy = bounds_named(bounds);
  std::optional<Operand> outside;
  if (reads_fill(policy)) outside = as_fill(fill, source.type);
  return by_size(source.type, [&]<class T>() {
    const T value = outside ? value_of<T>(*outside) : T{};
    ndx::Tensor<const ndx::index_t> places = share<ndx::index_t>(where);
    const ndx::Tensor<T> whole = share<T>(source);
    ndx::index_t dim = axis.value_or(0);
    ndx::Dims flat{whole.numel()};
    if (has_units(source.type)) {
      const ndx::index_t rank = axis ? source.array.ndim() : 1;
      if (dim < -rank || dim >= rank)
        throw py::index_error("take_along_axis: axis is out of range");
      if (dim < 0) dim += rank;
      places = places.unsqueeze(-1);
      flat = {source.array.size(), whole.size(-1)};
    }
    const ndx::Tensor<T> t = axis ? whole : whole.reshape(flat);
    ndx::Tensor<T> result;
    {
      const Unlock unlocked(is_large(places.numel()));
      result = ndx::take_along_axis(t, places, dim, {.bounds = policy, .fill = value});
    }
    return as_result(result, t, source);
  });
}

/// A tuple of sizes is a shape; anything else is an array.
ndx::Dims shape_of(const py::object& x) {
  if (!py::isinstance<py::tuple>(x)) return ndx::detail::shape_of(as_array(x));
  try {
    return ndx::Dims(x.cast<std::vector<ndx::index_t>>());
  } catch (const py::cast_error&) {
    throw py::type_error("ndx: a shape is a tuple of integers, not " +
                         py::repr(x).cast<std::string>());
  }
}

ndx::Explanation explanation(const py::object& x, const py::object& key, const std::string& rule) {
  const ndx::Dims shape = shape_of(x);
  return ndx::explain(shape, as_index(key).terms(), rule_named(rule));
}

void add_threads(py::module_& m) {
  using namespace py::literals;
  if (std::getenv("NDX_NUM_THREADS") != nullptr) ndx::use_threads();
  m.def("set_num_threads", &ndx::use_threads, "threads"_a, R"(set_num_threads(threads)
--

Lets large calls use this number of threads, from 1 to 1024; results are the same for any number. At first
it is NDX_NUM_THREADS, if the environment has that, else 1. Must not be called while another thread is in
a call of this module.

    >>> ndx.set_num_threads(2)
    >>> ndx.get_num_threads()
    2
    >>> ndx.set_num_threads(1))");
  m.def("get_num_threads", [] { return ndx::executor().threads; }, R"(get_num_threads()
--

Returns the number of threads that large calls use, which set_num_threads sets.)");
}

}  // namespace

void add_reads(py::module_& m) {
  using namespace py::literals;
  m.def(
      "index",
      [](const py::object& x, const py::object& key, const std::string& rule,
         const std::string& bounds,
         const py::object& fill) { return index(x, key, rule_named(rule), bounds, fill); },
      "x"_a, "key"_a, "rule"_a = "views_first", "bounds"_a = "raise", "fill"_a = 0);
  const auto by_rule = [&](const char* name, ndx::IndexRule rule) {
    m.def(
        name,
        [rule](const py::object& x, const py::object& key, const std::string& bounds,
               const py::object& fill) { return index(x, key, rule, bounds, fill); },
        "x"_a, "key"_a, "bounds"_a = "raise", "fill"_a = 0);
  };
  by_rule("numpy_index", ndx::IndexRule::numpy);
  by_rule("oindex", ndx::IndexRule::outer);
  by_rule("vindex", ndx::IndexRule::vectorized);
  add_small_reads(m);
  m.def("take_along_axis", &take_along_axis, "x"_a, "indices"_a, "axis"_a, "bounds"_a = "raise",
        "fill"_a = 0, R"(take_along_axis(x, indices, axis, bounds='raise', fill=0)
--

Reads along axis by indices, which has x's rank and broadcasts with x along the other axes, as
numpy.take_along_axis; axis=None reads from the flattened x. bounds and fill as in index.

    >>> x = np.array([[3, 1, 2], [4, 6, 5]])
    >>> ndx.take_along_axis(x, np.argmax(x, 1, keepdims=True), 1)
    array([[3],
           [6]]))");
  m.def(
      "explanation",
      [](const py::object& x, const py::object& key, const std::string& rule) {
        const ndx::Explanation told = explanation(x, key, rule);
        return py::make_tuple(to_string(told), to_svg(told));
      },
      "x"_a, "key"_a, "rule"_a);
  add_threads(m);
}

}  // namespace module

PYBIND11_MODULE(_core, m) {
  pybind11::options options;
  options.disable_function_signatures();  // the docstrings begin with those that inspect reads
  m.attr("__version__") = std::to_string(NDX_VERSION_MAJOR) + "." +
                          std::to_string(NDX_VERSION_MINOR) + "." +
                          std::to_string(NDX_VERSION_PATCH);
  module::add_reads(m);
  module::add_writes(m);
  module::add_plans(m);
}
