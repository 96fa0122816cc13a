// The element-wise functions of the compiled library: one row for each function and its element types, of
// which the library has the kernels. All forms of a call use them, a + b as add_into(out, a, b) and a + 1.
//
// A function or a type that has no row here is compiled where it is used. Header-only programs do not include
// this file.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/arithmetic/maximum.hpp>
#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/math/classify.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/math/rounding.hpp>
#include <ndx/ops/math/trigonometry.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// A row, here and in statistics_instances.hpp: a name, the number of operands with the output, the function,
// and the element types, the output's first.
#define NDX_ENTRY_ROW(NDX_INSTANCE, symbol, K, ...)   \
  template <>                                         \
  inline constexpr bool kHasRows<__VA_ARGS__> = true; \
  NDX_INSTANCE(symbol##_rows, const kernel::RowFunctions<K>&, row_functions, (), (), __VA_ARGS__)

// Functions that ask whether a bool is 0 are those of uint8, those that select are the same for all types of a
// size, and fmax is maximum where there is no NaN. These rows name the library's other row.
#define NDX_ENTRY_ALIAS(symbol, K, ...) NDX_ENTRY_ROW(NDX_CALL_INSTANCE, symbol, K, __VA_ARGS__)

// Casts between all common types.
#define NDX_ENTRY_CAST(from, From, to, To) \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, from##_to_##to, 2, Conversion<To, From>, To, From)
#define NDX_ENTRY(to, To) \
  NDX_ENTRY_CAST(float, float, to, To) NDX_ENTRY_CAST(double, double, to, To)
NDX_ENTRY(bool, bool)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(from, From)              \
  NDX_ENTRY_CAST(from, From, bool, bool)   \
  NDX_ENTRY_CAST(from, From, float, float) \
  NDX_ENTRY_CAST(from, From, double, double)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY
NDX_ENTRY_CAST(float, float, double, double)
NDX_ENTRY_CAST(double, double, float, float)
#define NDX_ENTRY(to, To) \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, truth_to_##to, 2, TruthConversion<To>, To, std::uint8_t)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
NDX_ENTRY_CAST(uint8, std::uint8_t, int32, std::int32_t)
NDX_ENTRY_CAST(uint8, std::uint8_t, int64, std::int64_t)
NDX_ENTRY_CAST(int32, std::int32_t, uint8, std::uint8_t)
NDX_ENTRY_CAST(int32, std::int32_t, int64, std::int64_t)
NDX_ENTRY_CAST(int64, std::int64_t, uint8, std::uint8_t)
NDX_ENTRY_CAST(int64, std::int64_t, int32, std::int32_t)
#undef NDX_ENTRY_CAST

// Functions of one operand that keep its type, and tests of it.
#define NDX_ENTRY_UNARY(name, F, suffix, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, name##_##suffix, 2, F, T, T)
#define NDX_ENTRY_TEST(name, F, suffix, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, name##_##suffix, 2, F, bool, T)
#define NDX_ENTRY(F, name)                     \
  NDX_ENTRY_TEST(name, F, uint8, std::uint8_t) \
  NDX_ENTRY_TEST(name, F, int32, std::int32_t) \
  NDX_ENTRY_TEST(name, F, int64, std::int64_t) \
  NDX_ENTRY_TEST(name, F, float, float)        \
  NDX_ENTRY_TEST(name, F, double, double)      \
  NDX_ENTRY_ALIAS(name##_uint8, 2, F, bool, bool)
NDX_ENTRY(IsZero, is_zero)
NDX_ENTRY(IsNan, is_nan)
NDX_ENTRY(IsInfinite, is_infinite)
NDX_ENTRY(IsFinite, is_finite)
NDX_ENTRY(SignBit, sign_bit)
#undef NDX_ENTRY
NDX_ENTRY_ALIAS(identity_uint8, 2, Square, bool, bool)
NDX_ENTRY_ALIAS(identity_uint8, 2, Identity, bool, bool)
NDX_ENTRY_ALIAS(is_zero_uint8, 2, BitwiseNot, bool, bool)
#define NDX_ENTRY(suffix, T)                                                \
  NDX_ENTRY_UNARY(square, Square, suffix, T)                                \
  NDX_ENTRY_ROW(NDX_CALL_INSTANCE, square_##suffix, 2, In<Square, T>, T, T) \
  NDX_ENTRY_UNARY(negate, Negate, suffix, T)                                \
  NDX_ENTRY_UNARY(sign, Sign, suffix, T)                                    \
  NDX_ENTRY_UNARY(relu, Rectify, suffix, T)                                 \
  NDX_ENTRY_UNARY(clamp, ClampToNumbers<T>, suffix, T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
NDX_ENTRY_UNARY(absolute, Absolute, int32, std::int32_t)
NDX_ENTRY_UNARY(absolute, Absolute, int64, std::int64_t)
NDX_ENTRY_UNARY(absolute, Absolute, float, float)
NDX_ENTRY_UNARY(absolute, Absolute, double, double)
#define NDX_ENTRY(suffix, T)                          \
  NDX_ENTRY_UNARY(identity, Identity, suffix, T)      \
  NDX_ENTRY_UNARY(bitwise_not, BitwiseNot, suffix, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, round_tens_##suffix, 2, RoundToDecimals<T, true>, T, T)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY_ROUND(name, F, T) NDX_ENTRY_UNARY(name, F, T, T)
#define NDX_ENTRY(T)                                                                  \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, floor_##T, 2, Rounded<RoundDown, T>, T, T)         \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, ceil_##T, 2, Rounded<RoundUp, T>, T, T)            \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, trunc_##T, 2, Rounded<RoundToZero, T>, T, T)       \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, round_##T, 2, Rounded<RoundToNearest, T>, T, T)    \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, round_to_##T, 2, RoundToDecimals<T, false>, T, T)  \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, round_tens_##T, 2, RoundToDecimals<T, true>, T, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, nan_to_num_##T, 2, NanToNumber<T>, T, T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#undef NDX_ENTRY_ROUND
#undef NDX_ENTRY_UNARY
#undef NDX_ENTRY_TEST

// Functions of one operand, which is converted to a floating-point type.
#define NDX_ENTRY_OF(Name, suffix, R, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_UNARY, Name##_##suffix, 2, ApplyConverted<functions::Name, R>, R, T)
#define NDX_ENTRY_FUNCTION_ROW(Name)              \
  NDX_ENTRY_OF(Name, float, float, float)         \
  NDX_ENTRY_OF(Name, double, double, double)      \
  NDX_ENTRY_OF(Name, int32, double, std::int32_t) \
  NDX_ENTRY_OF(Name, int64, double, std::int64_t) \
  NDX_ENTRY_OF(Name, uint8, double, std::uint8_t) \
  NDX_ENTRY_OF(Name, bool, double, bool)
NDX_ENTRY_FUNCTION_ROW(Exp)
NDX_ENTRY_FUNCTION_ROW(Exp2)
NDX_ENTRY_FUNCTION_ROW(Expm1)
NDX_ENTRY_FUNCTION_ROW(Log)
NDX_ENTRY_FUNCTION_ROW(Log2)
NDX_ENTRY_FUNCTION_ROW(Log10)
NDX_ENTRY_FUNCTION_ROW(Log1p)
NDX_ENTRY_FUNCTION_ROW(Sqrt)
NDX_ENTRY_FUNCTION_ROW(Cbrt)
NDX_ENTRY_FUNCTION_ROW(Sigmoid)
NDX_ENTRY_FUNCTION_ROW(Sin)
NDX_ENTRY_FUNCTION_ROW(Cos)
NDX_ENTRY_FUNCTION_ROW(Tan)
NDX_ENTRY_FUNCTION_ROW(Asin)
NDX_ENTRY_FUNCTION_ROW(Acos)
NDX_ENTRY_FUNCTION_ROW(Atan)
NDX_ENTRY_FUNCTION_ROW(Sinh)
NDX_ENTRY_FUNCTION_ROW(Cosh)
NDX_ENTRY_FUNCTION_ROW(Tanh)
NDX_ENTRY_FUNCTION_ROW(Asinh)
NDX_ENTRY_FUNCTION_ROW(Acosh)
NDX_ENTRY_FUNCTION_ROW(Atanh)
#undef NDX_ENTRY_FUNCTION_ROW
#undef NDX_ENTRY_OF

// Functions of two operands.
#define NDX_ENTRY_BINARY(name, Op, suffix, R, T, U) \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, name##_##suffix, 3, In<Op, R>, R, T, U)
#define NDX_ENTRY_COMPARE(Op, suffix, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, compare_##Op##_##suffix, 3, Compare<Op, T, T, T>, bool, T, T)
#define NDX_ENTRY_TRUTH(Op, suffix, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, truth_##Op##_##suffix, 3, OnTruthValues<Reduce::Op>, bool, T, T)
#define NDX_ENTRY(suffix, T)                                    \
  NDX_ENTRY_COMPARE(Equal, suffix, T)                           \
  NDX_ENTRY_COMPARE(NotEqual, suffix, T)                        \
  NDX_ENTRY_COMPARE(Less, suffix, T)                            \
  NDX_ENTRY_COMPARE(LessEqual, suffix, T)                       \
  NDX_ENTRY_TRUTH(BitwiseAnd, suffix, T)                        \
  NDX_ENTRY_TRUTH(BitwiseOr, suffix, T)                         \
  NDX_ENTRY_TRUTH(BitwiseXor, suffix, T)                        \
  NDX_ENTRY_BINARY(add, Reduce::Add, suffix, T, T, T)           \
  NDX_ENTRY_BINARY(multiply, Reduce::Multiply, suffix, T, T, T) \
  NDX_ENTRY_BINARY(maximum, Maximum, suffix, T, T, T)           \
  NDX_ENTRY_BINARY(minimum, Minimum, suffix, T, T, T)           \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, close_##suffix, 3, Close<T, T>, bool, T, T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
NDX_ENTRY_BINARY(fmax, NumberMaximum, float, float, float, float)
NDX_ENTRY_BINARY(fmax, NumberMaximum, double, double, double, double)
NDX_ENTRY_BINARY(fmin, NumberMinimum, float, float, float, float)
NDX_ENTRY_BINARY(fmin, NumberMinimum, double, double, double, double)
#define NDX_ENTRY(suffix, T)                                          \
  NDX_ENTRY_ALIAS(maximum_##suffix, 3, In<NumberMaximum, T>, T, T, T) \
  NDX_ENTRY_ALIAS(minimum_##suffix, 3, In<NumberMinimum, T>, T, T, T)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY
// A bool may be any byte but 0 for true, so that only functions that test it share a row with uint8.
NDX_ENTRY_COMPARE(Equal, bool, bool)
NDX_ENTRY_COMPARE(NotEqual, bool, bool)
NDX_ENTRY_COMPARE(Less, bool, bool)
NDX_ENTRY_COMPARE(LessEqual, bool, bool)
#define NDX_ENTRY(symbol, ...) NDX_ENTRY_ALIAS(symbol##_uint8, 3, __VA_ARGS__, bool, bool, bool)
NDX_ENTRY(truth_BitwiseAnd, OnTruthValues<Reduce::BitwiseAnd>)
NDX_ENTRY(truth_BitwiseOr, OnTruthValues<Reduce::BitwiseOr>)
NDX_ENTRY(truth_BitwiseXor, OnTruthValues<Reduce::BitwiseXor>)
#undef NDX_ENTRY
#define NDX_ENTRY(name, ...) \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, name##_bool, 3, __VA_ARGS__, bool, bool, bool)
NDX_ENTRY(add, In<Reduce::Add, bool>)
NDX_ENTRY(multiply, In<Reduce::Multiply, bool>)
NDX_ENTRY(maximum, In<Maximum, bool>)
NDX_ENTRY(minimum, In<Minimum, bool>)
NDX_ENTRY(fmax, In<NumberMaximum, bool>)
NDX_ENTRY(fmin, In<NumberMinimum, bool>)
NDX_ENTRY(bit_and, In<Reduce::BitwiseAnd, bool>)
NDX_ENTRY(bit_or, In<Reduce::BitwiseOr, bool>)
NDX_ENTRY(bit_xor, In<Reduce::BitwiseXor, bool>)
NDX_ENTRY(update_add, Update<ConvertedUpdate<Reduce::Add, bool, bool>>)
NDX_ENTRY(update_multiply, Update<ConvertedUpdate<Reduce::Multiply, bool, bool>>)
NDX_ENTRY(update_bit_and, Update<ConvertedUpdate<Reduce::BitwiseAnd, bool, bool>>)
NDX_ENTRY(update_bit_or, Update<ConvertedUpdate<Reduce::BitwiseOr, bool, bool>>)
NDX_ENTRY(update_bit_xor, Update<ConvertedUpdate<Reduce::BitwiseXor, bool, bool>>)
NDX_ENTRY(close, Close<bool, bool>)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, T)                                   \
  NDX_ENTRY_BINARY(subtract, Subtract, suffix, T, T, T)        \
  NDX_ENTRY_BINARY(floor_divide, FloorDivide, suffix, T, T, T) \
  NDX_ENTRY_BINARY(remainder, Remainder, suffix, T, T, T)      \
  NDX_ENTRY_BINARY(fmod, Fmod, suffix, T, T, T)                \
  NDX_ENTRY_BINARY(pow, Power, suffix, T, T, T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY_UPDATE(name, Op, suffix, T)                    \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, update_##name##_##suffix, 3, \
                Update<ConvertedUpdate<Op, T, T>>, T, T, T)
#define NDX_ENTRY(suffix, T)                      \
  NDX_ENTRY_UPDATE(add, Reduce::Add, suffix, T)   \
  NDX_ENTRY_UPDATE(subtract, Subtract, suffix, T) \
  NDX_ENTRY_UPDATE(multiply, Reduce::Multiply, suffix, T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, T)                                     \
  NDX_ENTRY_BINARY(bit_and, Reduce::BitwiseAnd, suffix, T, T, T) \
  NDX_ENTRY_BINARY(bit_or, Reduce::BitwiseOr, suffix, T, T, T)   \
  NDX_ENTRY_BINARY(bit_xor, Reduce::BitwiseXor, suffix, T, T, T) \
  NDX_ENTRY_UPDATE(bit_and, Reduce::BitwiseAnd, suffix, T)       \
  NDX_ENTRY_UPDATE(bit_or, Reduce::BitwiseOr, suffix, T)         \
  NDX_ENTRY_UPDATE(bit_xor, Reduce::BitwiseXor, suffix, T)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY_REALS(name, Op)                                       \
  NDX_ENTRY_BINARY(name, Op, float, float, float, float)                \
  NDX_ENTRY_BINARY(name, Op, double, double, double, double)            \
  NDX_ENTRY_BINARY(name, Op, bool, double, bool, bool)                  \
  NDX_ENTRY_BINARY(name, Op, uint8, double, std::uint8_t, std::uint8_t) \
  NDX_ENTRY_BINARY(name, Op, int32, double, std::int32_t, std::int32_t) \
  NDX_ENTRY_BINARY(name, Op, int64, double, std::int64_t, std::int64_t)
NDX_ENTRY_REALS(divide, Divide)
NDX_ENTRY_REALS(hypot, Hypotenuse)
NDX_ENTRY_REALS(atan2, ArcTangent2)
NDX_ENTRY_REALS(copysign, CopySign)
#undef NDX_ENTRY_REALS
NDX_ENTRY_UPDATE(divide, Divide, float, float)
NDX_ENTRY_UPDATE(divide, Divide, double, double)
// Integers, bools and floats beside doubles.
#define NDX_ENTRY_MIXED(name, Op, suffix, T)                     \
  NDX_ENTRY_BINARY(name, Op, suffix##_double, double, T, double) \
  NDX_ENTRY_BINARY(name, Op, double_##suffix, double, double, T)
#define NDX_ENTRY(suffix, T)                             \
  NDX_ENTRY_MIXED(add, Reduce::Add, suffix, T)           \
  NDX_ENTRY_MIXED(subtract, Subtract, suffix, T)         \
  NDX_ENTRY_MIXED(multiply, Reduce::Multiply, suffix, T) \
  NDX_ENTRY_MIXED(divide, Divide, suffix, T)
NDX_ENTRY(bool, bool)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
NDX_ENTRY(float, float)
#undef NDX_ENTRY
#undef NDX_ENTRY_MIXED
#define NDX_ENTRY(suffix, T)                                                       \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, shift_left_##suffix, 3, ShiftLeft<T>, T, T, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, shift_right_##suffix, 3, ShiftRight<T>, T, T, T)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, T)                                                              \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, shift_left_##suffix##_int32, 3, ShiftLeft<T>, T, T,   \
                std::int32_t)                                                             \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, shift_right_##suffix##_int32, 3, ShiftRight<T>, T, T, \
                std::int32_t)
NDX_ENTRY(uint8, std::uint8_t)
NDX_ENTRY(int64, std::int64_t)
#undef NDX_ENTRY
// Division of integers by one number.
#define NDX_ENTRY(suffix, T)                                                              \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, quotient_##suffix, 2, ByNumber<FloorDivide, T>, T, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_BINARY, rest_##suffix, 2, ByNumber<Remainder, T>, T, T)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_UPDATE
#undef NDX_ENTRY_TRUTH
#undef NDX_ENTRY_COMPARE
#undef NDX_ENTRY_BINARY

// Functions of three operands, and those of which one is a number.
#define NDX_ENTRY_ROW_OF(symbol, K, ...) NDX_ENTRY_ROW(NDX_COMPILE_BINARY, symbol, K, __VA_ARGS__)
#define NDX_ENTRY_CHOOSE(NDX_INSTANCE, suffix, T)                                           \
  NDX_ENTRY_ROW(NDX_INSTANCE, choose_##suffix, 4, Choose<T>, T, bool, T, T)                 \
  NDX_ENTRY_ROW(NDX_INSTANCE, choose_first_##suffix, 3, Bound<1, Choose<T>, T>, T, bool, T) \
  NDX_ENTRY_ROW(NDX_INSTANCE, choose_second_##suffix, 3, Bound<2, Choose<T>, T>, T, bool, T)
NDX_ENTRY_CHOOSE(NDX_COMPILE_BINARY, 1, std::uint8_t)
NDX_ENTRY_CHOOSE(NDX_COMPILE_BINARY, 4, std::int32_t)
NDX_ENTRY_CHOOSE(NDX_COMPILE_BINARY, 8, std::int64_t)
NDX_ENTRY_CHOOSE(NDX_CALL_INSTANCE, 1, bool)
NDX_ENTRY_CHOOSE(NDX_CALL_INSTANCE, 4, float)
NDX_ENTRY_CHOOSE(NDX_CALL_INSTANCE, 8, double)
#undef NDX_ENTRY_CHOOSE
#define NDX_ENTRY(suffix, T)                                                      \
  NDX_ENTRY_ROW_OF(choose_by_##suffix, 4, Choose<T>, T, T, T, T)                  \
  NDX_ENTRY_ROW_OF(choose_first_by_##suffix, 3, Bound<1, Choose<T>, T>, T, T, T)  \
  NDX_ENTRY_ROW_OF(choose_second_by_##suffix, 3, Bound<2, Choose<T>, T>, T, T, T) \
  NDX_ENTRY_ROW_OF(clamp_to_##suffix, 4, Clamp<T>, T, T, T, T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_ROW_OF

#undef NDX_ENTRY_ALIAS

}  // namespace detail
NDX_NAMESPACE_END
