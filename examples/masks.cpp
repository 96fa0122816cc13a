// Temperatures from four stations over six days, with missing readings: masks find the gaps, fill
// them, and exclude the station with too many.
#include <iostream>

#include <ndx/ndx.hpp>

int main() {
  using namespace ndx;
  constexpr double gap = -999;  // marks a missing reading in the data
  const auto readings = tensor({{11.5, 12.0, gap, 13.5, 14.0, 13.0},
                                {8.0, 9.5, 10.0, 10.5, 11.0, 11.0},
                                {gap, gap, 7.0, gap, gap, 9.0},
                                {15.0, gap, 16.5, 17.0, 17.5, 16.0}});

  // A comparison returns a mask: a tensor of bools of the same shape.
  const auto missing = readings == gap;
  const auto gaps = count_nonzero(missing, 1);
  std::cout << "gaps of each station: " << gaps << "\nthey are at\n" << argwhere(missing) << "\n\n";

  // The readings where the mask is true, as a tensor of rank 1.
  const auto known = masked_select(readings, !missing);
  std::cout << known.numel() << " readings, on average " << sum(known) / known.numel()
            << ", above 15: " << masked_select(readings, readings > 15) << "\n\n";

  // Each station's mean of the known readings, shape (4,1); where() broadcasts it over the days.
  const auto mean = sum(masked_fill(readings, missing, 0), 1, true) / (6 - gaps.unsqueeze(1));
  const auto filled = where(missing, mean, readings);
  std::cout << "gaps filled with the station's mean:\n" << filled << "\n\n";

  // Late readings arrive, one per gap, in the order of the gaps. A trailing _ means in place.
  const auto late = tensor({12.5, 5.5, 6.0, 8.0, 8.5, 15.5});
  const auto complete = readings.clone();
  masked_scatter_(complete, missing, late);
  std::cout << "with the late readings:\n" << complete << "\n\n";

  // Keeps only the stations with at most one gap, and computes their changes from day to day.
  const auto kept = compress(complete, gaps <= 1, 0);
  const auto change = kept.slice(1, Slice(1, None)) - kept.slice(1, Slice(None, -1));
  std::cout << "changes at the reliable stations:\n" << change << "\n\n";

  // 1 for warmer, -1 for colder, 0 for no change; then the days on which all stations agree.
  const auto trend = where(change > 0, 1, where(change < 0, -1, 0));
  const auto agreed = all(trend == trend.narrow(0, 0, 1), 0);
  std::cout << "warmer or colder:\n"
            << trend << "\nall agree on the changes " << flatnonzero(agreed) << '\n';
}
