// describe: prints what a tensor is rather than what it contains: its layout, and where its memory
// comes from.
//
// The text is for people who debug a program. No element is read, so that it works for tensors of
// any size and type. What builds the text is a template, of which Memory is Storage, so that only programs that call
// describe compile it.
#pragma once

#include <string>

#include <ndx/explain/columns.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns an address in hexadecimal digits: "0x7f00".
template <class Text = std::string>
NDX_COLD Text address_text(const void* address) {
  auto rest = reinterpret_cast<std::uintptr_t>(address);
  char digits[2 * sizeof rest];
  std::size_t first = sizeof digits;
  do {
    digits[--first] = "0123456789abcdef"[rest % 16];
    rest /= 16;
  } while (rest != 0);
  return message("0x", std::string_view(digits + first, sizeof digits - first));
}

NDX_COLD inline const char* memory_name(MemoryKind kind) noexcept {
  switch (kind) {
    case MemoryKind::allocated:
      return "allocated";
    case MemoryKind::adopted:
      return "adopted";
    case MemoryKind::mapped:
      return "mapped";
    case MemoryKind::borrowed:
      break;
  }
  return "borrowed";
}

NDX_COLD inline const char* access_text(const Layout& layout, bool read_only) {
  if (read_only) return "read-only";
  return overlaps_itself(layout) ? "not writable: elements share memory" : "writable";
}

/// Returns whether a tensor of this layout covers all of its memory and keeps it alive.
NDX_COLD inline bool owns_all(const Storage& storage, const Layout& layout, index_t element_bytes) {
  return storage.kind() != MemoryKind::borrowed && is_contiguous(layout) &&
         storage.bytes() == numel(layout) * element_bytes;  // contiguous: cannot overflow
}

/// Draws the memory with one character per element: the last digit of i where t[0, …, i, …, 0] is
/// stored, with i along dim `dim`; "*" where several are stored; "." elsewhere.
template <class Text = std::string>
NDX_COLD Text memory_line(const Layout& layout, std::size_t dim, index_t elements) {
  Text line(static_cast<std::size_t>(elements), '.');
  const index_t step = layout.strides[dim];
  if (step == 0) {  // one element, whatever the size of the dim
    line[static_cast<std::size_t>(layout.offset)] = layout.shape[dim] == 1 ? '0' : '*';
    return line;
  }
  for (index_t i = 0; i < layout.shape[dim]; ++i)
    line[static_cast<std::size_t>(layout.offset + i * step)] = static_cast<char>('0' + i % 10);
  return line;
}

/// Returns one line per dim, each preceded by a newline, with a drawing of the memory if it is
/// small.
template <class Text = std::string>
NDX_COLD Text dims_lines(const Layout& layout, index_t elements) {
  constexpr index_t kDrawn = 40;
  Columns<Text> lines(2, 80, {8, 28, 28, kDrawn + 2});
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    lines.add({message("dim ", d), message("size ", layout.shape[d]),
               message("stride ", layout.strides[d]),
               elements <= kDrawn ? message("|", memory_line(layout, d, elements), "|") : ""});
  }
  Text text = "\n" + lines.text();
  text.pop_back();
  return text;
}

/// Returns the text of describe(). The storage is passed by reference, because a copy would be
/// counted as an owner.
template <class Memory>
NDX_COLD std::string describe(const Memory& storage, const Layout& layout, DType dtype,
                              index_t element_bytes, bool read_only) {
  const index_t count = numel(layout);
  std::string text = message("tensor of ", dtype_name(dtype), ", shape ", layout.shape,
                             ", strides ", layout.strides, ", offset ", layout.offset, "\n", count,
                             count == 1 ? " element of " : " elements of ", element_bytes,
                             element_bytes == 1 ? " byte" : " bytes");
  if (count != 0)
    text += message(" at ", address_text(storage.data() + layout.offset * element_bytes));
  text += message(is_contiguous(layout) ? ", contiguous, " : ", not contiguous, ",
                  access_text(layout, read_only), "\n");
  if (storage.data() == nullptr) return message(text, "without memory");
  text +=
      message(owns_all(storage, layout, element_bytes) ? "owner of " : "view of ", storage.bytes(),
              " ", memory_name(storage.kind()), " bytes at ", address_text(storage.data()));
  if (storage.owners() > 1) text += message(", shared by ", storage.owners(), " tensors");
  if (count != 0) text += dims_lines(layout, storage.bytes() / element_bytes);
  return text;
}

}  // namespace detail

/// Describes a tensor in three lines: its element type and layout; where its elements are stored,
/// whether they are contiguous (row-major) and whether they can be written; which memory the tensor
/// owns or views. A line for each dim follows, unless the tensor is empty. Only the addresses
/// differ from one run of a program to the next.
///   describe(arange<float>(6).reshape({2, 3}).transpose()):
///     tensor of float32, shape (3, 2), strides (1, 3), offset 0
///     6 elements of 4 bytes at 0x55d2c0, not contiguous, writable
///     view of 24 allocated bytes at 0x55d2c0
///       dim 0  size 3  stride 1  |012...|
///       dim 1  size 2  stride 3  |0..1..|
/// Memory of at most 40 elements is drawn between bars, one character per element. Along dim 0, the
/// digit i is drawn where t[i, 0] is stored (only its last digit from 10 on), "*" where several are
/// (stride 0).
/// The memory was "allocated" by ndx, "adopted" (adopt), "mapped" (map_npy) or "borrowed" (borrow:
/// nothing keeps it alive). An "owner" keeps the memory alive, is contiguous and covers all of it;
/// any other tensor is a "view". "shared by" counts this tensor and all others that keep the memory
/// alive. Source: NumPy's x.flags and x.__array_interface__ give these facts.
template <Element T>
[[nodiscard]] std::string describe(const Tensor<T>& tensor) {
  return detail::describe(tensor.storage(), tensor.layout(), tensor.dtype(),
                          static_cast<index_t>(sizeof(T)), std::is_const_v<T>);
}

NDX_NAMESPACE_END
