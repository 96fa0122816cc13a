// Bounds policies: what a call does with an index that is out of bounds.
//
// The caller chooses the policy for a whole call. Kernels do not know it: resolve_for translates it into
// the work that they have to do on index values, kernel::Resolve.
#pragma once

#include <ndx/kernel/index/resolve.hpp>

NDX_NAMESPACE_BEGIN

/// How to treat an integer or an element of an index tensor that is out of bounds.
enum class Bounds : std::uint8_t {
  raise,      // IndexError; -size…-1 count from the end
  wrap,       // modulo the size, as NumPy's mode "wrap"
  clip,       // negative -> 0, too large -> size-1, as NumPy's mode "clip"
  wrap_clip,  // -size…-1 count from the end, then as clip: JAX's mode "clip"
  fill,       // reads: returns the fill value; -size…-1 count from the end
  drop,       // writes: skips the element; -size…-1 count from the end
  assume,  // index tensors: the caller promises 0…size-1. Checked builds check it; in other builds a
           // broken promise is undefined behaviour. Integer terms: as raise
  // These are for indices in which negative numbers are padding: every negative index is out of bounds.
  raise_negative,  // otherwise as raise
  fill_negative,   // otherwise as fill
  drop_negative,   // otherwise as drop
};

namespace detail {

/// Whether an index of -size…-1 counts from the end.
constexpr bool counts_from_end(Bounds bounds) noexcept {
  return bounds != Bounds::clip && bounds < Bounds::raise_negative;
}

/// Whether the policy is for reads only, which return the fill value for an index out of bounds.
constexpr bool fills(Bounds bounds) noexcept {
  return bounds == Bounds::fill || bounds == Bounds::fill_negative;
}
/// Whether the policy is for writes only, which skip an index out of bounds.
constexpr bool drops(Bounds bounds) noexcept {
  return bounds == Bounds::drop || bounds == Bounds::drop_negative;
}

/// Whether the policy replaces an index out of bounds by one that is inside.
inline bool moves_inside(Bounds bounds) noexcept {
  return bounds == Bounds::wrap || bounds == Bounds::clip || bounds == Bounds::wrap_clip;
}

/// Returns how kernels resolve index values under a bounds policy. `checked` says whether the caller was
/// compiled as a checked build.
inline kernel::Resolve resolve_for(Bounds bounds, bool checked) noexcept {
  switch (bounds) {
    case Bounds::wrap:
      return kernel::Resolve::wrap;
    case Bounds::clip:
      return kernel::Resolve::clip;
    case Bounds::wrap_clip:
      return kernel::Resolve::wrap_clip;
    case Bounds::fill:
    case Bounds::drop:
      return kernel::Resolve::skip;
    case Bounds::assume:
      return checked ? kernel::Resolve::verify : kernel::Resolve::assume;
    case Bounds::raise_negative:
      return kernel::Resolve::verify;
    case Bounds::fill_negative:
    case Bounds::drop_negative:
      return kernel::Resolve::skip_negative;
    case Bounds::raise:
      break;
  }
  return kernel::Resolve::check;
}

}  // namespace detail
NDX_NAMESPACE_END
