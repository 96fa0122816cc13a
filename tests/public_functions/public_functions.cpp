// The whole registry, and arguments that every entry accepts.
#include "public_functions.hpp"

#include <bit>
#include <filesystem>
#include <fstream>

#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/text/print_tensor.hpp>
#include <ndx/tensor/create/create.hpp>

namespace ndx_test {

/// The elements in row-major order, each that is stretched once.
static void append_elements(std::string& to, const ndx::Storage& storage, const ndx::Layout& layout,
                            std::size_t element_bytes) {
  constexpr index_t most = index_t{1} << 22;  // windows may show the same elements ever again
  const Dims stored = ndx::stored_shape(layout);
  if (ndx::numel(stored) > most) return;
  const ndx::Loop<1> loop = ndx::make_loop<1>(stored, {layout.strides});
  ndx::kernel::for_each_coordinate(loop, loop.rank, {layout.offset}, [&](const auto& at) {
    const std::byte* const element = storage.data() + at[0] * static_cast<index_t>(element_bytes);
    to.append(reinterpret_cast<const char*>(element), element_bytes);
  });
}

void Arguments::see_memory(const ndx::Storage& storage, const ndx::Layout& layout,
                           std::size_t element_bytes) const {
  if (ndx::is_empty(layout.shape)) return;
  const ndx::Extent reach = ndx::extent(layout);
  const auto bytes_at = [&](index_t element) {
    return storage.data() + element * static_cast<index_t>(element_bytes);
  };
  volatile std::byte byte = bytes_at(reach.low)[0];
  byte = bytes_at(reach.high)[element_bytes - 1];
  static_cast<void>(byte);
  if (seen != nullptr) append_elements(*seen, storage, layout, element_bytes);
}

namespace {

/// (first + i) % period of each place i in row-major order.
template <class T>
Tensor<T> counting(const Dims& shape, index_t period, index_t first = 0) {
  Tensor<T> t = ndx::empty<T>(shape);
  for (index_t i = 0; i < t.numel(); ++i) t.data()[i] = element_of<T>(first + i % period);
  return t;
}

/// 0…size-1 backwards.
template <class I>
Tensor<I> backwards(index_t size) {
  return ndx::arange<I>(static_cast<I>(size - 1), static_cast<I>(-1), static_cast<I>(-1));
}

void set_tensors(Arguments& a, const Dims& shape) {
  const index_t total = ndx::numel(shape);
  a.floats = counting<float>(shape, total);
  a.others = counting<float>(shape, 7);
  a.out = ndx::zeros(shape);
  a.list = counting<float>({shape[0]}, shape[0]);
  a.one = ndx::full<float>({}, 2);
  a.integers = counting<index_t>(shape, 2);
  a.more = counting<index_t>(shape, 2, 1);
  a.index = backwards<index_t>(shape[0]);
  a.few = counting<index_t>({4}, 2);
  a.narrow_index = backwards<std::int32_t>(shape[0]);
  a.mask = counting<index_t>(shape, 3).to<bool>();
  a.row_mask = counting<index_t>({shape[0]}, 2).to<bool>();
  a.waves = counting<std::complex<float>>(shape, total);
  a.points = counting<Point>(shape, total);
  a.halves = counting<ndx::float16>(shape, total);
  a.doubles = counting<double>(shape, total);
}

void set_dims(Arguments& a, const Dims& shape) {
  a.shape = shape;
  a.other_shape = {2, ndx::numel(shape) / 2};
  a.strides = a.floats.strides();
  a.repeats = Dims::filled(shape.size(), 1);
  a.repeats[shape.size() - 1] = 2;
  a.dims = a.repeats;
  for (std::size_t d = 0; d < shape.size(); ++d)
    a.dims[d] = static_cast<index_t>(shape.size() - 1 - d);
  a.sizes = {1, shape[0] - 1};
}

/// Two structs of an integer and padding, as many bytes as six integers.
void write_structs(const std::string& path) {
  ndx::save_npy(path, ndx::zeros<std::int32_t>({6}));
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(10);  // where the header begins
  file << "{'descr': [('x', '" << (std::endian::native == std::endian::little ? '<' : '>')
       << "i4'), ('', '|V8')], 'fortran_order': False, 'shape': (2,), }";
}

/// Files are made once for each directory and shape: save_npy waits for the disk.
void set_files(Arguments& a, const std::string& directory) {
  const std::string stem = directory + "/" + ndx::to_string(a.shape);
  a.npy_file = stem + "-floats.npy";
  a.index_file = stem + "-index.npy";
  a.struct_file = directory + "/structs.npy";
  a.new_file = directory + "/new.npy";
  if (!std::filesystem::exists(a.npy_file)) ndx::save_npy(a.npy_file, a.floats);
  if (!std::filesystem::exists(a.index_file)) ndx::save_npy(a.index_file, a.index);
  if (!std::filesystem::exists(a.struct_file)) write_structs(a.struct_file);
}

}  // namespace

Arguments benign_arguments(const Dims& shape, const std::string& directory) {
  Arguments a;
  set_benign_tensors(a, shape);
  a.slice = Slice(1);
  set_files(a, directory);
  return a;
}

void set_benign_tensors(Arguments& a, const Dims& shape) {
  set_tensors(a, shape);
  set_dims(a, shape);
  a.terms = {a.index};
}

static std::vector<PublicFunction> all_functions() {
  std::vector<PublicFunction> functions;
  Registry add(functions);
  for (const auto add_family :
       {add_arithmetic,    add_comparisons,  add_copies,         add_creation,    add_doors,
        add_element_types, add_explanations, add_files,          add_index_reads, add_index_writes,
        add_into,          add_joins,        add_makers,         add_masks,       add_numpy_names,
        add_plans,         add_reductions,   add_scatters,       add_sorts,       add_takes,
        add_terms,         add_text,         add_view_functions, add_views})
    add_family(add);
  return functions;
}

const std::vector<PublicFunction>& public_functions() {
  static const std::vector<PublicFunction> functions = all_functions();
  return functions;
}

}  // namespace ndx_test
