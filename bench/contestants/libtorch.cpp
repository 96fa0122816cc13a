// libtorch on one thread and the same buffers.
#include <torch/torch.h>

#include "cases/calls.hpp"
#include "cases/copies.hpp"
#include "cases/elementwise.hpp"
#include "cases/functions.hpp"
#include "cases/gathers.hpp"
#include "cases/masks.hpp"
#include "cases/reductions.hpp"
#include "cases/scatters.hpp"
#include "cases/sorts.hpp"
#include "cases/transposes.hpp"

namespace {

using namespace bench;
using at::Tensor;
using at::indexing::None;
using at::indexing::Slice;

struct Libtorch {
  static double answer(const Tensor& tensor) {
    const Tensor t = tensor.contiguous();
    if (t.scalar_type() == at::kFloat) return checksum(t.data_ptr<float>(), t.numel());
    if (t.scalar_type() == at::kDouble) return checksum(t.data_ptr<double>(), t.numel());
    if (t.scalar_type() == at::kInt) return checksum(t.data_ptr<std::int32_t>(), t.numel());
    if (t.scalar_type() == at::kLong) return checksum(t.data_ptr<Index>(), t.numel());
    return checksum(t.data_ptr<bool>(), t.numel());
  }
  static double answer(const float& element) { return checksum(&element, 1); }
};
using Entry = Entries<Libtorch>;

template <class T>
Tensor on(const Buffer<T>& buffer, std::vector<Index> shape) {
  return torch::from_blob(buffer.data(), shape, c10::CppTypeToScalarType<T>::value);
}
template <class T>
Tensor on(const Buffer<T>& buffer) {
  return on(buffer, {buffer.size()});
}
std::vector<Tensor> on(const IndexSets& sets) {
  std::vector<Tensor> result;
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
  Entry::add<At>(
      [](At& c) { return [x = on(c.x, {12, 5})](std::size_t) { return x[3][4].item<float>(); }; });
  Entry::add<TinyGather>([](TinyGather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t) { return x.index({i[0]}); };
  });
  Entry::add<TinyGather>("index_select", [](TinyGather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t) { return x.index_select(0, i[0]); };
  });
  Entry::add<TinyPut>([](TinyPut& c) {
    return [x = on(c.x, {3, 3}), row = on(c.row), column = on(c.column)](std::size_t) mutable {
      x.index_put_({row[0], column[0]}, 10.F);
    };
  });
  Entry::add<TinyPutElement>([](TinyPutElement& c) {
    return [x = on(c.x, {3, 3})](std::size_t) mutable { x.index_put_({1, 2}, 10.F); };
  });
}

