// Two translation units with different flags in one program: each runs its own code.
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "second_side.hpp"

extern "C" {
const char* first_tag();
const char* second_tag();
void first_gather(float*, long, long, const long*, long, float*);
void second_gather(float*, long, long, const long*, long, float*);
}

namespace {

using Gather = decltype(&first_gather);

// Columns 12, 0, 5, 0, 7, … of a (3, 13) matrix of 0, 1, 2, …
std::vector<float> gathered_by(Gather gather) {
  std::vector<float> matrix(39);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<float>(i);
  const std::vector<long> columns{12, 0, 5, 0, 7, -1, 3, 4, 11};
  std::vector<float> out(27);
  gather(matrix.data(), 3, 13, columns.data(), 9, out.data());
  return out;
}

const std::vector<float> kExpected{12, 0,  5,  0,  7,  12, 3,  4,  11,  //
                                   25, 13, 18, 13, 20, 25, 16, 17, 24,  //
                                   38, 26, 31, 26, 33, 38, 29, 30, 37};

}  // namespace

TEST(OdrPair, EachSideLivesInANamespaceOfItsOwn) {
  EXPECT_STRNE(first_tag(), second_tag());
  EXPECT_NE(std::string(first_tag()).find(NDX_FIRST_TAG), std::string::npos) << first_tag();
  EXPECT_NE(std::string(second_tag()).find(NDX_SECOND_TAG), std::string::npos) << second_tag();
}

TEST(OdrPair, BothSidesGatherTheSame) {
  EXPECT_EQ(gathered_by(first_gather), kExpected);
  if (second_can_run()) {
    EXPECT_EQ(gathered_by(second_gather), kExpected);
  }
}
