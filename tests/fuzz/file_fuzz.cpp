// Fuzz body: one index expression of an array in an .npy file, read, planned, written and combined, each
// compared with the reference evaluator; the whole file is compared. The file is in either order of dims and
// of bytes, in blocks of any size; reads and writes have little memory or much, several threads or one. Many
// indexes select nothing, or only what the policy skips.
#include <numeric>

#include <ndx/large/tensor_file.hpp>

#include "expected_writes.hpp"
#include "fuzz_directory.hpp"
#include "index_case.hpp"

namespace {

using namespace fuzz;

const std::string& path() {
  static const Directory directory;
  static const std::string made = directory.file("x.npy");
  return made;
}

/// How the array is stored, and how the file is used.
struct How {
  explicit How(RandomExpressions& random)
      : fortran(random.chance(30)),
        swapped(random.chance(20)),
        threads(random.chance(30)),
        options{.memory = random.pick<ndx::index_t>({1 << 20, 1, 200}),
                .block = random.between(1, 40),
                .atomic = random.chance(10)} {
    if (random.chance(30)) options.progress = [](ndx::index_t, ndx::index_t) { return true; };
  }
  std::string spell() const {
    return std::string("\n  a file in ") + (fortran ? "Fortran" : "C") + " order" +
           (swapped ? ", swapped" : "") + (threads ? ", by threads" : "") +
           (options.atomic ? ", atomic" : "") + (options.progress ? ", with progress" : "") +
           ", memory " + std::to_string(options.memory) + ", block " +
           std::to_string(options.block);
  }

  bool fortran;
  bool swapped;
  bool threads;
  ndx::FileOptions options;
};

/// Three threads, one after another.
class Threads {
 public:
  explicit Threads(bool several) {
    if (!several) return;
    ndx::set_executor({[](ndx::index_t parts, ndx::Executor::Task task, const void* work) {
                         for (ndx::index_t part = 0; part < parts; ++part) task(work, part);
                       },
                       3, 1});
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { ndx::set_executor({}); }
};

/// Writes a file of these elements.
template <class T>
void store(const How& how, const ndx::Tensor<T>& elements) {
  ndx::detail::NpyType type = ndx::detail::npy_type<T>();
  type.swapped = how.swapped && type.is_number && type.bytes > 1;
  const ndx::Tensor<T> t = (how.fortran ? elements.transpose() : elements).clone();
  if (type.swapped)
    ndx::detail::swap_byte_order<T>(reinterpret_cast<std::byte*>(t.data()), t.numel());
  std::string text = ndx::detail::npy_preamble(type, elements.shape());
  if (how.fortran) text.replace(text.find("False"), 5, "True ");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path().c_str(), "wb"),
                                                             &std::fclose);
  const auto bytes = static_cast<std::size_t>(t.numel()) * sizeof(T);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fwrite(t.data(), 1, bytes, file.get()) != bytes)
    fail("cannot write " + path());
}

/// An index of the file, and what it means for the elements in row-major order.
template <class T>
class FileCase {
 public:
  explicit FileCase(RandomExpressions& random)
      : c_(random), how_(random), where_(places(), c_.terms(), c_.rule(), c_.bounds()) {
    const ndx::Tensor<T> dense = c_.tensor().contiguous();
    elements_.emplace(std::span<const T>(dense.data(), size()));
    store(how_, dense);
  }

  void run() {
    const Threads threads(how_.threads);
    read();
    planned_read();
    write();
  }

 private:
  /// 0, 1, … in the shape of the array.
  RefTensor places() const {
    RefTensor all{c_.view().shape, {}};
    all.values.resize(size());
    std::iota(all.values.begin(), all.values.end(), 0);
    return all;
  }
  std::size_t size() const { return static_cast<std::size_t>(element_count(c_.view().shape)); }

  [[noreturn]] void wrong(const std::string& what) const { c_.wrong(what + how_.spell()); }
  void expect_fault(const std::string& call, RefFaults thrown, RefFaults faults) const {
    if (faults == 0 ? thrown == 0 : (thrown & faults) != 0) return;
    wrong(call + " threw " + describe(thrown) + " instead of " + describe(faults));
  }
  void expect_read(const std::string& call, const ndx::Tensor<T>& result, const T& fill) const {
    if (to_shape(result.shape()) != where_.where.shape) wrong(call + " has another shape");
    for (std::size_t i = 0; const T& element : result) {
      const std::int64_t place = where_.where.values[i++];
      if (!same(element, place == kSkippedPlace ? fill : (*elements_)[std::size_t(place)]))
        wrong(call + " differs at element " + std::to_string(i - 1));
    }
  }

  void read() {
    const T fill = element<T>(93);
    const ndx::File<const T> file(path(), how_.options);
    ndx::Tensor<T> result;
    const RefFaults thrown = refusal_of([&] {
      result = file.index(
          c_.indices(),
          {.rule = to_rule(c_.rule()), .bounds = to_bounds(c_.bounds(), true), .fill = fill});
    });
    expect_fault("File::index", thrown, where_.faults);
    if (thrown == 0) expect_read("File::index", result, fill);
  }

  void planned_read() {
    const T fill = element<T>(94);
    const ndx::File<const T> file(path(), how_.options);
    std::optional<ndx::Plan> plan;
    const RefFaults thrown =
        refusal_of([&] { plan = file.plan(c_.indices(), plan_options(c_, true)); });
    expect_fault("File::plan", thrown, where_.faults);
    if (thrown == 0) expect_read("File::read", file.read(*plan, fill), fill);
  }

  void write() {
    RandomExpressions& random = c_.random();
    const Reduction<T> reduction = draw_reduction<T>(random);
    const Strided view = random.strided(random.value_shape(where_.where.shape), true);
    if (view.size > 1 << 20) return;
    const Sample<T> value(view, 50);
    const RefFaults faults = where_.faults != 0
                                 ? where_.faults | kShapeFault | kValueFault
                                 : put(*elements_, where_.where, value.values(view), reduction);
    const ndx::File<T> file(path(), how_.options);
    const bool by_plan = random.chance(30);
    const RefFaults thrown = refusal_of([&] {
      const ndx::IndexOptions<T> how{.rule = to_rule(c_.rule()),
                                     .reduce = reduction.ours,
                                     .bounds = to_bounds(c_.bounds(), false)};
      if (!by_plan) return file.index_put_(c_.indices(), value.tensor(), how);
      file.write_(file.plan(c_.indices(), plan_options(c_, false)), value.tensor(),
                  ndx::IndexOptions<T>{.reduce = reduction.ours});
    });
    const std::string call = std::string(by_plan ? "File::write_ (" : "File::index_put_ (") +
                             reduction.name + ") of " + spell(view);
    expect_fault(call, thrown, faults);
    const ndx::Tensor<T> after = ndx::load_npy<T>(path()).contiguous();
    const std::int64_t differs =
        elements_->first_difference(std::span<const T>(after.data(), size()));
    if (differs >= 0) wrong(call + ": the file differs at " + std::to_string(differs));
  }

  IndexCase<T> c_;
  How how_;
  Expected where_;
  std::optional<Copy<T>> elements_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  RandomExpressions random = expressions_from(input);
  switch (input.integer(0, 4)) {
    case 1:
      FileCase<std::uint16_t>(random).run();
      break;
    case 2:
      FileCase<double>(random).run();
      break;
    case 3:
      FileCase<bool>(random).run();
      break;
    case 4:
      FileCase<Bytes3>(random).run();
      break;
    default:
      FileCase<std::int32_t>(random).run();
  }
  return 0;
}
