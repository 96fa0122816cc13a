// Reading an element of any type; a bool is any byte but 0.
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/loop/element.hpp>

namespace element_test {

using ndx::index_t;
using ndx::kernel::element;

TEST(Element, IsReadInPlace) {
  const std::vector<double> values{1.5, 2.5};
  EXPECT_EQ(element(values.data(), 1), 2.5);
  EXPECT_EQ(&element(values.data(), 1), values.data() + 1);
  EXPECT_EQ(element(values.data() + 1, -1), 1.5);
}

TEST(Element, OfForeignBoolsIsAnythingButZero) {
  const std::vector<unsigned char> bytes{0, 1, 2, 128, 255};
  const auto* const flags = reinterpret_cast<const bool*>(bytes.data());
  EXPECT_FALSE(element(flags, 0));
  for (index_t i = 1; i < 5; ++i) EXPECT_TRUE(element(flags, i)) << i;
}

}  // namespace element_test
