// Tensors of ndx behind C functions, for dlpack_python.py: it wraps the structs in capsules and
// hands them to NumPy and PyTorch, and theirs to us.
#include <complex>
#include <sstream>
#include <string>

#include <ndx/interop/dlpack/dlpack_tensor.hpp>
#include <ndx/ndx.hpp>

using ndx::dlpack::ManagedTensor;

namespace {

/// How many exported or imported tensors are alive, by a deleter that counts.
int alive = 0;

template <class T>
ndx::Tensor<T> counted(const ndx::Dims& shape) {
  const auto values = ndx::arange<ndx::index_t>(ndx::numel(shape)).to<T>().clone();
  ++alive;
  return ndx::adopt(values.data(), shape, ndx::contiguous_strides(shape),
                    [keep = values]() mutable {
                      keep = {};
                      --alive;
                    });
}

ndx::DLPackTensor taken;

template <class T>
ManagedTensor* exported(bool transposed) {
  const auto t = counted<T>({2, 3});
  return ndx::to_dlpack(transposed ? t.transpose() : t).release();
}

}  // namespace

extern "C" {

/// (2, 3) of 0…5 of the named type, or its transpose.
ManagedTensor* ndx_make(const char* name, int transposed) {
  const std::string type = name;
  const bool turned = transposed != 0;
  if (type == "int8") return exported<std::int8_t>(turned);
  if (type == "int16") return exported<std::int16_t>(turned);
  if (type == "int32") return exported<std::int32_t>(turned);
  if (type == "int64") return exported<std::int64_t>(turned);
  if (type == "uint8") return exported<std::uint8_t>(turned);
  if (type == "uint16") return exported<std::uint16_t>(turned);
  if (type == "uint32") return exported<std::uint32_t>(turned);
  if (type == "uint64") return exported<std::uint64_t>(turned);
  if (type == "float16") return exported<ndx::float16>(turned);
  if (type == "bfloat16") return exported<ndx::bfloat16>(turned);
  if (type == "float32") return exported<float>(turned);
  if (type == "float64") return exported<double>(turned);
  if (type == "complex64") return exported<std::complex<float>>(turned);
  if (type == "complex128") return exported<std::complex<double>>(turned);
  return nullptr;
}
ManagedTensor* ndx_make_scalar() { return ndx::to_dlpack(counted<double>({})).release(); }
ManagedTensor* ndx_make_empty() { return ndx::to_dlpack(counted<double>({3, 0})).release(); }

int ndx_alive() { return alive; }

/// Calls the deleter of a struct whose capsule nobody took.
void ndx_delete(ManagedTensor* managed) { managed->deleter(managed); }

/// Takes a struct over. Returns "dtype shape strides: elements", or what was thrown.
const char* ndx_take(ManagedTensor* managed) {
  static std::string said;
  try {
    taken = ndx::from_dlpack_any(managed);
    std::visit(
        [](const auto& t) {
          const auto list = [](ndx::DimsView dims) { return ndx::message(dims); };
          std::ostringstream text;
          text << ndx::dtype_name(t.dtype()) << ' ' << list(t.shape()) << ' ' << list(t.strides())
               << ':';
          if constexpr (requires { t.template to<double>(); }) {
            for (const double x : t.template to<double>().to_vector()) text << ' ' << x;
          } else {
            for (const auto& z : t) text << ' ' << z.real() << '+' << z.imag() << 'j';
          }
          said = text.str();
        },
        taken);
  } catch (const ndx::ValueError& error) {
    said = error.what();
  }
  return said.c_str();
}

/// Adds 100 to every element of what was taken.
void ndx_add_100() {
  std::visit(
      [](const auto& t) {
        using T = typename std::remove_cvref_t<decltype(t)>::value_type;
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::int64_t>) t += T{100};
      },
      taken);
}
void ndx_drop() { taken = {}; }
}
