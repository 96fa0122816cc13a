// The configuration of a translation unit: version, compiler hints, checking level and the inline
// namespace.
//
// Every setting that changes the meaning of inline code is part of the inline namespace's name, so
// that two translation units built with different flags can be linked together and each runs its own
// code. Macros of the library are defined here and in <ndx/compiled.hpp> only; other headers define none that
// they do not undefine.
#pragma once

#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "ndx is C++20: compile with -std=c++20 or newer"
#include <nothing: it ends the compilation, whose further errors would hide the one above>
#elif !defined(__cpp_exceptions)
#error "ndx reports errors as exceptions: compile without -fno-exceptions"
#include <nothing: it ends the compilation, whose further errors would hide the one above>
#endif

#define NDX_VERSION_MAJOR 0
#define NDX_VERSION_MINOR 3
#define NDX_VERSION_PATCH 0

// NDX_ABI_VERSION: the first two numbers of the version, such as 0_3. Releases that differ in the last number
// alone can be mixed in one program. Other releases can be linked into one program, too, but can pass each
// other only plain data.
#define NDX_PASTE_ABI_VERSION_(major, minor) major##_##minor
#define NDX_PASTE_ABI_VERSION(major, minor) NDX_PASTE_ABI_VERSION_(major, minor)
#define NDX_ABI_VERSION NDX_PASTE_ABI_VERSION(NDX_VERSION_MAJOR, NDX_VERSION_MINOR)

// NDX_CHECKED: 1 makes t(i, j, k) and the accessors check bounds. Unless the user defines it, it is 0 if
// NDEBUG is defined and 1 otherwise.
#ifndef NDX_CHECKED
#ifdef NDEBUG
#define NDX_CHECKED 0
#else
#define NDX_CHECKED 1
#endif
#endif

#if NDX_CHECKED
#define NDX_ABI_CHECKING checked
#else
#define NDX_ABI_CHECKING unchecked
#endif

// NDX_EXACT_FLOATS: whether sums of floats are rounded as they are written. clang has a macro for -ffast-math
// but none for the flag that only allows sums to be reordered. Functions that depend on the order therefore
// also begin with NDX_ORDERED_FLOATS.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
#define NDX_EXACT_FLOATS 0
#define NDX_ABI_FLOATS _loose
#elif defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#define NDX_EXACT_FLOATS 0
#define NDX_ABI_FLOATS
#else
#define NDX_EXACT_FLOATS 1
#define NDX_ABI_FLOATS
#endif
#if defined(__clang__)
#define NDX_ORDERED_FLOATS _Pragma("clang fp reassociate(off)")
#else
#define NDX_ORDERED_FLOATS
#endif

// NDX_ABI_ARCH: the widest vector extension that the flags enable, by the compiler's predefined macros.
#if defined(__AVX512BW__)
#define NDX_ABI_ARCH avx512bw
#elif defined(__AVX512F__)
#define NDX_ABI_ARCH avx512f
#elif defined(__AVX2__)
#define NDX_ABI_ARCH avx2
#elif defined(__AVX__)
#define NDX_ABI_ARCH avx
#elif defined(__SSE4_2__)
#define NDX_ABI_ARCH sse4_2
#elif defined(__SSE4_1__)
#define NDX_ABI_ARCH sse4_1
#elif defined(__SSSE3__)
#define NDX_ABI_ARCH ssse3
#elif defined(__SSE3__)
#define NDX_ABI_ARCH sse3
#elif defined(__SSE2__)
#define NDX_ABI_ARCH sse2
#elif defined(__ARM_FEATURE_SVE)
#define NDX_ABI_ARCH sve
#elif defined(__aarch64__)
#define NDX_ABI_ARCH neon64
#elif defined(__ARM_NEON)
#define NDX_ABI_ARCH neon
#else
#define NDX_ABI_ARCH scalar
#endif

// NDX_ABI_FMA, NDX_ABI_BMI2: extensions that compilers use on their own in inline code, independently of the
// vector width.
#if defined(__FMA__)
#define NDX_ABI_FMA _fma
#else
#define NDX_ABI_FMA
#endif
#if defined(__BMI2__)
#define NDX_ABI_BMI2 _bmi2
#else
#define NDX_ABI_BMI2
#endif