void add_gathers() {
  Entry::add<Gather>([](Gather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t set) { return x.index({i[set]}); };
  });
  Entry::add<Gather>("index_select", [](Gather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t set) { return x.index_select(0, i[set]); };
  });
  Entry::add<Gather>("gather", [](Gather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t set) { return x.gather(0, i[set]); };
  });
  Entry::add<GatherInto>("index_select_out", [](GatherInto& c) {
    return [x = on(c.x), i = on(c.index), out = on(c.out)](std::size_t set) mutable {
      at::index_select_out(out, x, 0, i[set]);
    };
  });
  Entry::add<GatherInto>("gather_out", [](GatherInto& c) {
    return [x = on(c.x), i = on(c.index), out = on(c.out)](std::size_t set) mutable {
      at::gather_out(out, x, 0, i[set]);
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
  Entry::add<GatherRows>("index_select", [](GatherRows& c) {
    return [x = on(c.x, {c.rows, c.inner}), i = on(c.index)](std::size_t set) {
      return x.index_select(0, i[set]);
    };
  });
  Entry::add<GatherRowsInto>("index_select_out", [](GatherRowsInto& c) {
    return [x = on(c.x, {c.rows, c.inner}), i = on(c.index), out = on(c.out, {c.count, c.inner})](
               std::size_t set) mutable { at::index_select_out(out, x, 0, i[set]); };
  });
  Entry::add<SumBags>([](SumBags& c) {
    return [x = on(c.x, {c.rows, c.inner}), i = on(c.index),
            offsets = torch::arange(0, c.bags * c.size, c.size)](std::size_t set) {
      return std::get<0>(at::embedding_bag(x, i[set], offsets));
    };
  });
  Entry::add<GatherColumns>([](GatherColumns& c) {
    return [x = on(c.x, {c.side, c.side}), i = on(c.index)](std::size_t set) {
      return x.index({Slice(), i[set]});
    };
  });
  Entry::add<GatherColumns>("index_select", [](GatherColumns& c) {
    return [x = on(c.x, {c.side, c.side}), i = on(c.index)](std::size_t set) {
      return x.index_select(1, i[set]);
    };
  });
  Entry::add<GatherTrailing>([](GatherTrailing& c) {
    return [x = on(c.x, {c.outer / 64, 64, c.side, c.side}), i = on(c.row), j = on(c.column)](
               std::size_t set) { return x.index({Slice(), Slice(), i[set], j[set]}); };
  });
  Entry::add<GatherSplit>([](GatherSplit& c) {
    return [x = on(c.x, {c.side, c.middle, c.side}), i = on(c.first), j = on(c.last)](
               std::size_t set) { return x.index({i[set], Slice(), j[set]}).contiguous(); };
  });
  Entry::add<GatherOuter>([](GatherOuter& c) {
    return [x = on(c.x, {c.side, c.side}), i = on(c.row), j = on(c.column)](std::size_t set) {
      return x.index({i[set].unsqueeze(1), j[set]});
    };
  });
  Entry::add<GatherOuter>("index_select", [](GatherOuter& c) {
    return [x = on(c.x, {c.side, c.side}), i = on(c.row), j = on(c.column)](std::size_t set) {
      return x.index_select(0, i[set]).index_select(1, j[set]);
    };
  });
  Entry::add<TokenProbabilities>([](TokenProbabilities& c) {
    std::vector<Tensor> tokens;
    for (const auto& t : c.token) tokens.push_back(on(t, {c.batch, c.steps}));
    return [pred = on(c.pred, {c.batch, c.steps, c.words}), b = torch::arange(c.batch).unsqueeze(1),
            s = torch::arange(c.steps),
            t = tokens](std::size_t set) { return pred.index({b, s, t[set]}); };
  });
  Entry::add<TokenProbabilities>("gather", [](TokenProbabilities& c) {
    std::vector<Tensor> tokens;
    for (const auto& t : c.token) tokens.push_back(on(t, {c.batch, c.steps, 1}));
    return [pred = on(c.pred, {c.batch, c.steps, c.words}), t = tokens](std::size_t set) {
      return pred.gather(2, t[set]);
    };
  });
}

void add_masks() {
  Entry::add<MaskRead>([](MaskRead& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) { return x.index({mask}); };
  });
  Entry::add<MaskRead>("masked_select", [](MaskRead& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) { return x.masked_select(mask); };
  });
  Entry::add<MaskFill>([](MaskFill& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) mutable { x.index_put_({mask}, 0.5F); };
  });
  Entry::add<MaskFill>("masked_fill_", [](MaskFill& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) mutable { x.masked_fill_(mask, 0.5F); };
  });
  Entry::add<MaskPut>([](MaskPut& c) {
    return [x = on(c.x), mask = on(c.chosen), value = on(c.value)](std::size_t) mutable {
      x.index_put_({mask}, value);
    };
  });
  Entry::add<MaskPut>("masked_scatter_", [](MaskPut& c) {
    return [x = on(c.x), mask = on(c.chosen), value = on(c.value)](std::size_t) mutable {
      x.masked_scatter_(mask, value);
    };
  });
  Entry::add<MaskCount>([](MaskCount& c) {
    return [mask = on(c.chosen)](std::size_t) { return mask.count_nonzero(); };
  });
  Entry::add<MaskSum>([](MaskSum& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) { return x.index({mask}).sum(); };
  });
  Entry::add<Where>([](Where& c) {
    return [mask = on(c.chosen), a = on(c.a), b = on(c.b)](std::size_t) {
      return at::where(mask, a, b);
    };
  });
  Entry::add<Nonzero>([](Nonzero& c) {
    const Tensor mask = c.rank() == 1 ? on(c.chosen) : on(c.chosen, {c.rows, c.columns});
    return [mask](std::size_t) { return mask.nonzero(); };
  });
}

