// A data cube, time × latitude × longitude, indexed along each axis separately: days by a list,
// latitudes by a mask, longitudes by a list. This is outer indexing, oindex; oindex_put_ writes to
// the same selection.
#include <iostream>

#include <ndx/ndx.hpp>

int main() {
  using namespace ndx;
  const auto days = arange(7);                        // (7)
  const auto latitudes = linspace(60, 30, 4);         // (4): 60 50 40 30 degrees north
  const auto longitudes = linspace(0, 90, 6, false);  // (6): 0 15 30 45 60 75 degrees east

  // Each day is warmer than the last; warmer to the south, a little colder to the east.
  const auto cube = days.index({Slice(), None, None}) +
                    (70 - latitudes).index({Slice(), None}) / 2 - longitudes / 15;
  std::cout << "the cube: " << cube.shape() << ", day 0:\n" << cube.select(0, 0) << "\n\n";

  const auto weekend = tensor({5, 6});
  const auto north = latitudes > 45;      // a mask along one axis
  const auto places = tensor({0, 4, 5});  // in any order, repeats allowed

  // Each selection keeps its own axis: (7,4,6) -> (2,2,3). Nothing is broadcast.
  const auto block = cube.oindex({weekend, north, places});
  std::cout << "weekend × north × places, " << block.shape() << ":\n" << block << "\n\n";

  // The same with index(): indices that broadcast, and the mask converted to indices.
  const auto rows = nonzero_tuple(north)[0];
  const auto same =
      cube.index({weekend.index({Slice(), None, None}), rows.index({Slice(), None}), places});
  std::cout << "the same by index(): " << std::boolalpha << equal(block, same) << "\n\n";

  // Axes without an index are kept; an integer removes its axis.
  std::cout << "day 6, north, all longitudes:\n" << cube.oindex({6, north}) << "\n\n";

  // Writing to the selection: a heat wave of 10 degrees there and nowhere else.
  cube.oindex_put_({weekend, north, places}, block + 10);
  std::cout << "day 6 after the heat wave:\n" << cube.select(0, 6) << "\n\n";

  // The value broadcasts to the selection: one number per place.
  cube.oindex_put_({0, Slice(), places}, tensor({-1.0, -2.0, -3.0}));
  std::cout << "day 0, overwritten at the places:\n" << cube.select(0, 0) << '\n';
}