// NDX_PORTABLE: 1 leaves out the kernels that are written for one instruction set and dispatched at run
// time. The program then uses only those vector instructions that the flags enable. This shows what the
// kernels gain.
#ifndef NDX_PORTABLE
#define NDX_PORTABLE 0
#endif
#if NDX_PORTABLE
#define NDX_ABI_PORTABLE _portable
#else
#define NDX_ABI_PORTABLE
#endif

// NDX_COMPILED: defined by users of the compiled library, which is ndx::compiled, or <ndx/compiled.hpp> in
// one source file. Functions that know no element type, or only its size, are then calls into the library
// and are not compiled again. The pattern is the same everywhere:
//
//   void walk_basic(const WalkInput& input, Layout& view) NDX_SYMBOL(walk_basic);
//   #if NDX_DEFINES
//   NDX_FUNC void walk_basic(const WalkInput& input, Layout& view) { … }
//   #endif
//
// This is an inline function, or the declaration of a function of the library. For a function template,
// the library holds the instances that NDX_COMPILE_… lists, as in engine/execute.hpp.
//
// One library serves translation units built with any flags. The types of a unit are in the namespace of
// its own flags, so the library's functions have symbols that name the version alone. Only data passes
// between a unit and the library: layouts, plans and storages have the same members whatever the
// flags. Errors are thrown by one and caught by the other, so with the library the namespace of the errors
// names no flags either.
//
// NDX_COMPILED_SOURCE, defined by <ndx/compiled.hpp> alone, says which part of the library a
// translation unit holds: 0 all parts; 1 functions, templates by element size and tensors of the common types, 2
// vectors, products of matrices, running extremes, powers, special functions, 3 element-wise functions of one operand
// and 4 of several, 5 reductions, 6 statistics, 7 text, files and random numbers, 8 scans and positions, 9 sorting,
// searching, sets and segments, 10 joining, splitting, editing, padding, masks, writes by index, samples and windows.
#if !defined(NDX_COMPILED)
#define NDX_ABI_COMPILED
#define NDX_DEFINES 1
#elif defined(NDX_COMPILED_SOURCE)
#define NDX_ABI_COMPILED _library
#define NDX_DEFINES (NDX_COMPILED_SOURCE <= 1)
#else
#define NDX_ABI_COMPILED _compiled
#define NDX_DEFINES 0
#endif

