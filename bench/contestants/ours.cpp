// ndx, through the calls that its users write. Built for any CPU, for this one, and with OpenMP for
// all its cores.
#include <ndx/indexed.hpp>
#include <ndx/ndx.hpp>
#include <ndx/ops/reduce/norm.hpp>
#include <ndx/ops/reduce/products.hpp>
#include <ndx/ops/sort/isin.hpp>
#include <ndx/ops/statistics/histogram.hpp>
#include <ndx/ops/statistics/quantile.hpp>
#include <ndx/tensor/half_elements.hpp>
#ifdef _OPENMP
#include <ndx/openmp.hpp>
#endif

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
#include "cases/transposes.hpp"
#include "ours_sorts.hpp"

namespace {

using namespace bench;
using ndx::borrow;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;
using ours::Entry;
using ours::on;

std::vector<Tensor<Index>> on(const IndexSets& sets) {
  std::vector<Tensor<Index>> result;
  for (const auto& set : sets) result.push_back(on(set));
  return result;
}

void add_calls() {
  Entry::add<View>([](View& c) {
    return [x = on(c.x, {3, 4, 5})](std::size_t) {
      return x.index({Slice(1, 3), Slice(None, None, 2), None});
    };
  });
  Entry::add<Select>(
      [](Select& c) { return [x = on(c.x, {3, 4, 5})](std::size_t) { return x.select(0, 2); }; });
  Entry::add<Select>("index", [](Select& c) {
    return [x = on(c.x, {3, 4, 5})](std::size_t) { return x.index({2}); };
  });
  Entry::add<At>([](At& c) {
    return [x = on(c.x, {12, 5})](std::size_t) { return x.at(hidden(Index{3}), 4); };
  });
  Entry::add<TinyGather>([](TinyGather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t) { return x.index({i[0]}); };
  });
  Entry::add<TinyPut>([](TinyPut& c) {
    return [x = on(c.x, {3, 3}), row = on(c.row), column = on(c.column)](std::size_t) {
      x.index_put_({row[0], column[0]}, 10.F);
    };
  });
  Entry::add<TinyPutElement>([](TinyPutElement& c) {
    return [x = on(c.x, {3, 3})](std::size_t) { x.index_put_({1, 2}, 10.F); };
  });
}

void add_gathers() {
  Entry::add<Gather>([](Gather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t set) { return x.index({i[set]}); };
  });
  Entry::add<GatherOfSize>([](GatherOfSize& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t set) { return x.index({i[set]}); };
  });
  Entry::add<GatherInto>([](GatherInto& c) {
    return [x = on(c.x), i = on(c.index), out = on(c.out)](std::size_t set) {
      x.index_into(out, {i[set]});
    };
  });
  Entry::add<GatherPairs>([](GatherPairs& c) {
    return [x = on(c.x, {c.side, c.side}), i = on(c.row), j = on(c.column)](std::size_t set) {
      return x.index({i[set], j[set]});
    };
  });
  Entry::add<GatherRows>([](GatherRows& c) {
    return [x = on(c.x, {c.rows, c.inner}), i = on(c.index)](std::size_t set) {
      return x.index({i[set]});
    };
  });
  Entry::add<GatherRowsInto>([](GatherRowsInto& c) {
    return [x = on(c.x, {c.rows, c.inner}), i = on(c.index),
            out = on(c.out, {c.count, c.inner})](std::size_t set) { x.index_into(out, {i[set]}); };
  });
  const auto bags = [](const SumBags& c) {
    std::vector<Tensor<Index>> result;
    for (const auto& set : c.index) result.push_back(on(set, {c.bags, c.size}));
    return result;
  };
  Entry::add<SumBags>([=](SumBags& c) {
    return [x = on(c.x, {c.rows, c.inner}), i = bags(c)](std::size_t set) {
      return ndx::embedding_bag(x, i[set]);
    };
  });
  Entry::add<SumBags>("gather_first", [=](SumBags& c) {
    return [x = on(c.x, {c.rows, c.inner}), i = bags(c)](std::size_t set) {
      return ndx::sum(x.index({i[set]}), 1);
    };
  });
  Entry::add<GatherColumns>([](GatherColumns& c) {
    return [x = on(c.x, {c.side, c.side}), i = on(c.index)](std::size_t set) {
      return x.index({Slice(), i[set]});
    };
  });
  Entry::add<GatherTrailing>([](GatherTrailing& c) {
    return [x = on(c.x, {c.outer / 64, 64, c.side, c.side}), i = on(c.row), j = on(c.column)](
               std::size_t set) { return x.index({Slice(), Slice(), i[set], j[set]}); };
  });
  Entry::add<GatherSplit>([](GatherSplit& c) {
    return [x = on(c.x, {c.side, c.middle, c.side}), i = on(c.first),
            j = on(c.last)](std::size_t set) { return x.index({i[set], Slice(), j[set]}); };
  });
  Entry::add<GatherOuter>([](GatherOuter& c) {
    return [x = on(c.x, {c.side, c.side}), i = on(c.row), j = on(c.column)](std::size_t set) {
      return x.oindex({i[set], j[set]});
    };
  });
  Entry::add<TokenProbabilities>([](TokenProbabilities& c) {
    std::vector<Tensor<Index>> tokens;
    for (const auto& t : c.token) tokens.push_back(on(t, {c.batch, c.steps}));
    return [pred = on(c.pred, {c.batch, c.steps, c.words}),
            b = ndx::arange<Index>(c.batch).reshape({c.batch, 1}), s = ndx::arange<Index>(c.steps),
            t = tokens](std::size_t set) { return pred.index({b, s, t[set]}); };
  });
}

