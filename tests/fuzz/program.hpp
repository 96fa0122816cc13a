// A program of calls on a few tensors that share memory, each call beside its model, and everything
// compared after each.
#pragma once

#include <optional>

#include "program_memory.hpp"

namespace fuzz {

/// A plan, the tensor that it was made for, and the places in any such tensor that it selects.
struct Planned {
  ndx::Plan plan;
  Slot t;
  RefTensor places;
  RefTerms view;  // the basic terms, which make the view that is written through
  bool copies;
};

/// A tensor, one of its dims, and indices into that dim of the tensor's rank.
struct DimIndices {
  Slot t;
  std::size_t dim;
  Slot index;
};

class Program {
 public:
  explicit Program(FuzzInput& input)
      : random([&input](std::uint64_t n) {
          return static_cast<std::uint64_t>(
              n == 0 ? input.integer(INT64_MIN, INT64_MAX)
                     : input.integer(0, static_cast<std::int64_t>(n - 1)));
        }) {
    for (std::size_t b = 0; b < kBases; ++b) {
      storage_[b].resize(static_cast<std::size_t>(random.pick({24, 7, 40, 60})));
      for (std::size_t i = 0; i < storage_[b].size(); ++i)
        storage_[b][i] = static_cast<Int>((i * 5 + 2) % 7) - 2;
      const auto size = static_cast<Int>(storage_[b].size());
      bases_[b] = memory.adopt(ndx::borrow(storage_[b].data(), {size}), {{size}, storage_[b]});
    }
    for (int i = 0; i < 3; ++i) keep(shared(random_shape()));
  }

  // ---- Drawing arguments.

  const Slot& draw() { return slots_[below(slots_.size())]; }
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(random.below(static_cast<Int>(n)));
  }
  /// A dim of that rank, which is not 0.
  std::size_t dim(const Slot& t) { return below(t.cells.shape.size()); }
  /// The dim as a caller may count it.
  Int named(std::size_t dim, const Slot& t) {
    const auto d = static_cast<Int>(dim);
    return random.chance(30) ? d - static_cast<Int>(t.cells.shape.size()) : d;
  }
  Shape random_shape() {
    Shape shape;
    for (Int rank = random.pick({2, 1, 3, 0, 4}); rank > 0; --rank)
      shape.push_back(random.pick({2, 3, 1, 4, 2, 3, 0}));
    return shape;
  }
  Int value() { return random.between(-3, 6); }

  /// A tensor of that shape in the memory that the program's tensors share, on any strides.
  Slot shared(const Shape& shape) {
    const Slot& base = bases_[below(kBases)];
    const Strided view = random.view_within(base.cells.shape[0], shape);
    Slot slot{base.ours.as_strided(view.shape, view.strides, view.offset), {shape, {}}};
    for (const Int place : ref_strided(view.shape, view.strides, view.offset).values)
      slot.cells.values.push_back(base.cells.values[static_cast<std::size_t>(place)]);
    return slot;
  }

  /// A tensor of that shape: shared, or fresh with values from low to high; now and then any.
  Slot argument(const Shape& shape, Int low = 0, Int high = 5) {
    if (random.chance(6)) return draw();
    if (random.chance(50)) return shared(shape);
    RefTensor values{shape, {}};
    for (std::size_t i = 0; i < element_count(shape); ++i)
      values.values.push_back(random.chance(2) ? 9 : random.between(low, std::max(low, high)));
    return memory.adopt(ToNdx(random).tensor<Int>(shape, values.values), values);
  }
  /// Indices of that shape into a dim of size n.
  Slot indices(const Shape& shape, Int n) { return argument(shape, n == 0 ? 0 : -n, n - 1); }

  /// The first arguments of gather and scatter_; none if the tensor that is drawn has rank 0.
  std::optional<DimIndices> dim_indices() {
    const Slot t = draw();
    if (t.cells.shape.empty()) return std::nullopt;
    const std::size_t d = dim(t);
    Shape shape = t.cells.shape;
    shape[d] = random.pick({2, 1, 3, 0});
    return DimIndices{t, d, indices(shape, t.cells.shape[d])};
  }