#ifdef NDX_COMPILED
#define NDX_FUNC
#define NDX_SYMBOL(name) \
  __asm__(NDX_STRINGIZE(__USER_LABEL_PREFIX__) "ndx_" NDX_STRINGIZE(NDX_ABI_VERSION) "_" #name)
#define NDX_PASTE_ERRORS_(version) v##version##_errors
#define NDX_PASTE_ERRORS(version) NDX_PASTE_ERRORS_(version)
#define NDX_ERROR_NAMESPACE NDX_PASTE_ERRORS(NDX_ABI_VERSION)
#else
#define NDX_FUNC inline
#define NDX_SYMBOL(name)
#define NDX_ERROR_NAMESPACE NDX_ABI_NAMESPACE
#endif

// NDX_COMPILE_…(symbol, result, name, parameters, arguments, template arguments…) says that a part of the
// library holds this instance of a function template. NDX_COMPILE_SIZES says so of the instances for all
// common element sizes. NDX_EACH_COMMON_TYPE(entry) expands to entry(word, type) for each common element
// type; NDX_EACH_COMMON_NUMBER omits bool. Other instances are compiled where they are used.
#define NDX_CALL_INSTANCE(symbol, result, name, parameters, arguments, ...) \
  template <>                                                               \
  result name<__VA_ARGS__> parameters NDX_SYMBOL(symbol);
#define NDX_HOLD_INSTANCE(symbol, result, name, parameters, arguments, ...) \
  result symbol parameters NDX_SYMBOL(symbol);                              \
  result symbol parameters { return name<__VA_ARGS__> arguments; }

// NDX_HOLDS(part): whether this translation unit holds a part of the library.
#ifdef NDX_COMPILED_SOURCE
#define NDX_HOLDS(part) (NDX_COMPILED_SOURCE == 0 || NDX_COMPILED_SOURCE == part)
#else
#define NDX_HOLDS(part) 0
#endif

#ifndef NDX_COMPILED
#define NDX_COMPILE_SIZE(...)
#define NDX_COMPILE_TENSORS(...)
#define NDX_COMPILE_TEXT(...)
#define NDX_COMPILE_ALIAS(...)
#else
#define NDX_COMPILE_ALIAS NDX_CALL_INSTANCE
#if NDX_HOLDS(1)
#define NDX_COMPILE_SIZE NDX_HOLD_INSTANCE
#define NDX_COMPILE_TENSORS NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_SIZE NDX_CALL_INSTANCE
#define NDX_COMPILE_TENSORS NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(2)
#define NDX_COMPILE_VECTORS NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_VECTORS NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(3)
#define NDX_COMPILE_UNARY NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_UNARY NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(4)
#define NDX_COMPILE_BINARY NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_BINARY NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(5)
#define NDX_COMPILE_REDUCTIONS NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_REDUCTIONS NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(6)
#define NDX_COMPILE_STATISTICS NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_STATISTICS NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(7)
#define NDX_COMPILE_TEXT NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_TEXT NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(8)
#define NDX_COMPILE_SCANS NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_SCANS NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(9)
#define NDX_COMPILE_SORTS NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_SORTS NDX_CALL_INSTANCE
#endif
#if NDX_HOLDS(10)
#define NDX_COMPILE_MOVES NDX_HOLD_INSTANCE
#else
#define NDX_COMPILE_MOVES NDX_CALL_INSTANCE
#endif
#endif

#define NDX_COMPILE_SIZES(result, name, parameters, arguments)       \
  NDX_COMPILE_SIZE(name##_1, result, name, parameters, arguments, 1) \
  NDX_COMPILE_SIZE(name##_2, result, name, parameters, arguments, 2) \
  NDX_COMPILE_SIZE(name##_4, result, name, parameters, arguments, 4) \
  NDX_COMPILE_SIZE(name##_8, result, name, parameters, arguments, 8) \
  NDX_COMPILE_SIZE(name##_16, result, name, parameters, arguments, 16)
#define NDX_EACH_COMMON_TYPE(entry) entry(bool, bool) NDX_EACH_COMMON_NUMBER(entry)
#define NDX_EACH_COMMON_NUMBER(entry) \
  NDX_EACH_COMMON_INTEGER(entry) entry(float, float) entry(double, double)
#define NDX_EACH_COMMON_INTEGER(entry) \
  entry(uint8, std::uint8_t) entry(int32, std::int32_t) entry(int64, std::int64_t)
// NDX_EACH_COMMON_SIZE(entry, instance) expands to entry(instance, bytes, type) for a type of each common
// element size, and to entry(NDX_COMPILE_ALIAS, bytes, type) for the other common types. All types of one
// size share a symbol, whose name has the size.
#define NDX_EACH_COMMON_SIZE(entry, instance)                            \
  entry(instance, 1, std::uint8_t) entry(instance, 4, std::int32_t)      \
      entry(instance, 8, std::int64_t) entry(NDX_COMPILE_ALIAS, 1, bool) \
          entry(NDX_COMPILE_ALIAS, 4, float) entry(NDX_COMPILE_ALIAS, 8, double)
// NDX_EACH_READ_SIZE(entry, instance) expands to these, and to entry(NDX_COMPILE_ALIAS, bytes, const type) for each
// common type: a function that only reads has one symbol for tensors of T and of const T.
#define NDX_EACH_READ_SIZE(entry, instance)                                                    \
  NDX_EACH_COMMON_SIZE(entry, instance)                                                        \
  entry(NDX_COMPILE_ALIAS, 1, const std::uint8_t) entry(NDX_COMPILE_ALIAS, 1, const bool)      \
      entry(NDX_COMPILE_ALIAS, 4, const std::int32_t) entry(NDX_COMPILE_ALIAS, 4, const float) \
          entry(NDX_COMPILE_ALIAS, 8, const std::int64_t)                                      \
              entry(NDX_COMPILE_ALIAS, 8, const double)

// NDX_EACH_UPDATE(entry) expands to entry(symbol) for each operator that updates elements.
#define NDX_EACH_UPDATE(entry)                                                                \
  entry(+=) entry(-=) entry(*=) entry(/=) entry(%=) entry(<<=) entry(>>=) entry(&=) entry(|=) \
      entry(^=)

#define NDX_PASTE_TAGS_(version, arch, fma, bmi2, portable, floats, checking, compiled) \
  v##version##_##arch##fma##bmi2##portable##floats##_##checking##compiled
#define NDX_PASTE_TAGS(version, arch, fma, bmi2, portable, floats, checking, compiled) \
  NDX_PASTE_TAGS_(version, arch, fma, bmi2, portable, floats, checking, compiled)
#define NDX_ABI_NAMESPACE                                                                    \
  NDX_PASTE_TAGS(NDX_ABI_VERSION, NDX_ABI_ARCH, NDX_ABI_FMA, NDX_ABI_BMI2, NDX_ABI_PORTABLE, \
                 NDX_ABI_FLOATS, NDX_ABI_CHECKING, NDX_ABI_COMPILED)

#define NDX_NAMESPACE_BEGIN \
  namespace ndx {           \
  inline namespace NDX_ABI_NAMESPACE {
#define NDX_NAMESPACE_END \
  }                       \
  }

// NDX_HAS_FLOAT16: whether _Float16 is a type. In C++, g++ 12 has it for x86 only, although it defines the
// macro for its width on other processors, too.
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || defined(__SSE2__) || __GNUC__ >= 13)
#define NDX_HAS_FLOAT16 1
#else
#define NDX_HAS_FLOAT16 0
#endif

// NDX_ADDRESS_SANITIZER: whether AddressSanitizer checks the program.
#if defined(__clang__)
#define NDX_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define NDX_ADDRESS_SANITIZER 1
#else
#define NDX_ADDRESS_SANITIZER 0
#endif

#define NDX_STRINGIZE_(text) #text
#define NDX_STRINGIZE(text) NDX_STRINGIZE_(text)

// In builds without optimisation, NDX_ALWAYS_INLINE does not force inlining, which would save little there
// and make g++ compile a quarter longer.
#if defined(__OPTIMIZE__)
#define NDX_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define NDX_ALWAYS_INLINE inline
#endif
// NDX_ACCESS is for functions that a loop calls for each element. They are inlined in builds without
// optimisation too, and debuggers step over them: clang gives them no lines, and cmake/debuggers has gdb skip them.
// Members that a program may pass by their address, as Tensor::data, are none: with -Og, g++ refuses such a call.
#if defined(__clang__)
#define NDX_ACCESS inline __attribute__((always_inline, nodebug))
#else
#define NDX_ACCESS inline __attribute__((always_inline, artificial))
#endif
#define NDX_NOINLINE __attribute__((noinline))
// NDX_COLD is for errors, and for work that takes much longer than a call: the function is not inlined, and
// is compiled for size.
#define NDX_COLD __attribute__((noinline, cold))
#define NDX_RESTRICT __restrict__

// NDX_REFUSE_IF follows the parameters of a function. A call does not compile if the condition holds at compile
// time, and the sentence is clang's first error; g++ has no such attribute. NDX_REFUSE_CALLS precedes a
// function, of which no call compiles.
#if defined(__clang__)
#define NDX_REFUSE_IF(condition, sentence)                                              \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wgcc-compat\"") \
      __attribute__((diagnose_if(condition, sentence, "error"))) _Pragma("clang diagnostic pop")
#else
#define NDX_REFUSE_IF(condition, sentence)
#endif
#define NDX_REFUSE_CALLS(sentence) __attribute__((unavailable(sentence)))
#define NDX_TEXT_INTEGERS \
  "sizes, dims and indices are integers: write static_cast<ndx::index_t>(value)"
#define NDX_TEXT_IS_NO_INDEX \
  "the only text that is an index is \"...\": write Slice(1, 3) or \"1:3\"_ix"
#define NDX_TEXT_IS_NO_SUBSCRIPT "t[...] takes no text: write Ellipsis, \"1:\"_ix, parse_index(s)"

// NDX_INDEPENDENT precedes a loop whose iterations are independent. g++ then neither checks for aliasing nor
// unrolls the loop before vectorizing it. Afterwards it unrolls the loop by two; otherwise the loop's speed
// would depend on its alignment. Clang's equivalent pragma warns wherever the loop cannot be vectorized,
// e.g. under sanitizers or for coverage, so for clang the pointers are marked NDX_RESTRICT instead, which
// says the same.
#if defined(__GNUC__) && !defined(__clang__)
#define NDX_INDEPENDENT _Pragma("GCC ivdep") _Pragma("GCC unroll 2")
#else
#define NDX_INDEPENDENT
#endif

// NDX_BEGIN_… and NDX_END_… enclose functions, templates and lambdas that are compiled for AVX2 and BMI2, or
// for AVX-512 as of Ice Lake and Zen 4, whatever the flags. Such functions are called through
// kernel/simd/dispatch.hpp only. Extensions that the flags already enable are not requested again, because
// clang 19 warns of that if the flags name AVX10.
#if defined(__x86_64__) && !NDX_PORTABLE
#define NDX_X86 1
#define NDX_AVX2_EXTENSIONS "avx2,bmi,bmi2,popcnt"
#define NDX_F16C_EXTENSIONS "avx2,bmi,bmi2,popcnt,f16c"
#define NDX_AVX512_EXTENSIONS "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi2,avx2,bmi,bmi2,popcnt"
#if defined(__clang__)
#define NDX_BEGIN_TARGET(extensions) \
  NDX_PRAGMA(clang attribute push(__attribute__((target(extensions))), apply_to = function))
#define NDX_END_TARGET _Pragma("clang attribute pop")
#else
#define NDX_BEGIN_TARGET(extensions) _Pragma("GCC push_options") NDX_PRAGMA(GCC target(extensions))
#define NDX_END_TARGET _Pragma("GCC pop_options")
#endif
#define NDX_PRAGMA(words) _Pragma(#words)
#if defined(__F16C__) && defined(__AVX2__) && defined(__BMI__) && defined(__BMI2__) && \
    defined(__POPCNT__)
#define NDX_BEGIN_F16C
#define NDX_END_F16C
#else
#define NDX_BEGIN_F16C NDX_BEGIN_TARGET(NDX_F16C_EXTENSIONS)
#define NDX_END_F16C NDX_END_TARGET
#endif
#if defined(__AVX2__) && defined(__BMI__) && defined(__BMI2__) && defined(__POPCNT__)
#define NDX_BEGIN_AVX2
#define NDX_END_AVX2
#else
#define NDX_BEGIN_AVX2 NDX_BEGIN_TARGET(NDX_AVX2_EXTENSIONS)
#define NDX_END_AVX2 NDX_END_TARGET
#endif
#if defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__) &&                \
    defined(__AVX512VBMI2__) && defined(__AVX2__) && defined(__BMI__) && defined(__BMI2__) && \
    defined(__POPCNT__)
#define NDX_BEGIN_AVX512
#define NDX_END_AVX512
#else
#define NDX_BEGIN_AVX512 NDX_BEGIN_TARGET(NDX_AVX512_EXTENSIONS)
#define NDX_END_AVX512 NDX_END_TARGET
#endif
#else
#define NDX_X86 0
#endif

NDX_NAMESPACE_BEGIN

/// Returns the name of the inline namespace: version, architecture and checking level, e.g.
/// "v0_3_avx2_fma_bmi2_checked".
constexpr const char* abi_tag() { return NDX_STRINGIZE(NDX_ABI_NAMESPACE); }

NDX_NAMESPACE_END