void add_masks() {
  Entry::add<MaskRead>([](MaskRead& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) { return x.index({mask}); };
  });
  Entry::add<MaskReadOfSize>([](MaskReadOfSize& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) { return x.index({mask}); };
  });
  Entry::add<MaskFill>([](MaskFill& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) { x.index_put_({mask}, 0.5F); };
  });
  Entry::add<MaskPut>([](MaskPut& c) {
    return [x = on(c.x), mask = on(c.chosen), value = on(c.value)](std::size_t) {
      x.index_put_({mask}, value);
    };
  });
  Entry::add<MaskCount>([](MaskCount& c) {
    return [mask = on(c.chosen)](std::size_t) { return ndx::count_nonzero(mask); };
  });
  Entry::add<MaskSum>([](MaskSum& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) { return sum(x.indexed({mask})); };
  });
  Entry::add<MaskSum>("read_first", [](MaskSum& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) { return sum(x.index({mask})); };
  });
  Entry::add<Where>([](Where& c) {
    return [mask = on(c.chosen), a = on(c.a), b = on(c.b)](std::size_t) {
      return ndx::where(mask, a, b);
    };
  });
  Entry::add<Nonzero>([](Nonzero& c) {
    const auto mask = c.rank() == 1 ? on(c.chosen) : on(c.chosen, {c.rows, c.columns});
    return [mask](std::size_t) { return ndx::nonzero(mask); };
  });
}

template <class Case>
void add_element_write(bool accumulate) {
  Entry::add<Case>([=](Case& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value), accumulate](std::size_t set) {
      x.index_put_({i[set]}, value, accumulate);
    };
  });
}

template <class Case>
void add_row_write(bool accumulate) {
  Entry::add<Case>([=](Case& c) {
    return
        [x = on(c.x, {c.rows, c.inner}), i = on(c.index), value = on(c.value, {c.count, c.inner}),
         accumulate](std::size_t set) { x.index_put_({i[set]}, value, accumulate); };
  });
}

void add_scatters() {
  add_element_write<Scatter>(false);
  add_element_write<ScatterOfSize>(false);
  add_element_write<Accumulate>(true);
  add_element_write<AccumulateHot>(true);
  add_row_write<RowsPut>(false);
  add_row_write<RowsAccumulate>(true);
}

void add_copies() {
  Entry::add<CopyEveryOther>([](CopyEveryOther& c) {
    const auto x = on(c.x, {c.side, c.side}).index({Slice(), Slice(None, None, 2)});
    return [x](std::size_t) { return x.clone(); };
  });
  Entry::add<CopyReversed>(
      [](CopyReversed& c) { return [x = on(c.x).flip(0)](std::size_t) { return x.clone(); }; });
  Entry::add<CopyTransposed>([](CopyTransposed& c) {
    return [x = on(c.x, {c.side, c.side}).transpose()](std::size_t) { return x.clone(); };
  });
  Entry::add<CopyTransposedInto>([](CopyTransposedInto& c) {
    return [x = on(c.x, {c.side, c.side}).transpose(),
            out = on(c.out, {c.side, c.side})](std::size_t) { out.copy_(x); };
  });
  Entry::add<CopyChannelsLast>([](CopyChannelsLast& c) {
    return [x = on(c.x, {c.images, c.channels, c.side, c.side}).permute({0, 2, 3, 1})](
               std::size_t) { return x.clone(); };
  });
  Entry::add<CopyOfSize>(
      [](CopyOfSize& c) { return [x = on(c.x)](std::size_t) { return x.clone(); }; });
}

