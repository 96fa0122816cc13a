// The inline namespace tells what the translation unit was built with.
#include <string>
#include <typeinfo>

#include <gtest/gtest.h>

#include <ndx/base/config.hpp>
#include <ndx/base/dtype.hpp>

namespace config_test {

TEST(Config, TagBeginsWithTheMajorAndTheMinorVersion) {
  const std::string tag = ndx::abi_tag();
  const std::string version =
      "v" + std::to_string(NDX_VERSION_MAJOR) + "_" + std::to_string(NDX_VERSION_MINOR) + "_";
  EXPECT_EQ(tag.substr(0, version.size()), version);
}

TEST(Config, TagEndsWithTheCheckingLevel) {
  const std::string tag = ndx::abi_tag();
  const std::string end = NDX_CHECKED != 0 ? "_checked" : "_unchecked";
  ASSERT_GT(tag.size(), end.size());
  EXPECT_EQ(tag.substr(tag.size() - end.size()), end);
}

TEST(Config, CheckingFollowsNdebugUnlessTheUserSaysOtherwise) {
#ifdef NDEBUG
  EXPECT_EQ(NDX_CHECKED, 0);
#else
  EXPECT_EQ(NDX_CHECKED, 1);
#endif
}

#if defined(__cpp_rtti)
TEST(Config, TagIsPartOfEveryName) {
  const std::string name = typeid(ndx::DType).name();
  EXPECT_NE(name.find(ndx::abi_tag()), std::string::npos) << name;
}
#endif

TEST(Config, TagNamesTheVectorExtension) {
  const std::string tag = ndx::abi_tag();
#if defined(__AVX2__) && !defined(__AVX512F__)
  EXPECT_NE(tag.find("_avx2"), std::string::npos) << tag;
#elif defined(__SSE2__) && !defined(__SSE3__)
  EXPECT_NE(tag.find("_sse2_"), std::string::npos) << tag;
#endif
  EXPECT_EQ(tag.find("NDX"), std::string::npos) << tag;  // every macro was replaced
}

}  // namespace config_test