  /// A mask of that shape, and what it holds.
  std::pair<ndx::Tensor<bool>, RefArray<bool>> mask(const Shape& shape) {
    const Slot of = argument(shape);
    const Int limit = random.between(-1, 4);
    RefArray<bool> dense{of.cells.shape, {}};
    for (const Int v : memory.values(of.cells).values) dense.values.push_back(v > limit);
    return {of.ours > limit, dense};
  }

  // ---- Making calls. `model` gives what the call should give, or throws its faults.

  /// A call that gives a view: model() gives its cells.
  template <class Model, class Call>
  void view(const std::string& call, Model model, Call run) {
    RefTensor cells;
    const RefFaults faults = ref_faults([&] { cells = model(); });
    ndx::Tensor<Int> result;
    if (!answered(call, faults, [&] { result = run(); })) return;
    keep({result, cells});
  }

  /// A call that gives a fresh tensor: model() gives its values.
  template <class Model, class Call>
  void copy(const std::string& call, Model model, Call run) {
    RefTensor values;
    const RefFaults faults = ref_faults([&] { values = model(); });
    ndx::Tensor<Int> result;
    if (!answered(call, faults, [&] { result = run(); })) return;
    if (!result.is_contiguous()) wrong("the result is not contiguous");
    keep(memory.adopt(result, values));
  }

  /// A call that writes: model() writes to the cells, or throws before it does.
  template <class Model, class Call>
  void write(const std::string& call, Model model, Call run) {
    const RefFaults faults = ref_faults(model);
    answered(call, faults, run);
  }

  /// Compares every tensor of the program, and all the memory that they share.
  void check() {
    for (const Slot& base : bases_) check(base, "the shared memory");
    for (std::size_t i = 0; i < slots_.size(); ++i)
      check(slots_[i], "tensor " + std::to_string(i) + " of " + spell(slots_[i]));
  }

  void drop() {
    if (slots_.size() < 2) return;
    slots_.erase(slots_.begin() + static_cast<Int>(below(slots_.size())));
    log_ += "\n  a handle is dropped";
  }

  Memory memory;
  RandomExpressions random;
  std::vector<Planned> plans;

 private:
  template <class Model>
  static RefFaults ref_faults(Model model) {
    try {
      model();
    } catch (const RefError& error) {
      return error.faults;
    }
    return 0;
  }

  template <class Call>
  bool answered(const std::string& call, RefFaults faults, Call run) {
    log_ += "\n  " + call;
    const RefFaults thrown = fault_of(run);
    if (faults == 0 ? thrown != 0 : (thrown & faults) == 0)
      wrong("threw " + describe(thrown) + " instead of " + describe(faults));
    if (thrown != 0) log_ += " (" + describe(thrown) + ")";
    return thrown == 0;
  }

  /// A result takes a tensor's place, or is compared and forgotten if it is large.
  void keep(const Slot& slot) {
    check(slot, "the result");
    Int extent = 1;
    for (const Int n : slot.cells.shape) extent *= std::clamp<Int>(n, 1, 300);
    if (extent > 300) return;
    if (slots_.size() < 6)
      slots_.push_back(slot);
    else
      slots_[below(slots_.size())] = slot;
    log_ += " -> " + spell(slot);
  }

  void check(const Slot& slot, const std::string& name) {
    const std::string fault = memory.check(slot);
    if (!fault.empty()) wrong(name + " " + fault);
  }

  [[noreturn]] void wrong(const std::string& what) const {
    fail(what + " after the last of" + log_);
  }

  static constexpr std::size_t kBases = 2;
  std::array<std::vector<Int>, kBases> storage_;
  std::array<Slot, kBases> bases_;
  std::vector<Slot> slots_;
  std::string log_;
};

}  // namespace fuzz
