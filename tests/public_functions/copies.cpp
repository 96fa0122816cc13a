// Handles, copies, single elements, and writing one tensor over another.
#include "public_functions.hpp"

namespace ndx_test {

static void add_handles(Registry& add) {
  add("Tensor::Tensor", [](Arguments& a) { a.see(Tensor<float>()); });
  add("Tensor::Tensor of parts", [](Arguments& a) {
    a.see(Tensor<float>(a.floats.storage(), ndx::Layout(a.floats.layout())));
  });
  add("Tensor::Tensor of a layout made in place", [](Arguments& a) {
    a.see(Tensor<float>(a.floats.storage(),
                        [&](ndx::Layout& layout) { layout = a.floats.layout(); }));
  });
  add("Tensor::Tensor read-only", [](Arguments& a) { a.see(Tensor<const float>(a.floats)); });
  add("Tensor::Tensor copied", [](Arguments& a) { a.see(Tensor<float>(a.floats)); });
  add("Tensor::Tensor moved", [](Arguments& a) {
    Tensor<float> taken(a.floats);
    a.see(Tensor<float>(std::move(taken)));
  });
  add("Tensor::operator= copied", [](Arguments& a) {
    Tensor<float> other(a.others);
    other = a.floats;
    a.see(other);
  });
  add("Tensor::operator= moved", [](Arguments& a) {
    Tensor<float> other(a.others);
    other = Tensor<float>(a.floats);
    a.see(other);
  });
}

static void add_elements(Registry& add) {
  add("Tensor::item converted", [](Arguments& a) { a.see(a.one.item<int>()); });
  add("Tensor::item", [](Arguments& a) { a.see(a.one.item()); });
  // Without a check unless NDX_CHECKED: nothing but the one index that rank 0 takes.
  add("Tensor::operator()", [](Arguments& a) {
    if (a.one.dim() == 0) a.see(a.one());
  });
  add("Tensor::at", [](Arguments& a) { a.see(a.list.at(a.position)); });
  add("Tensor::accessor", [](Arguments& a) { a.see(a.list.accessor<1>().size(0)); });
  add("Tensor::accessor of a named type",
      [](Arguments& a) { a.see(a.list.accessor<float, 1>().size(0)); });
  add("Tensor::begin", [](Arguments& a) {
    const Tensor<float>& t = a.floats;
    if (t.numel() != 0) a.see(*t.begin());
  });
  add("Tensor::end", [](Arguments& a) {
    const Tensor<float>& t = a.floats;
    if (t.numel() != 0) a.see(t.end()[-1]);
  });
}

void add_copies(Registry& add) {
  add_handles(add);
  add_elements(add);
  add("Tensor::to_vector", [](Arguments& a) { a.see(a.floats.to_vector()); });
  add("Tensor::clone", [](Arguments& a) { a.see(a.floats.clone()); });
  add("Tensor::contiguous", [](Arguments& a) { a.see(a.floats.contiguous()); });
  add("Tensor::contiguous what is not",
      [](Arguments& a) { a.see(a.floats.transpose().contiguous()); });
  add("Tensor::to", [](Arguments& a) { a.see(a.floats.to<double>()); });
  add("Tensor::to bool", [](Arguments& a) { a.see(a.floats.to<bool>()); });
  add("Tensor::to the same type", [](Arguments& a) { a.see(a.floats.to<float>()); });
  add("Tensor::copy_", [](Arguments& a) { a.out.copy_(a.floats); });
  add("Tensor::copy_ converted", [](Arguments& a) { a.out.copy_(a.integers); });
  add("Tensor::copy_ of a subscript", [](Arguments& a) { a.out.copy_(a.others[{a.index}]); });
  add("Tensor::fill_ by a subscript", [](Arguments& a) { a.out.fill_(a.one[ndx::Ellipsis]); });
  add("Tensor::copy_ onto itself",
      [](Arguments& a) { a.floats.flip(a.dim).copy_(std::as_const(a.floats)); });
  add("Tensor::copy_ to a temporary", [](Arguments& a) { a.see(a.out.flip().copy_(a.one)); });
  add("Tensor::fill_", [](Arguments& a) { a.out.fill_(a.scalar); });
  add("Tensor::fill_ by a tensor", [](Arguments& a) { a.out.fill_(a.one); });
  add("Tensor::fill_ a temporary by a tensor",
      [](Arguments& a) { a.see(a.out.select(a.dim, a.position).fill_(a.one)); });
  add("Tensor::fill_ a temporary",
      [](Arguments& a) { a.see(a.out.select(a.dim, a.position).fill_(a.scalar)); });
}

}  // namespace ndx_test