void add_transposes() {
  Entry::add<AddTransposed>([](AddTransposed& c) {
    return [x = on(c.x, {c.side, c.side}).transpose(), y = on(c.y, {c.side, c.side})](std::size_t) {
      return x + y;
    };
  });
  Entry::add<ScalePlanes>([](ScalePlanes& c) {
    return [x = on(c.x, {c.planes, c.rows, c.columns}).permute({0, 2, 1})](std::size_t) {
      return x * 2;
    };
  });
  Entry::add<GatherTransposed>([](GatherTransposed& c) {
    return [x = on(c.x, {c.side, c.side}).transpose(), i = on(c.index)](std::size_t set) {
      return x.index({Slice(), i[set]});
    };
  });
  Entry::add<PutTransposed>([](PutTransposed& c) {
    return [x = on(c.x, {c.side, c.side}).transpose(), value = on(c.value, {c.side, c.count}),
            i = on(c.index)](std::size_t set) { x.index_put_({Slice(), i[set]}, value); };
  });
  Entry::add<SumTransposed>([](SumTransposed& c) {
    return [x = on(c.x, {c.planes, c.rows, c.columns}).permute({2, 0, 1})](std::size_t) {
      return sum(x, 0);
    };
  });
}

template <class T>
Tensor<T> halves(const Buffer<std::uint16_t>& bits) {
  return borrow(reinterpret_cast<T*>(bits.data()), {bits.size()});
}

void add_conversions() {
  Entry::add<FloatToHalf>(
      [](FloatToHalf& c) { return [x = on(c.x)](std::size_t) { return x.to<ndx::float16>(); }; });
  Entry::add<HalfToFloat>([](HalfToFloat& c) {
    return [x = halves<ndx::float16>(c.x)](std::size_t) { return x.to<float>(); };
  });
  Entry::add<FloatToBfloat>([](FloatToBfloat& c) {
    return [x = on(c.x)](std::size_t) { return x.to<ndx::bfloat16>(); };
  });
  Entry::add<BfloatToFloat>([](BfloatToFloat& c) {
    return [x = halves<ndx::bfloat16>(c.x)](std::size_t) { return x.to<float>(); };
  });
}

void add_elementwise() {
  Entry::add<Add>([](Add& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return a + b; }; });
  Entry::add<AddOfSize>(
      [](AddOfSize& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return a + b; }; });
  Entry::add<AddInPlace>(
      [](AddInPlace& c) { return [a = on(c.a), b = on(c.b)](std::size_t) mutable { a += b; }; });
  Entry::add<AddBroadcast>([](AddBroadcast& c) {
    return [a = on(c.a, {c.side, 1}), b = on(c.b, {1, c.side})](std::size_t) { return a + b; };
  });
  Entry::add<Greater>([](Greater& c) { return [a = on(c.a)](std::size_t) { return a > 0.5F; }; });
  Entry::add<Sum>([](Sum& c) { return [a = on(c.a)](std::size_t) { return ndx::sum(a); }; });
  Entry::add<SumAxis>([](SumAxis& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return ndx::sum(a, 0); };
  });
}

