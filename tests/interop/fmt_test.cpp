// Tensors in fmt::format, also where its formatters of ranges are included.
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <ndx/fmt.hpp>

#define NDX_LIBRARY fmt
#include "interop/format_checks.hpp"

TEST(Fmt, FormatsTensorsByNumPysOptions) { EXPECT_EQ(checks::format(), 0); }
