// Lists of number types for typed tests.
#pragma once

#include <cstdint>

#include <gtest/gtest.h>

namespace number_types {

template <class... More>
using IntegersAnd =
    testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, More...>;
using Integers = IntegersAnd<>;
using IntegersByAnyName = IntegersAnd<long long, unsigned long long>;
using Numbers = IntegersAnd<float, double, long double>;
using NumbersAndBool = IntegersAnd<bool, float, double, long double>;

}  // namespace number_types
