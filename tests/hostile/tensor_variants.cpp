// Tensors that are unusual, as each of the arguments.
#include <utility>

#include <ndx/tensor/create/create.hpp>
#include <ndx/tensor/views.hpp>

#include "variants.hpp"

namespace ndx_test {
namespace {

constexpr index_t kHuge = index_t{1} << 40;

/// A variant for each tensor member, and one for all: make(member) takes its place. The terms are
/// made of the index that there is then.
template <class Make>
void add_members(std::vector<Variant>& variants, const std::string& kind, const Make& make) {
  constexpr std::size_t members = 16;
  for (std::size_t chosen = 0; chosen <= members; ++chosen) {
    const std::string which =
        chosen == members ? "all tensors " : "tensor " + std::to_string(chosen);
    variants.push_back({which + " " + kind, [chosen, make](Arguments& a) {
                          std::size_t k = 0;
                          a.for_each_tensor([&](auto& tensor) {
                            if (chosen == members || chosen == k) tensor = make(tensor);
                            ++k;
                          });
                          a.terms = {a.index};
                        }});
  }
}

template <class T>
Tensor<T> stretch(const Tensor<T>& member, const Dims& shape) {
  return (member.numel() == 0 ? ndx::zeros<T>({}) : member.ravel().select(0, -1)).expand(shape);
}

Dims rank_64(index_t last) {
  Dims shape = Dims::filled(64, 1);
  shape[63] = last;
  return shape;
}

}  // namespace

std::vector<Variant> without_elements() {
  std::vector<Variant> variants;
  add_members(variants, "made by default", [](auto& t) { return std::decay_t<decltype(t)>(); });
  add_members(variants, "moved from", [](auto& t) {
    const auto moved = std::move(t);
    return t;
  });
  add_members(variants, "of rank 0", [](auto& t) { return stretch(t, {}).clone(); });
  add_members(variants, "of size 0", [](auto& t) { return t.dim() == 0 ? t : t.narrow(0, 0, 0); });
  add_members(variants, "of size 0 in the last dim",
              [](auto& t) { return t.dim() == 0 ? t : t.narrow(-1, 1, 0); });
  return variants;
}

std::vector<Variant> of_many_dims() {
  std::vector<Variant> variants;
  add_members(variants, "of rank 64", [](auto& t) { return stretch(t, rank_64(1)).clone(); });
  add_members(variants, "of rank 64 with its elements",
              [](auto& t) { return t.reshape(rank_64(t.numel())).transpose(); });
  add_members(variants, "of rank 64 stretched", [](auto& t) { return stretch(t, rank_64(3)); });
  return variants;
}

std::vector<Variant> stretched() {
  std::vector<Variant> variants;
  const std::vector<Dims> shapes = {{3, 4, 5},
                                    {kHuge},
                                    {INT64_MAX},
                                    {kHuge, 0},
                                    {3, 4, kHuge},
                                    {kHuge, 4, 5},
                                    {index_t{1} << 20, index_t{1} << 20, index_t{1} << 20}};
  for (const Dims& shape : shapes) {
    add_members(variants, "stretched to " + ndx::message(shape), [shape](auto& t) {
      const bool none = shape.size() > 1 && shape[1] == 0;
      return none ? std::decay_t<decltype(t)>().expand(shape) : stretch(t, shape);
    });
  }
  add_members(variants, "of one element stretched",
              [](auto& t) { return t.numel() == 0 ? t : stretch(t, {}).clone().expand({kHuge}); });
  return variants;
}

std::vector<Variant> overlapping() {
  std::vector<Variant> variants;
  add_members(variants, "of windows", [](auto& t) {
    return t.dim() == 0 ? t : t.ravel().unfold(0, t.numel() > 1 ? 2 : 1, 1);
  });
  variants.push_back({"floats share memory", [](Arguments& a) {
                        a.others = a.floats.flip();
                        a.out = a.floats.transpose().transpose();
                        a.list = a.floats.select(1, 0).select(1, 0);
                        a.one = a.floats.select(0, 0).select(0, 0).select(0, 0);
                      }});
  variants.push_back({"integers share memory", [](Arguments& a) {
                        a.more = a.integers.flip();
                        a.index = a.integers.select(1, 0).select(1, 0);
                        a.few = a.integers.ravel().narrow(0, 0, 4);
                        a.terms = {a.index};
                      }});
  return variants;
}

std::vector<Variant> extreme_elements() {
  std::vector<Variant> variants;
  for (const index_t value : {INT64_MIN, INT64_MAX, kHuge, index_t{-1}, INT64_MIN + 1}) {
    add_members(variants, "with an element " + std::to_string(value), [value](auto& t) {
      using T = typename std::decay_t<decltype(t)>::value_type;
      auto own = t.clone();
      own.ravel().at(-1) = element_of<T>(value);
      return own;
    });
  }
  return variants;
}

}  // namespace ndx_test
