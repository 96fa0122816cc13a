// Tensors, dims and terms as text.
#include <sstream>

#include <ndx/grammar/text/caret.hpp>
#include <ndx/grammar/text/print_terms.hpp>
#include <ndx/io/text/describe.hpp>
#include <ndx/io/text/print_tensor.hpp>
#include <ndx/plan/reduce.hpp>
#include <ndx/tensor/indexed_view.hpp>

#include "public_functions.hpp"

namespace ndx_test {

void add_text(Registry& add) {
  add("to_string", [](Arguments& a) { a.see(ndx::to_string(a.floats)); });
  add("to_string of integers", [](Arguments& a) { a.see(ndx::to_string(a.integers)); });
  add("to_string with options", [](Arguments& a) {
    a.see(ndx::to_string(a.others, {.precision = a.count, .edge_items = a.position}));
  });
  add("to_string of dims", [](Arguments& a) { a.see(ndx::to_string(a.floats.shape())); });
  add("to_string of a dtype", [](Arguments& a) { a.see(ndx::to_string(a.floats.dtype())); });
  add("describe", [](Arguments& a) { a.see(ndx::describe(a.floats)); });
  add("to_string of a slice", [](Arguments& a) { a.see(ndx::to_string(a.slice)); });
  add("to_string of a term", [](Arguments& a) {
    for (const ndx::TensorIndex& term : a.terms) a.see(ndx::to_string(term));
  });
  add("operator<<", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << a.mask;
  });
  add("operator<< of a subscript", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << a.mask[a.position];
  });
  add("operator<< of an indexed view", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << a.mask.indexed({a.position});
  });
  add("reduce_name", [](Arguments& a) { a.see(ndx::reduce_name(ndx::Reduce::add)); });
  add("reduce_from_name", [](Arguments& a) {
    a.see(ndx::reduce_name(ndx::reduce_from_name(a.position > 0 ? "amax" : "most")));
  });
  add("operator<< of a reduction", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << (a.position > 0 ? ndx::Reduce::maximum : ndx::Reduce::add);
  });
  add("operator<< of dims", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << a.floats.shape();
  });
  add("operator<< of a dtype", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << a.floats.dtype();
  });
  add("operator<< of terms", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << a.terms;
  });
  add("operator<< of a slice", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << a.slice;
  });
  add("point_at", [](Arguments& a) { a.see(ndx::point_at(a.text, a.text.size())); });
  add("print_options", [](Arguments& a) { a.see(ndx::print_options().precision); });
  add("set_print_options", [](Arguments&) {
    const ndx::PrintOptions defaults = ndx::print_options();
    ndx::set_print_options(defaults);
  });
}

}  // namespace ndx_test
