// Fuzz body: one index expression, read, read into memory, planned, written and combined, each
// compared with the reference evaluator; all memory is compared, not only what was asked for.
#include <ndx/ndx.hpp>

#include "expected_writes.hpp"
#include "index_case.hpp"

namespace {

using namespace fuzz;

/// What reading the case gives from that buffer.
template <class T>
std::vector<T> expected_elements(const IndexCase<T>& c, std::span<const T> buffer, const T& fill) {
  std::vector<T> result;
  for (const std::int64_t place : c.where().values)
    result.push_back(place == kSkippedPlace ? fill : buffer[static_cast<std::size_t>(place)]);
  return result;
}

template <class T>
void expect_elements(const IndexCase<T>& c, const std::string& call, const ndx::Tensor<T>& result,
                     const std::vector<T>& expected) {
  if (to_shape(result.shape()) != c.where().shape)
    c.wrong(call + " has shape " + spell(to_shape(result.shape())) + " instead of " +
            spell(c.where().shape));
  std::size_t i = 0;
  for (const T& element : result)
    if (!same(element, expected[i++]))
      c.wrong(call + " differs at element " + std::to_string(i - 1));
  if (i != expected.size()) c.wrong(call + " has another number of elements");
}

/// A view shows the very elements that the reference names; a copy is fresh and contiguous.
template <class T>
void expect_result(const IndexCase<T>& c, const std::string& call, const ndx::Tensor<T>& result,
                   const Sample<T>& source, const T& fill) {
  expect_elements(c, call, result, expected_elements<T>(c, source.buffer(), fill));
  if (c.copies()) {
    if (!result.is_contiguous()) c.wrong(call + " is a copy that is not contiguous");
    if (result.numel() != 0 && source.holds(result.data())) c.wrong(call + " is not a copy");
  } else if (result.numel() != 0) {
    const RefTensor places = ref_strided(to_shape(result.shape()), to_shape(result.strides()),
                                         result.data() - source.buffer().data());
    if (places.values != c.where().values) c.wrong(call + " is not the view that it should be");
  }
}

template <class T>
void check_read(const IndexCase<T>& c) {
  const T fill = element<T>(93);
  const ndx::Tensor<T> t = c.tensor();
  const bool plainly = c.bounds() == RefBounds::raise && c.random().chance(50);
  ndx::Tensor<T> result;
  const RefFaults thrown = refusal_of([&] {
    result =
        plainly
            ? read_by(c.rule(), t, c.indices())
            : read_by(c.rule(), t, c.indices(),
                      ndx::IndexOptions<T>{.bounds = to_bounds(c.bounds(), true), .fill = fill});
  });
  c.expect_fault("a read", thrown, c.faults());
  if (thrown == 0) expect_result(c, "a read", result, c.memory(), fill);
}

/// A plan on the tensor that it was made for, and on another one of the same layout.
template <class T>
void check_planned_read(const IndexCase<T>& c) {
  const T fill = element<T>(94);
  std::optional<ndx::Plan> plan;
  const RefFaults thrown =
      refusal_of([&] { plan = c.tensor().plan(c.indices(), plan_options(c, true)); });
  c.expect_fault("plan", thrown, c.faults());
  if (thrown != 0) return;
  if (to_shape(plan->result_shape()) != c.where().shape) c.wrong("a plan has another shape");
  if (plan->is_view() == c.copies()) c.wrong("a plan is no view, or is one");
  const Sample<T> other(c.view(), 40);
  expect_result(c, "a planned read", plan->read(c.tensor(), fill), c.memory(), fill);
  expect_result(c, "a second planned read", plan->read(other.tensor(), fill), other, fill);
}

/// A tensor to be written, in memory of its own or in the source's, and that memory's elements
/// after the write.
template <class T>
struct Output {
  Output(const IndexCase<T>& c, const Shape& shape)
      : own(c.random().chance(20) ? c.random().view_within(c.random().between(1, 60), shape)
                                  : c.random().strided(shape, false),
            20),
        shared(c.random().chance(30)),
        view(shared ? c.random().view_within(c.view().size, shape) : own.view()),
        tensor(shared ? c.memory().tensor(view) : own.tensor()),
        memory(shared ? c.memory().buffer() : own.buffer()),
        expected(memory) {}

  void write(const std::vector<T>& elements) {
    const RefTensor places = ref_strided(view.shape, view.strides, view.offset);
    for (std::size_t i = 0; i < elements.size(); ++i)
      expected[static_cast<std::size_t>(places.values[i])] = elements[i];
  }

  bool repeats() const {
    return has_duplicates(ref_strided(view.shape, view.strides, view.offset).values);
  }

