// Files.
#include <cstdio>

#include <ndx/io/npy.hpp>
#include <ndx/io/npy_any.hpp>
#include <ndx/io/npy_fields.hpp>
#include <ndx/io/npy_progress.hpp>
#include <ndx/io/npy_update.hpp>
#include <ndx/io/parse_index.hpp>

#include "public_functions.hpp"

namespace ndx_test {

namespace {

bool go_on(index_t /*done*/, index_t /*total*/) { return true; }

}  // namespace

void add_files(Registry& add) {
  add("load_npy", [](Arguments& a) { a.see(ndx::load_npy<float>(a.npy_file)); });
  add("map_npy", [](Arguments& a) { a.see(ndx::map_npy<float>(a.npy_file)); });
  add("save_npy", [](Arguments& a) { ndx::save_npy(a.new_file, a.floats); });
  add("save_npy what is not contiguous",
      [](Arguments& a) { ndx::save_npy(a.new_file, a.floats.transpose()); });
  add("map_npy_rw", [](Arguments& a) { a.see(ndx::map_npy_rw<float>(a.npy_file)); });
  add("append_npy", [](Arguments& a) {
    std::remove(a.new_file.c_str());
    ndx::append_npy(a.new_file, a.floats);
    try {
      ndx::append_npy(a.new_file, a.floats);
    } catch (...) {
      std::remove(a.new_file.c_str());  // which the first call made
      throw;
    }
  });
  add("npy_fields", [](Arguments& a) { static_cast<void>(ndx::npy_fields(a.struct_file)); });
  add("load_npy_field", [](Arguments& a) { a.see(ndx::load_npy_field<int>(a.struct_file, "x")); });
  add("map_npy_field", [](Arguments& a) { a.see(ndx::map_npy_field<int>(a.struct_file, "x")); });
  add("load_npy with progress",
      [](Arguments& a) { a.see(ndx::load_npy<float>(a.npy_file, go_on)); });
  add("save_npy with progress", [](Arguments& a) { ndx::save_npy(a.new_file, a.floats, go_on); });
  add("load_npy_any with progress",
      [](Arguments& a) { a.see(ndx::load_npy_any(a.npy_file, go_on).index()); });
  add("load_npy_any", [](Arguments& a) { a.see(ndx::load_npy_any(a.npy_file).index()); });
  add("load_index", [](Arguments& a) { a.see(ndx::load_index(a.index_file)); });
}

}  // namespace ndx_test
