// The registry of public functions: every function that the library offers, each as a call that
// takes all it needs from one set of arguments.
//
// One list serves the tests that do the same to all functions: failed allocations (benign
// arguments), hostile callers (extreme ones) and fuzzing (random ones). A test compares the names
// with the headers, so that a function without an entry is noticed:
// tests/build/public_functions.sh.
//
// To add a function: add("its name", [](Arguments& a) { a.see(its_name(a.floats, …)); }) in the
// file of its family, one entry for each overload. The name is the function's, with its class for a
// member ("Tensor::reshape"), and after a blank whatever tells the entries apart.
#pragma once

#include <complex>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <ndx/tensor.hpp>
#include <ndx/tensor/half_elements.hpp>

namespace ndx_test {

using ndx::Dims;
using ndx::index_t;
using ndx::Slice;
using ndx::Tensor;

/// A plain struct as an element: 12 bytes, for which no kernel is made.
struct Point {
  std::int32_t x, y, z;
};

/// The number as an element: its real part, or each member of a struct.
template <class T>
T element_of(index_t number) {
  if constexpr (std::is_same_v<T, Point>) {
    const auto part = static_cast<std::int32_t>(number);
    return {part, part, part};
  } else {
    return ndx::convert_element<T>(number);
  }
}

/// What an entry takes its arguments from. What a test may rely on:
///  - Every tensor that an entry reads or writes is a member, a view of a member, or made and
///    dropped by the entry. So a snapshot of the members (for_each_tensor) is a snapshot of all
///    that a call may change. The members may share memory in any way, and have any strides.
///  - An entry assigns to no member; only the function may change elements.
///  - An entry makes at most one call that changes elements, and makes it last: when the entry
///    throws, whatever has changed was changed by a call that failed.
///  - Entries do no arithmetic with the integers and index no element themselves: anything may be
///    passed. They throw what the library throws, and std::bad_alloc.
///  - What a function returns is handed to see(), which reads both ends of its memory.
/// With benign_arguments() every entry succeeds; the values are given in brackets, for a shape
/// S = (s0, s1, …). Entries may refuse other arguments with the library's errors.
struct Arguments {
  Tensor<float> floats;               // [S, ascending]
  Tensor<float> others;               // [S, values 0…6: the other operand, the source]
  Tensor<float> out;                  // [S, what results are written into]
  Tensor<float> list;                 // [(s0), ascending]
  Tensor<float> one;                  // [(), a single value]
  Tensor<index_t> integers;           // [S, values 0 and 1: an index for any dim, small counts]
  Tensor<index_t> more;               // [S, values 1 and 2: the other operand]
  Tensor<index_t> index;              // [(s0), a permutation of 0…s0-1]
  Tensor<index_t> few;                // [(4), values 0 and 1: a short index for any dim]
  Tensor<std::int32_t> narrow_index;  // [the same as 32-bit integers]
  Tensor<bool> mask;                  // [S, some of each]
  Tensor<bool> row_mask;              // [(s0), true at the odd places]
  Tensor<std::complex<float>> waves;  // [S, ascending]
  Tensor<Point> points;               // [S, ascending]
  Tensor<ndx::float16> halves;        // [S, ascending]
  Tensor<double> doubles;             // [S, ascending]

  index_t dim = 0;        // [0]
  index_t other_dim = 1;  // [1]
  index_t position = 1;   // [1: an index within any dim]
  index_t count = 2;      // [2]
  index_t step = 1;       // [1]
  double scalar = 0.5;

  Dims shape;                           // [S]
  Dims other_shape;                     // [as many elements in two dims]
  Dims strides;                         // [those of floats]
  Dims dims;                            // [all dims, in reverse order]
  Dims sizes;                           // [{1, s0 - 1}]
  Dims repeats;                         // [one for each dim: 1 but for the last, 2]
  Slice slice;                          // [1:]
  std::vector<ndx::TensorIndex> terms;  // [{index}, so that the result has shape S]

