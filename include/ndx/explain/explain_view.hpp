// explain(view): the chain of an indexed view and the plan that it became, as text.
//
// A view does not keep the terms of its links. What is left of them is in the plan: which link and term each index
// tensor comes from, what it indexes, and along which dims of the result it and the tensor vary. The functions are
// templates, of which Index is ComposedIndex and Operand is IndexOperand, so that only programs that explain a view
// compile them.
#pragma once

#include <ndx/engine/composed_index.hpp>
#include <ndx/explain/to_text.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Text for an operand: "indices of shape (2) of a dim of size 5, stride 12".
template <class Operand>
std::string operand_text(const Operand& operand) {
  const DimsView shape = operand.tensor->layout.shape;
  if (operand.kind != Operand::Kind::integers) return message("offsets of shape ", shape);
  return message("indices of shape ", shape, " of a dim of size ", operand.size, ", stride ",
                 operand.stride);
}

template <class Index>
std::string chain_text(const Index& index) {
  const Layout& layout = index.layout();
  const std::string links = message(index.links(), index.links() == 1 ? " link: " : " links: ");
  if (index.is_view()) return links + layout_text(layout) + "; a view, no copy\n";
  if (index.mask() != nullptr)
    return message(links, "shape ", DimsView(layout.shape), "; a mask, kept as bits\n");
  const IndexPlan plan = index.plan("explain");
  Columns table(2, kTerminal, {6, 6, 0, 24});
  table.add({"link", "term", "selects by", "strides"});
  for (std::size_t k = 0; k < plan.operands.size(); ++k) {
    const IndexOperand& operand = plan.operands[k];
    if (operand.tensor == nullptr) continue;  // a bool, which selects nothing
    const int link = operand.link == IndexOperand::kNoLink ? 0 : operand.link;
    table.add(
        {message(link), message(operand.term), operand_text(operand), message(plan.strides_of(k))});
  }
  table.add({"", "", message("the tensor, from offset ", plan.view.offset),
             message(DimsView(plan.view_strides))});
  return message(links, "shape ", DimsView(plan.shape), "; one gather\n", table.text());
}

}  // namespace detail

/// Describes the chain of an indexed view, and the one plan that it became, as text: for each index tensor the link
/// and the term that it comes from, what it indexes, and its strides along the dims of the result; and those of the
/// tensor. An index tensor that a later link indexed appears as what was selected of it.
///   std::cout << explain(x.indexed({ids}).index({Slice(), 0}));
/// Reads no element of the tensor. Throws IndexError if an integer of a link was skipped, so that nothing is
/// selected, and an index tensor has an element out of bounds.
template <Element T>
[[nodiscard]] std::string explain(const IndexedView<T>& view) {
  return detail::chain_text(view.index_);
}

NDX_NAMESPACE_END
