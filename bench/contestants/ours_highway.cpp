// ndx's sorts with Highway's sorter, if libhwy_contrib is installed. What it does not sort takes the
// same time as in ours.cpp.
#include <ndx/highway.hpp>

#include "ours_sorts.hpp"

int main(int argc, char** argv) {
  ndx::use_highway_sort();
  ours::add_sorts();
  return ours::Entry::run(argc, argv);
}