  ndx::Bounds bounds = ndx::Bounds::wrap;  // for calls that take a policy
  ndx::IndexRule rule = ndx::IndexRule::views_first;
  std::string text = "1, ..., [[0, 1]]";  // an index expression
  std::string npy_file;                   // an existing .npy file of floats
  std::string index_file;                 // an existing .npy file of 64-bit integers
  std::string struct_file;  // an existing .npy file of structs with the field x, int32
  std::string new_file;     // a file that may be written

  std::string* seen = nullptr;  // [null: nothing] what see() appends results to, element by element

  /// The integers that a test may set to whatever it likes; the items of the Dims come on top.
  static constexpr index_t Arguments::* kIntegers[] = {&Arguments::dim, &Arguments::other_dim,
                                                       &Arguments::position, &Arguments::count,
                                                       &Arguments::step};
  static constexpr Dims Arguments::* kDims[] = {&Arguments::shape,   &Arguments::other_shape,
                                                &Arguments::strides, &Arguments::dims,
                                                &Arguments::sizes,   &Arguments::repeats};

  /// visit(tensor) for each tensor member, in the order above.
  template <class Visit>
  void for_each_tensor(Visit&& visit) {
    visit(floats), visit(others), visit(out), visit(list), visit(one);
    visit(integers), visit(more), visit(index), visit(few), visit(narrow_index);
    visit(mask), visit(row_mask), visit(waves), visit(points), visit(halves), visit(doubles);
  }

  /// Takes what a function has returned: a tensor, or something that holds some, has both ends of
  /// its memory read; anything else is dropped. Allocates nothing, but for `seen`: it gets the elements
  /// of tensors, numbers and text.
  template <class Result>
  void see(const Result& result) {
    if constexpr (requires { result.storage(), result.layout(); }) {
      see_memory(result.storage(), result.layout(), sizeof(*result.data()));
    } else if constexpr (requires { result.values; }) {
      see(result.values);
      if constexpr (requires { result.indices; }) see(result.indices);
      if constexpr (requires { result.inverse; }) see(result.inverse);
      if constexpr (requires { result.index, result.counts; })
        see(result.index), see(result.counts);
    } else if constexpr (requires { result.begin()->storage(); }) {
      for (const auto& part : result) see(part);
    } else if constexpr (std::is_arithmetic_v<Result>) {
      if (seen != nullptr) seen->append(reinterpret_cast<const char*>(&result), sizeof result);
    } else if constexpr (std::is_same_v<Result, std::string>) {
      if (seen != nullptr) seen->append(result);
    }
  }

 private:
  void see_memory(const ndx::Storage& storage, const ndx::Layout& layout,
                  std::size_t element_bytes) const;
};

/// Arguments with which every entry succeeds, in memory of their own: for a shape of rank 3 or
/// more, each size at least 2. The files are made in `directory`, which must exist.
Arguments benign_arguments(const Dims& shape, const std::string& directory);

/// Gives tensors and dims the values that they have there for this shape.
void set_benign_tensors(Arguments& arguments, const Dims& shape);

struct PublicFunction {
  std::string name;
  void (*call)(Arguments&);
};

/// All of them, by family.
const std::vector<PublicFunction>& public_functions();

/// Collects the entries of a family.
class Registry {
 public:
  explicit Registry(std::vector<PublicFunction>& functions) : functions_(functions) {}
  void operator()(std::string name, void (*call)(Arguments&)) {
    functions_.push_back({std::move(name), call});
  }

 private:
  std::vector<PublicFunction>& functions_;
};

void add_arithmetic(Registry& add);
void add_comparisons(Registry& add);
void add_copies(Registry& add);
void add_creation(Registry& add);
void add_doors(Registry& add);
void add_element_types(Registry& add);
void add_explanations(Registry& add);
void add_files(Registry& add);
void add_index_reads(Registry& add);
void add_index_writes(Registry& add);
void add_into(Registry& add);
void add_joins(Registry& add);
void add_makers(Registry& add);
void add_masks(Registry& add);
void add_numpy_names(Registry& add);
void add_plans(Registry& add);
void add_reductions(Registry& add);
void add_scatters(Registry& add);
void add_sorts(Registry& add);
void add_takes(Registry& add);
void add_terms(Registry& add);
void add_text(Registry& add);
void add_view_functions(Registry& add);
void add_views(Registry& add);

}  // namespace ndx_test
