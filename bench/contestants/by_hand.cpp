// The loops that a user would write by hand: unchecked, one line, left to the compiler. Built for
// any CPU and for this one.
#include "cases/calls.hpp"
#include "cases/complex.hpp"
#include "cases/copies.hpp"
#include "cases/elementwise.hpp"
#include "cases/functions.hpp"
#include "cases/gathers.hpp"
#include "cases/half.hpp"
#include "cases/masks.hpp"
#include "cases/reductions.hpp"
#include "cases/scatters.hpp"
#include "cases/sorts.hpp"
#include "cases/transposes.hpp"

namespace {

using namespace bench;

/// Only the arithmetic of x[1:3, ::2, None].
struct ViewByHand {
  const float* data;
  Index shape[4];
  Index strides[4];
};

struct ByHand {
  template <class T>
  static double answer(const Result<T>& result) {
    return checksum(result);
  }
  static double answer(const float& element) { return checksum(&element, 1); }
  static double answer(const float* row) { return checksum(row, 20); }
  static double answer(const ViewByHand& v) {
    std::vector<float> elements;
    for (Index i = 0; i < v.shape[0]; ++i)
      for (Index j = 0; j < v.shape[1]; ++j)
        for (Index k = 0; k < v.shape[3]; ++k)
          elements.push_back(v.data[i * v.strides[0] + j * v.strides[1] + k * v.strides[3]]);
    return checksum(elements);
  }
};

template <class... Cases>
void add_loops() {
  (Entries<ByHand>::add<Cases>(
       [](Cases& c) { return [&c](std::size_t set) { return c.by_hand(set); }; }),
   ...);
}

void add_calls() {
  Entries<ByHand>::add<View>([](View& c) {
    return [&c](std::size_t) {
      const Index start = hidden(Index{1});
      const Index step = hidden(Index{2});
      return ViewByHand{
          c.x.data() + start * 20, {3 - start, (4 + step - 1) / step, 1, 5}, {20, 5 * step, 0, 1}};
    };
  });
  Entries<ByHand>::add<Select>([](Select& c) {
    return [&c](std::size_t) -> const float* {
      const Index row = hidden(Index{2});
      return c.x.data() + row * 20;
    };
  });
  Entries<ByHand>::add<At>([](At& c) {
    return [data = c.x.data()](std::size_t) { return data[hidden(Index{3}) * 5 + 4]; };
  });
}

}  // namespace

int main(int argc, char** argv) {
  add_calls();
  add_loops<TinyGather, TinyPut, TinyPutElement>();
  add_loops<Gather, GatherInto, GatherPairs, GatherRows, GatherRowsInto, SumBags, GatherColumns,
            GatherTrailing, GatherSplit, GatherOuter, TokenProbabilities>();
  add_loops<MaskRead, MaskFill, MaskPut, MaskCount, MaskSum, Where, Nonzero>();
  add_loops<Scatter, Accumulate, AccumulateHot, RowsPut, RowsAccumulate>();
  add_loops<CopyEveryOther, CopyReversed, CopyTransposed, CopyTransposedInto, CopyChannelsLast>();
  add_loops<AddTransposed, ScalePlanes, GatherTransposed, PutTransposed, SumTransposed>();
  add_loops<Add, AddInPlace, AddBroadcast, Greater, Sum, SumAxis>();
  add_loops<FloatToHalf, HalfToFloat, FloatToBfloat, BfloatToFloat>();
  add_loops<Mean, Variance, Maximum, Minimum, Argmax, Product, Norm, Norm3, Dot, Median,
            HistogramOf64, Cumsum, CumsumAxis, ArgmaxAxis, MeanOfRows, MaximumOfRows,
            ArgmaxOfRows>();
  add_loops<Exp, Log, Sin, Tanh, Sqrt, MaximumOfTwo, Pow, Clamp, IsNan, Remainder, FloorDivide,
            IsClose, ExpMasked, IsIn>();
  add_loops<ComplexTimes, ComplexExp, ComplexAbs, ComplexSum, ComplexProduct>();
  add_loops<ExpDouble, LogDouble, SinDouble, PowDouble>();
  add_loops<GatherOfSize, MaskReadOfSize, ScatterOfSize, CopyOfSize, AddOfSize>();
  for_each_number_type([]<class T>() {
    add_loops<Sort<T>, Argsort<T>, Topk<T>, Partition<T>, MedianOf<T>, Unique<T>,
              Searchsorted<T>>();
  });
  return Entries<ByHand>::run(argc, argv);
}