template <class Case>
void add_accumulate() {
  Entry::add<Case>([](Case& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value)](std::size_t set) mutable {
      x.index_put_({i[set]}, value, true);
    };
  });
  Entry::add<Case>("index_add_", [](Case& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value)](std::size_t set) mutable {
      x.index_add_(0, i[set], value);
    };
  });
  Entry::add<Case>("scatter_add_", [](Case& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value)](std::size_t set) mutable {
      x.scatter_add_(0, i[set], value);
    };
  });
}

void add_scatters() {
  Entry::add<Scatter>([](Scatter& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value)](std::size_t set) mutable {
      x.index_put_({i[set]}, value);
    };
  });
  Entry::add<Scatter>("scatter_", [](Scatter& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value)](std::size_t set) mutable {
      x.scatter_(0, i[set], value);
    };
  });
  Entry::add<Scatter>("index_copy_", [](Scatter& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value)](std::size_t set) mutable {
      x.index_copy_(0, i[set], value);
    };
  });
  add_accumulate<Accumulate>();
  add_accumulate<AccumulateHot>();
}

template <class Case>
void add_rows(const std::string& variant, void (*write)(Tensor&, const Tensor&, const Tensor&)) {
  Entry::add<Case>(variant, [write](Case& c) {
    return
        [x = on(c.x, {c.rows, c.inner}), i = on(c.index), value = on(c.value, {c.count, c.inner}),
         write](std::size_t set) mutable { write(x, i[set], value); };
  });
}

void add_row_writes() {
  using T = Tensor;
  add_rows<RowsPut>("", [](T& x, const T& i, const T& v) { x.index_put_({i}, v); });
  add_rows<RowsPut>("index_copy_", [](T& x, const T& i, const T& v) { x.index_copy_(0, i, v); });
  add_rows<RowsAccumulate>("", [](T& x, const T& i, const T& v) { x.index_put_({i}, v, true); });
  add_rows<RowsAccumulate>("index_add_",
                           [](T& x, const T& i, const T& v) { x.index_add_(0, i, v); });
}

void add_copies() {
  Entry::add<CopyEveryOther>([](CopyEveryOther& c) {
    const Tensor x = on(c.x, {c.side, c.side}).index({Slice(), Slice(None, None, 2)});
    return [x](std::size_t) { return x.contiguous(); };
  });
  Entry::add<CopyReversed>("flip", [](CopyReversed& c) {  // torch has no negative strides
    return [x = on(c.x)](std::size_t) { return x.flip(0); };
  });
  Entry::add<CopyTransposed>([](CopyTransposed& c) {
    return [x = on(c.x, {c.side, c.side}).t()](std::size_t) { return x.contiguous(); };
  });
  Entry::add<CopyTransposedInto>([](CopyTransposedInto& c) {
    return [x = on(c.x, {c.side, c.side}).t(),
            out = on(c.out, {c.side, c.side})](std::size_t) mutable { out.copy_(x); };
  });
  Entry::add<CopyChannelsLast>([](CopyChannelsLast& c) {
    const Tensor x = on(c.x, {c.images, c.channels, c.side, c.side});
    return [x = x.permute({0, 2, 3, 1})](std::size_t) { return x.contiguous(); };
  });
  Entry::add<CopyChannelsLast>("channels_last", [](CopyChannelsLast& c) {
    const Tensor x = on(c.x, {c.images, c.channels, c.side, c.side});
    return [x](std::size_t) {
      return x.contiguous(at::MemoryFormat::ChannelsLast).permute({0, 2, 3, 1});
    };
  });
}

