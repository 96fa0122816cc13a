// Arrays above 4 GB: written, 4 GB of zeros that need no memory, deflated to a few MB; and read, as NumPy
// stores them, from a file with a hole.
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <ndx/io/archive/npz_file.hpp>
#include <ndx/ndx.hpp>

#include "element_types.hpp"
#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

namespace npz_large_test {

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

TEST(LoadNpz, ReadsBeyond4GB) {
  constexpr ndx::index_t kBytes = (ndx::index_t{1} << 32) + 1000;
  const ndx_test::TemporaryDirectory directory;
  ASSERT_TRUE(element_types::python("io/npz_numpy.py write_large", directory.path()));
  const ndx::NpzFile file(directory.file("large.npz"));
  EXPECT_EQ(file.names(), (std::vector<std::string>{"large", "x"}));
  EXPECT_TRUE(expect::is(file.load<double>("x"), {3}, {0, 1, 2}));  // from beyond 4 GB
  const auto member = file.open("large");
  const auto header = ndx::detail::read_npy_header(member);
  EXPECT_EQ(header.shape, (ndx::Dims{kBytes}));
  std::vector<std::byte> block(1 << 22);
  for (ndx::index_t at = 0; at < kBytes;) {
    const auto bytes = std::min(static_cast<ndx::index_t>(block.size()), kBytes - at);
    member.read(block.data(), bytes, header.data_offset + at);
    at += bytes;
  }
  EXPECT_EQ(block[999 - 1], std::byte{0});
  EXPECT_EQ(block[999], std::byte{7});  // the last one
  member.finish();                      // which compares the checksum
}

}  // namespace npz_large_test