  Sample<T> own;
  bool shared;
  Strided view;
  ndx::Tensor<T> tensor;
  std::span<T> memory;
  Copy<T> expected;
};

template <class T>
void check_read_into(const IndexCase<T>& c) {
  const T fill = element<T>(95);
  Shape shape = c.where().shape;
  if (c.random().chance(5)) shape = c.random().value_shape(shape);
  Output<T> out(c, shape);
  RefFaults faults = c.faults();
  if (faults != 0 || shape != c.where().shape) faults |= kShapeFault;
  if (out.repeats()) faults |= kValueFault;
  if (faults == 0) out.write(expected_elements<T>(c, c.memory().buffer(), fill));
  const bool by_plan = c.random().chance(40);
  const RefFaults thrown = refusal_of([&] {
    if (by_plan) {
      c.tensor().plan(c.indices(), plan_options(c, true)).read_into(out.tensor, c.tensor(), fill);
    } else {
      read_into_by(c.rule(), out.tensor, c.tensor(), c.indices(),
                   {.bounds = to_bounds(c.bounds(), true), .fill = fill});
    }
  });
  const std::string call = std::string(by_plan ? "read_into " : "a read into ") +
                           (out.shared ? "the source's memory, " : "") + spell(out.view);
  c.expect_fault(call, thrown, faults);
  const std::int64_t differs = out.expected.first_difference(out.memory);
  if (differs >= 0) c.wrong(call + ": memory differs at " + std::to_string(differs));
}

/// One write, by a call or a plan, of a scalar or a tensor that may share the target's memory.
template <class T>
class Write {
 public:
  explicit Write(const IndexCase<T>& c)
      : c_(c),
        reduction_(draw_reduction<T>(c.random())),
        by_plan_(c.random().chance(30)),
        expected_(c.memory().buffer()) {}

  void run() {
    RandomExpressions& random = c_.random();
    const Shape shape = random.value_shape(c_.where().shape);
    if (random.chance(25)) {
      const T value = element<T>(random.between(0, 3));
      return check("a scalar", RefArray<T>{{}, {value}}, value);
    }
    if (random.chance(40)) {
      const Strided view = random.view_within(c_.view().size, shape);
      return check("the target's memory, " + spell(view), c_.memory().values(view),
                   c_.memory().tensor(view));
    }
    const bool converted = std::is_arithmetic_v<T> && random.chance(20);
    const Strided view = random.strided(shape, true);
    if (view.size > kLargestValue) return;
    if (converted) return other_type(Sample<std::int8_t>(view, 50));
    const Sample<T> value(view, 50);
    check(spell(view), value.values(view), value.tensor());
  }

 private:
  /// In elements: a larger buffer of a value would need more memory than an input may take.
  static constexpr std::int64_t kLargestValue = 1 << 20;

  void other_type(const Sample<std::int8_t>& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      RefArray<T> dense{value.view().shape, {}};
      for (const std::int8_t v : value.values(value.view()).values)
        dense.values.push_back(static_cast<T>(v));
      check("int8 " + spell(value.view()), dense, value.tensor());
    }
  }

  template <class Value>
  void check(const std::string& value_name, const RefArray<T>& dense, const Value& value) {
    const RefFaults faults = put(dense);
    const RefFaults thrown = refusal_of([&] { write(value); });
    const std::string call =
        std::string(by_plan_ ? "scatter_ (" : "a put (") + reduction_.name + ") of " + value_name;
    c_.expect_fault(call, thrown, faults);
    const std::int64_t differs = expected_.first_difference(c_.memory().buffer());
    if (differs >= 0) c_.wrong(call + ": memory differs at " + std::to_string(differs));
  }

  /// Writes to the copy of the memory; the faults that the call may name.
  RefFaults put(const RefArray<T>& value) {
    RefFaults faults = c_.faults();
    if (faults != 0) return faults | kShapeFault | kValueFault;  // which is named is not said
    if (c_.repeats()) faults |= kValueFault;
    Copy<T> after(c_.memory().buffer());
    faults |= fuzz::put(after, c_.where(), value, reduction_);
    if (faults == 0) expected_ = std::move(after);
    return faults;
  }

  template <class Value>
  void write(const Value& value) {
    const ndx::Tensor<T> t = c_.tensor();
    if (by_plan_) {
      t.plan(c_.indices(), plan_options(c_, false))
          .write_(t, value, ndx::IndexOptions<T>{.reduce = reduction_.ours});
    } else {
      write_by(
          c_.rule(), t, c_.indices(), value,
          ndx::IndexOptions<T>{.reduce = reduction_.ours, .bounds = to_bounds(c_.bounds(), false)});
    }
  }

  const IndexCase<T>& c_;
  Reduction<T> reduction_;
  bool by_plan_;
  Copy<T> expected_;
};

template <class T>
void run_case(RandomExpressions& random) {
  const IndexCase<T> c(random);
  Witness source;
  source.watch(c.memory().buffer().data(), c.memory().buffer().size_bytes());
  check_read(c);
  check_planned_read(c);
  if (!source.unchanged()) c.wrong("a read changed its source");
  check_read_into(c);
  const IndexCase<T> w(random);
  Write<T>(w).run();
  if (!c.index_memory().unchanged() || !w.index_memory().unchanged())
    w.wrong("an index tensor or a mask was changed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  RandomExpressions random = expressions_from(input);
  switch (input.integer(0, 6)) {
    case 1:
      run_case<std::int32_t>(random);
      break;
    case 2:
      run_case<std::uint16_t>(random);
      break;
    case 3:
      run_case<float>(random);
      break;
    case 4:
      run_case<bool>(random);
      break;
    case 5:
      run_case<Bytes3>(random);
      break;
    case 6:
      run_case<Pair16>(random);
      break;
    default:
      run_case<std::int64_t>(random);
  }
  return 0;
}