void add_elementwise() {
  Entry::add<Add>([](Add& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return a + b; }; });
  Entry::add<AddInPlace>(
      [](AddInPlace& c) { return [a = on(c.a), b = on(c.b)](std::size_t) mutable { a += b; }; });
  Entry::add<AddBroadcast>([](AddBroadcast& c) {
    return [a = on(c.a, {c.side, 1}), b = on(c.b, {1, c.side})](std::size_t) { return a + b; };
  });
  Entry::add<Greater>([](Greater& c) { return [a = on(c.a)](std::size_t) { return a > 0.5F; }; });
  Entry::add<Sum>([](Sum& c) { return [a = on(c.a)](std::size_t) { return a.sum(); }; });
  Entry::add<SumAxis>([](SumAxis& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return a.sum(0); };
  });
}

void add_reductions() {
  Entry::add<Mean>([](Mean& c) { return [a = on(c.a)](std::size_t) { return a.mean(); }; });
  Entry::add<Variance>(
      [](Variance& c) { return [a = on(c.a)](std::size_t) { return a.var(false); }; });
  Entry::add<Maximum>([](Maximum& c) { return [a = on(c.a)](std::size_t) { return a.max(); }; });
  Entry::add<Minimum>([](Minimum& c) { return [a = on(c.a)](std::size_t) { return a.min(); }; });
  Entry::add<Argmax>([](Argmax& c) { return [a = on(c.a)](std::size_t) { return a.argmax(); }; });
  Entry::add<Product>([](Product& c) { return [a = on(c.a)](std::size_t) { return a.prod(); }; });
  Entry::add<Norm>([](Norm& c) { return [a = on(c.a)](std::size_t) { return a.norm(); }; });
  Entry::add<Dot>(
      [](Dot& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return a.dot(b); }; });
  Entry::add<Median>([](Median& c) { return [a = on(c.a)](std::size_t) { return a.median(); }; });
  Entry::add<HistogramOf64>([](HistogramOf64& c) {
    return [a = on(c.a)](std::size_t) { return at::histc(a, 64, 0, 1).to(torch::kInt64); };
  });
  Entry::add<Cumsum>([](Cumsum& c) { return [a = on(c.a)](std::size_t) { return a.cumsum(0); }; });
  Entry::add<CumsumAxis>([](CumsumAxis& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return a.cumsum(0); };
  });
  Entry::add<ArgmaxAxis>([](ArgmaxAxis& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return a.argmax(0); };
  });
  Entry::add<MeanOfRows>([](MeanOfRows& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return a.mean(1); };
  });
  Entry::add<MaximumOfRows>([](MaximumOfRows& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return a.amax(1); };
  });
  Entry::add<ArgmaxOfRows>([](ArgmaxOfRows& c) {
    return [a = on(c.a, {c.rows, c.columns})](std::size_t) { return a.argmax(1); };
  });
}

void add_sorts() {
  for_each_number_type([]<class T>() {
    Entry::add<Sort<T>>(
        [](Sort<T>& c) { return [x = on(c.x)](std::size_t) { return std::get<0>(x.sort()); }; });
    Entry::add<Argsort<T>>([](Argsort<T>& c) {
      return [x = on(c.x)](std::size_t) { return std::get<1>(x.sort(true, 0)); };
    });
    Entry::add<Topk<T>>(
        [](Topk<T>& c) { return [x = on(c.x)](std::size_t) { return std::get<0>(x.topk(10)); }; });
    Entry::add<Partition<T>>([](Partition<T>& c) {
      return [x = on(c.x), k = c.middle()](std::size_t) {
        return std::get<0>(x.kthvalue(k + 1, 0, true));
      };
    });
    Entry::add<MedianOf<T>>([](MedianOf<T>& c) {
      return [x = on(c.x)](std::size_t) { return x.median().to(at::kDouble); };
    });
    Entry::add<Unique<T>>([](Unique<T>& c) {
      return [x = on(c.x)](std::size_t) { return std::get<0>(at::_unique(x)); };
    });
    Entry::add<Searchsorted<T>>([](Searchsorted<T>& c) {
      return
          [x = on(c.x), sorted = on(c.sorted)](std::size_t) { return at::searchsorted(sorted, x); };
    });
  });
}