void add_reductions() {
  Entry::add<Mean>([](Mean& c) { return [a = on(c.a)](std::size_t) { return ndx::mean(a); }; });
  Entry::add<Variance>(
      [](Variance& c) { return [a = on(c.a)](std::size_t) { return ndx::var(a); }; });
  Entry::add<Maximum>(
      [](Maximum& c) { return [a = on(c.a)](std::size_t) { return ndx::max(a); }; });
  Entry::add<Minimum>(
      [](Minimum& c) { return [a = on(c.a)](std::size_t) { return ndx::min(a); }; });
  Entry::add<Argmax>(
      [](Argmax& c) { return [a = on(c.a)](std::size_t) { return ndx::argmax(a); }; });
  Entry::add<Product>(
      [](Product& c) { return [a = on(c.a)](std::size_t) { return ndx::prod(a); }; });
  Entry::add<Norm>([](Norm& c) { return [a = on(c.a)](std::size_t) { return ndx::norm(a); }; });
  Entry::add<Norm3>(
      [](Norm3& c) { return [a = on(c.a)](std::size_t) { return ndx::norm(a, 3); }; });
  Entry::add<Dot>(
      [](Dot& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return ndx::dot(a, b); }; });
  Entry::add<Median>(
      [](Median& c) { return [a = on(c.a)](std::size_t) { return ndx::median(a); }; });
  Entry::add<HistogramOf64>([](HistogramOf64& c) {
    return [a = on(c.a)](std::size_t) { return ndx::histogram(a, 64, {0, 1}).counts; };
  });
  Entry::add<Cumsum>(
      [](Cumsum& c) { return [a = on(c.a)](std::size_t) { return ndx::cumsum(a, 0); }; });
  Entry::add<CumsumAxis>([](CumsumAxis& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return ndx::cumsum(a, 0); };
  });
  Entry::add<ArgmaxAxis>([](ArgmaxAxis& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return ndx::argmax(a, 0); };
  });
  Entry::add<MeanOfRows>([](MeanOfRows& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return ndx::mean(a, 1); };
  });
  Entry::add<MaximumOfRows>([](MaximumOfRows& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return ndx::amax(a, 1); };
  });
  Entry::add<ArgmaxOfRows>([](ArgmaxOfRows& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return ndx::argmax(a, 1); };
  });
}

template <class Case, class F>
void add_function(F f) {
  Entry::add<Case>([f](Case& c) { return [f, a = on(c.a)](std::size_t) { return f(a); }; });
}

void add_functions() {
  add_function<Exp>([](const auto& a) { return exp(a); });
  add_function<Log>([](const auto& a) { return log(a); });
  add_function<Sin>([](const auto& a) { return sin(a); });
  add_function<Tanh>([](const auto& a) { return tanh(a); });
  add_function<Sqrt>([](const auto& a) { return sqrt(a); });
  add_function<ExpDouble>([](const auto& a) { return exp(a); });
  add_function<LogDouble>([](const auto& a) { return log(a); });
  add_function<SinDouble>([](const auto& a) { return sin(a); });
  add_function<Clamp>([](const auto& a) { return clamp(a, 0.25F, 0.75F); });
  add_function<IsNan>([](const auto& a) { return isnan(a); });
  add_function<ExpMasked>([](const auto& a) { return exp(a); });
  Entry::add<IsIn>([](IsIn& c) {
    return [a = on(c.a), others = on(c.others)](std::size_t) { return ndx::isin(a, others); };
  });
  add_function<Remainder>([](const auto& a) { return a % 7; });
  add_function<FloorDivide>([](const auto& a) { return floor_divide(a, 7); });
  Entry::add<IsClose>(
      [](IsClose& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return isclose(a, b); }; });
  Entry::add<Pow>(
      [](Pow& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return pow(a, b); }; });
  Entry::add<PowDouble>(
      [](PowDouble& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return pow(a, b); }; });
  Entry::add<MaximumOfTwo>([](MaximumOfTwo& c) {
    return [a = on(c.a), b = on(c.b)](std::size_t) { return maximum(a, b); };
  });
}

void add_complex() {
  Entry::add<ComplexTimes>(
      [](ComplexTimes& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return a * b; }; });
  add_function<ComplexExp>([](const auto& a) { return exp(a); });
  add_function<ComplexAbs>([](const auto& a) { return abs(a); });
  add_function<ComplexSum>([](const auto& a) { return sum(a); });
  add_function<ComplexProduct>([](const auto& a) { return prod(a) + 0; });
}

}  // namespace

int main(int argc, char** argv) {
#ifdef _OPENMP
  ndx::use_openmp(omp_get_num_procs());
#endif
  add_calls();
  add_gathers();
  add_masks();
  add_scatters();
  add_copies();
  add_transposes();
  add_elementwise();
  add_reductions();
  add_conversions();
  ours::add_sorts();
  add_functions();
  add_complex();
  return Entry::run(argc, argv);
}
