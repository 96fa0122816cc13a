// An array above 4 GB, written: 4 GB of zeros that need no memory, deflated to a few MB.
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <ndx/io/npz.hpp>
#include <ndx/ndx.hpp>

#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

namespace {

TEST(SaveNpz, WritesBeyond4GB) {
  const ndx::index_t bytes = (ndx::index_t{1} << 32) + 1000;
  void* const zeros = ::mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(zeros, MAP_FAILED);
  const ndx_test::TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  {
    const auto large = ndx::adopt(static_cast<const std::uint8_t*>(zeros), {bytes}, {1},
                                  [=] { ::munmap(zeros, static_cast<std::size_t>(bytes)); });
    ndx::save_npz_compressed(path, {{"large", large}, {"x", ndx::arange<float>(3)}});
  }
  EXPECT_TRUE(expect::is(ndx::load_npz<float>(path, "x"), {3}, {0, 1, 2}));
  const std::string check = "/usr/bin/python3 -c \"import zipfile; z = zipfile.ZipFile('" + path +
                            "'); assert z.getinfo('large.npy').file_size == 128 + 2**32 + 1000; "
                            "assert z.testzip() is None\"";
  EXPECT_EQ(std::system(check.c_str()), 0);
}

}  // namespace