// Results are row-major, as ours are.
void add_transposes() {
  Entry::add<AddTransposed>([](AddTransposed& c) {
    return [x = on(c.x, {c.side, c.side}).t(), y = on(c.y, {c.side, c.side})](std::size_t) {
      return x + y;
    };
  });
  Entry::add<ScalePlanes>([](ScalePlanes& c) {
    return [x = on(c.x, {c.planes, c.rows, c.columns}).permute({0, 2, 1})](std::size_t) {
      return (x * 2).contiguous();
    };
  });
  Entry::add<GatherTransposed>([](GatherTransposed& c) {
    return [x = on(c.x, {c.side, c.side}).t(), i = on(c.index)](std::size_t set) {
      return x.index({Slice(), i[set]}).contiguous();
    };
  });
  Entry::add<PutTransposed>([](PutTransposed& c) {
    return [x = on(c.x, {c.side, c.side}).t(), value = on(c.value, {c.side, c.count}),
            i = on(c.index)](std::size_t set) mutable { x.index_put_({Slice(), i[set]}, value); };
  });
  Entry::add<SumTransposed>([](SumTransposed& c) {
    return [x = on(c.x, {c.planes, c.rows, c.columns}).permute({2, 0, 1})](std::size_t) {
      return x.sum(0);
    };
  });
}

template <class Case, class F>
void add_function(F f) {
  Entry::add<Case>([f](Case& c) { return [f, a = on(c.a)](std::size_t) { return f(a); }; });
}

void add_functions() {
  add_function<Exp>([](const at::Tensor& a) { return a.exp(); });
  add_function<Log>([](const at::Tensor& a) { return a.log(); });
  add_function<Sin>([](const at::Tensor& a) { return a.sin(); });
  add_function<Tanh>([](const at::Tensor& a) { return a.tanh(); });
  add_function<Sqrt>([](const at::Tensor& a) { return a.sqrt(); });
  add_function<ExpDouble>([](const at::Tensor& a) { return a.exp(); });
  add_function<LogDouble>([](const at::Tensor& a) { return a.log(); });
  add_function<SinDouble>([](const at::Tensor& a) { return a.sin(); });
  add_function<Clamp>([](const at::Tensor& a) { return a.clamp(0.25, 0.75); });
  add_function<IsNan>([](const at::Tensor& a) { return a.isnan(); });
  add_function<ExpMasked>([](const at::Tensor& a) { return a.exp(); });
  Entry::add<IsIn>([](IsIn& c) {
    return [a = on(c.a), others = on(c.others)](std::size_t) { return at::isin(a, others); };
  });
  add_function<Remainder>([](const at::Tensor& a) { return a.remainder(7); });
  Entry::add<Pow>(
      [](Pow& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return a.pow(b); }; });
  Entry::add<PowDouble>(
      [](PowDouble& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return a.pow(b); }; });
  Entry::add<MaximumOfTwo>([](MaximumOfTwo& c) {
    return [a = on(c.a), b = on(c.b)](std::size_t) { return at::maximum(a, b); };
  });
}

}  // namespace

int main(int argc, char** argv) {
  const torch::InferenceMode guard;
  torch::set_num_threads(1);
  add_calls();
  add_gathers();
  add_masks();
  add_scatters();
  add_row_writes();
  add_copies();
  add_transposes();
  add_elementwise();
  add_reductions();
  add_sorts();
  add_functions();
  return Entry::run(argc, argv);
}
