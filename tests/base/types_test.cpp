// Which types count, index and are stored.
#include <array>
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/base/types.hpp>

namespace types_test {

struct Pair {
  int a;
  double b;
};
enum class Colour { red };

static_assert(std::is_same_v<ndx::index_t, std::int64_t>);
static_assert(ndx::kMaxRank == 64 && ndx::kInlineRank == 6);

TEST(Types, IntegersAreAllIntegralTypesButBoolAndCharacters) {
  static_assert(ndx::Integer<signed char> && ndx::Integer<unsigned char>);
  static_assert(ndx::Integer<short> && ndx::Integer<unsigned short>);
  static_assert(ndx::Integer<int> && ndx::Integer<unsigned int>);
  static_assert(ndx::Integer<long> && ndx::Integer<unsigned long>);
  static_assert(ndx::Integer<long long> && ndx::Integer<unsigned long long>);
  static_assert(ndx::Integer<const int>);
  static_assert(!ndx::Integer<bool> && !ndx::Integer<const bool>);
  static_assert(!ndx::Integer<char> && !ndx::Integer<const char> && !ndx::Integer<wchar_t>);
  static_assert(!ndx::Integer<char8_t> && !ndx::Integer<char16_t> && !ndx::Integer<char32_t>);
  static_assert(!ndx::Integer<float> && !ndx::Integer<Colour> && !ndx::Integer<int*>);
}

TEST(Types, ComplexIsRecognisedByItsMembers) {
  static_assert(ndx::Complex<std::complex<float>> && ndx::Complex<std::complex<double>>);
  static_assert(!ndx::Complex<float> && !ndx::Complex<Pair> && !ndx::Complex<std::vector<float>>);
  static_assert(ndx::Number<std::complex<double>> && ndx::Number<bool> && ndx::Number<int>);
  static_assert(!ndx::Number<Pair> && !ndx::Real<std::complex<float>>);
}

TEST(Types, ElementsAreWhatCanBeCopiedByteByByte) {
  static_assert(ndx::Element<int> && ndx::Element<const int> && ndx::Element<bool>);
  static_assert(ndx::Element<Pair> && ndx::Element<std::complex<double>> && ndx::Element<Colour>);
  static_assert(ndx::Element<std::array<int, 3>> && ndx::Element<int*>);
  static_assert(!ndx::Element<std::string> && !ndx::Element<std::vector<int>>);
  static_assert(!ndx::Element<int[3]> && !ndx::Element<int&> && !ndx::Element<void>);
  static_assert(!ndx::Element<volatile int>);
}

}  // namespace types_test
