// Calls functions that take vectors in registers from code in which clang would pass them in
// memory.
//
// Clang passes vectors of 32 and 64 bytes in registers, as the ABI demands and libmvec expects,
// only if the flags enable them for the whole translation unit; the target of the calling function
// does not count. So the calls are in assembly, in naked functions that take pointers and numbers.
#pragma once

#include <ndx/kernel/map/vector_function.hpp>

#if NDX_X86
NDX_NAMESPACE_BEGIN
namespace kernel {
namespace registers {

/// Stores f(a[i]), or f(a[i], b[i]), for `count` > 0 contiguous vectors.
#define NDX_ENTRY(bytes, reg)                                                                      \
  [[gnu::naked, gnu::noinline]] inline void call_##bytes(const void* /*f*/, void* /*to*/,          \
                                                         index_t /*count*/, const void* /*a*/) {   \
    __asm__(                                                                                       \
        "pushq %rbx\n pushq %rbp\n pushq %r12\n pushq %r13\n subq $8, %rsp\n"                      \
        "movq %rdi, %rbx\n movq %rsi, %rbp\n movq %rdx, %r12\n movq %rcx, %r13\n"                  \
        "1: vmovups (%r13), %" #reg "0\n callq *%rbx\n vmovups %" #reg                             \
        "0, (%rbp)\n"                                                                              \
        "addq $" #bytes ", %r13\n addq $" #bytes                                                   \
        ", %rbp\n decq %r12\n jnz 1b\n"                                                            \
        "vzeroupper\n addq $8, %rsp\n popq %r13\n popq %r12\n popq %rbp\n popq %rbx\n retq");      \
  }                                                                                                \
  [[gnu::naked, gnu::noinline]] inline void call_##bytes(                                          \
      const void* /*f*/, void* /*to*/, index_t /*count*/, const void* /*a*/, const void* /*b*/) {  \
    __asm__(                                                                                       \
        "pushq %rbx\n pushq %rbp\n pushq %r12\n pushq %r13\n pushq %r14\n"                         \
        "movq %rdi, %rbx\n movq %rsi, %rbp\n movq %rdx, %r12\n movq %rcx, %r13\n movq %r8, %r14\n" \
        "1: vmovups (%r13), %" #reg "0\n vmovups (%r14), %" #reg                                   \
        "1\n callq *%rbx\n"                                                                        \
        "vmovups %" #reg "0, (%rbp)\n addq $" #bytes ", %r13\n addq $" #bytes                      \
        ", %r14\n"                                                                                 \
        "addq $" #bytes                                                                            \
        ", %rbp\n decq %r12\n jnz 1b\n"                                                            \
        "vzeroupper\n popq %r14\n popq %r13\n popq %r12\n popq %rbp\n popq %rbx\n retq");          \
  }
NDX_ENTRY(32, ymm)
NDX_ENTRY(64, zmm)
#undef NDX_ENTRY

/// Applies functions of whole vectors like VectorMath of vec.inc, with vectors of `bytes` bytes if
/// the function has them.
template <std::size_t bytes>
struct VectorMath {
  template <class Function, class T, class... In>
  static void apply(const Function& f, index_t count, T* to, const In*... from) {
    constexpr auto lanes = static_cast<index_t>(bytes / sizeof(T));
    if (f.template of_width<bytes>() == nullptr)
      return portable::VectorMath::apply(f, count, to, from...);
    const auto* const address = reinterpret_cast<const void*>(f.template of_width<bytes>());
    const auto call = [address](T* results, index_t vectors, const In*... in) {
      if constexpr (bytes == 32) {
        call_32(address, results, vectors, in...);
      } else {
        call_64(address, results, vectors, in...);
      }
    };
    const index_t whole = count / lanes;
    if (whole != 0) call(to, whole, from...);
    const index_t done = whole * lanes;
    if (done == count) return;
    struct Padded {  // padded with an element of the row, as in vec.inc
      Padded(const T* row, index_t n) {
        for (index_t k = 0; k < lanes; ++k) elements[k] = row[k < n ? k : 0];
      }
      T elements[bytes / sizeof(T)];
    };
    T results[bytes / sizeof(T)];
    call(results, 1, Padded(from + done, count - done).elements...);
    std::memcpy(to + done, results, static_cast<std::size_t>(count - done) * sizeof(T));
  }
};

}  // namespace registers
}  // namespace kernel
NDX_NAMESPACE_END
#endif
