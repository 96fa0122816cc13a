// Temperatures from four stations over six days, with gaps: masks find the gaps, fill them, and
// leave out the station that has too many.
#include <iostream>

#include <ndx/ndx.hpp>

int main() {
  using namespace ndx;
  constexpr double gap = -999;  // how the file says that there is no reading
  const auto readings = tensor({{11.5, 12.0, gap, 13.5, 14.0, 13.0},
                                {8.0, 9.5, 10.0, 10.5, 11.0, 11.0},
                                {gap, gap, 7.0, gap, gap, 9.0},
                                {15.0, gap, 16.5, 17.0, 17.5, 16.0}});

  // A comparison gives a mask: a tensor of bools of the same shape.
  const auto missing = readings == gap;
  const auto gaps = count_nonzero(missing, 1);
  std::cout << "gaps of each station: " << gaps << "\nthey are at\n" << argwhere(missing) << "\n\n";

  // The readings under a mask, as one row.
  const auto known = masked_select(readings, !missing);
  std::cout << known.numel() << " readings, on average " << sum(known) / known.numel()
            << ", above 15: " << masked_select(readings, readings > 15) << "\n\n";

  // Each station's mean of what is known, (4,1); where() broadcasts it over the days.
  const auto mean = sum(masked_fill(readings, missing, 0), 1, true) / (6 - gaps.unsqueeze(1));
  const auto filled = where(missing, mean, readings);
  std::cout << "gaps filled with the station's mean:\n" << filled << "\n\n";

  // Late readings come in, one for each gap, in the order of the gaps. In place: names end in _.
  const auto late = tensor({12.5, 5.5, 6.0, 8.0, 8.5, 15.5});
  const auto complete = readings.clone();
  masked_scatter_(complete, missing, late);
  std::cout << "with the late readings:\n" << complete << "\n\n";

  // Only the stations with at most one gap, and their change from day to day.
  const auto kept = compress(complete, gaps <= 1, 0);
  const auto change = kept.slice(1, Slice(1, None)) - kept.slice(1, Slice(None, -1));
  std::cout << "changes at the reliable stations:\n" << change << "\n\n";

  // 1 where it got warmer, -1 where colder, and on which days all of them agree.
  const auto trend = where(change > 0, 1, where(change < 0, -1, 0));
  const auto agreed = all(trend == trend.narrow(0, 0, 1), 0);
  std::cout << "warmer or colder:\n"
            << trend << "\nall agree on the changes " << flatnonzero(agreed) << '\n';
}
