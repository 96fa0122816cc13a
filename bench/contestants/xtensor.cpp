// xtensor on the same buffers. Cases that it cannot express are left out. Its indexed views do not
// check indices: those calls are the variant "unchecked".
#include <xtensor/xadapt.hpp>
#include <xtensor/xindex_view.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmasked_view.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xoperation.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include "cases/calls.hpp"
#include "cases/copies.hpp"
#include "cases/elementwise.hpp"
#include "cases/gathers.hpp"
#include "cases/masks.hpp"
#include "cases/scatters.hpp"

namespace {

using namespace bench;

struct Xtensor {
  template <class E>
  static double answer(const xt::xexpression<E>& expression) {
    constexpr auto row_major = xt::layout_type::row_major;
    const E& e = expression.derived_cast();
    Result<std::remove_const_t<typename E::value_type>> elements(static_cast<Index>(e.size()));
    std::copy(e.template begin<row_major>(), e.template end<row_major>(), elements.data());
    return checksum(elements);
  }
  static double answer(const float& element) { return checksum(&element, 1); }
};
using Entry = Entries<Xtensor>;

template <class T, class... Size>
auto on(const Buffer<T>& buffer, Size... sizes) {
  const std::array<std::size_t, sizeof...(Size)> shape{static_cast<std::size_t>(sizes)...};
  return xt::adapt(buffer.data(), static_cast<std::size_t>(buffer.size()), xt::no_ownership(),
                   shape);
}
template <class T>
auto on(const Buffer<T>& buffer) {
  return on(buffer, buffer.size());
}

template <std::size_t Rank>
using Fresh = xt::xtensor<float, Rank>;

/// Index tensors in the form that xt::keep takes …
std::vector<std::vector<std::size_t>> kept(const IndexSets& sets) {
  std::vector<std::vector<std::size_t>> result;
  for (const auto& set : sets) result.emplace_back(set.data(), set.data() + set.size());
  return result;
}
/// … and that xt::index_view takes.
using Points = std::vector<std::array<std::size_t, 2>>;
std::vector<Points> points(const IndexSets& rows, const IndexSets& columns) {
  std::vector<Points> result(rows.size());
  for (std::size_t set = 0; set < rows.size(); ++set) {
    for (Index k = 0; k < rows[set].size(); ++k)
      result[set].push_back(
          {static_cast<std::size_t>(rows[set][k]), static_cast<std::size_t>(columns[set][k])});
  }
  return result;
}

void add_calls() {
  Entry::add<View>([](View& c) {
    return [x = on(c.x, 3, 4, 5)](std::size_t) mutable {
      using namespace xt::placeholders;
      return xt::strided_view(x, {xt::range(1, 3), xt::range(_, _, 2), xt::newaxis()});
    };
  });
  Entry::add<Select>([](Select& c) {
    return [x = on(c.x, 3, 4, 5)](std::size_t) mutable { return xt::view(x, 2); };
  });
  Entry::add<At>([](At& c) {
    return [x = on(c.x, 12, 5)](std::size_t) mutable { return x.at(hidden(std::size_t{3}), 4); };
  });
  Entry::add<TinyGather>("unchecked", [](TinyGather& c) {
    return [x = on(c.x), i = kept(c.index)](std::size_t) mutable {
      return Fresh<1>(xt::view(x, xt::keep(i[0])));
    };
  });
  Entry::add<TinyPut>("unchecked", [](TinyPut& c) {
    return [x = on(c.x, 3, 3), p = points(c.row, c.column)](std::size_t) mutable {
      xt::index_view(x, p[0]) = 10.F;
    };
  });
}

void add_gathers() {
  Entry::add<Gather>("unchecked", [](Gather& c) {
    return [x = on(c.x), i = kept(c.index)](std::size_t set) mutable {
      return Fresh<1>(xt::view(x, xt::keep(i[set])));
    };
  });
  Entry::add<GatherInto>("unchecked", [](GatherInto& c) {
    return [x = on(c.x), i = kept(c.index), out = on(c.out)](std::size_t set) mutable {
      xt::noalias(out) = xt::view(x, xt::keep(i[set]));
    };
  });
  Entry::add<GatherPairs>("unchecked", [](GatherPairs& c) {
    return [x = on(c.x, c.side, c.side), p = points(c.row, c.column)](std::size_t set) mutable {
      return Fresh<1>(xt::index_view(x, p[set]));
    };
  });
  Entry::add<GatherRows>("unchecked", [](GatherRows& c) {
    return [x = on(c.x, c.rows, c.inner), i = kept(c.index)](std::size_t set) mutable {
      return Fresh<2>(xt::view(x, xt::keep(i[set]), xt::all()));
    };
  });
  Entry::add<GatherRowsInto>("unchecked", [](GatherRowsInto& c) {
    return [x = on(c.x, c.rows, c.inner), i = kept(c.index),
            out = on(c.out, c.count, c.inner)](std::size_t set) mutable {
      xt::noalias(out) = xt::view(x, xt::keep(i[set]), xt::all());
    };
  });
  Entry::add<GatherColumns>("unchecked", [](GatherColumns& c) {
    return [x = on(c.x, c.side, c.side), i = kept(c.index)](std::size_t set) mutable {
      return Fresh<2>(xt::view(x, xt::all(), xt::keep(i[set])));
    };
  });
  Entry::add<GatherOuter>("unchecked", [](GatherOuter& c) {
    return [x = on(c.x, c.side, c.side), i = kept(c.row),
            j = kept(c.column)](std::size_t set) mutable {
      return Fresh<2>(xt::view(x, xt::keep(i[set]), xt::keep(j[set])));
    };
  });
}

void add_masks() {
  Entry::add<MaskRead>([](MaskRead& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) mutable {
      return Fresh<1>(xt::filter(x, mask));
    };
  });
  Entry::add<MaskFill>([](MaskFill& c) {
    return
        [x = on(c.x), mask = on(c.chosen)](std::size_t) mutable { xt::filtration(x, mask) = 0.5F; };
  });
  Entry::add<MaskFill>("masked_view", [](MaskFill& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) mutable {
      xt::masked_view(x, mask) = 0.5F;
    };
  });
  Entry::add<MaskPut>([](MaskPut& c) {
    return [x = on(c.x), mask = on(c.chosen), value = on(c.value)](std::size_t) mutable {
      xt::filter(x, mask) = value;
    };
  });
  Entry::add<MaskCount>([](MaskCount& c) {
    return [mask = on(c.chosen)](std::size_t) mutable {
      return xt::xtensor<Index, 0>(xt::count_nonzero(mask));
    };
  });
  Entry::add<Where>([](Where& c) {
    return [mask = on(c.chosen), a = on(c.a), b = on(c.b)](std::size_t) mutable {
      return Fresh<1>(xt::where(mask, a, b));
    };
  });
}

void add_scatters() {
  Entry::add<Scatter>("unchecked", [](Scatter& c) {
    return [x = on(c.x), i = kept(c.index), value = on(c.value)](std::size_t set) mutable {
      xt::noalias(xt::view(x, xt::keep(i[set]))) = value;
    };
  });
  Entry::add<Accumulate>("unchecked", [](Accumulate& c) {
    return [x = on(c.x), i = kept(c.index), value = on(c.value)](std::size_t set) mutable {
      xt::noalias(xt::view(x, xt::keep(i[set]))) += value;
    };
  });
  Entry::add<AccumulateHot>("unchecked", [](AccumulateHot& c) {
    return [x = on(c.x), i = kept(c.index), value = on(c.value)](std::size_t set) mutable {
      xt::noalias(xt::view(x, xt::keep(i[set]))) += value;
    };
  });
  Entry::add<RowsPut>("unchecked", [](RowsPut& c) {
    return [x = on(c.x, c.rows, c.inner), i = kept(c.index),
            value = on(c.value, c.count, c.inner)](std::size_t set) mutable {
      xt::noalias(xt::view(x, xt::keep(i[set]), xt::all())) = value;
    };
  });
  Entry::add<RowsAccumulate>("unchecked", [](RowsAccumulate& c) {
    return [x = on(c.x, c.rows, c.inner), i = kept(c.index),
            value = on(c.value, c.count, c.inner)](std::size_t set) mutable {
      xt::noalias(xt::view(x, xt::keep(i[set]), xt::all())) += value;
    };
  });
}

void add_copies() {
  using namespace xt::placeholders;
  Entry::add<CopyEveryOther>([](CopyEveryOther& c) {
    return [x = on(c.x, c.side, c.side)](std::size_t) mutable {
      return Fresh<2>(xt::view(x, xt::all(), xt::range(_, _, 2)));
    };
  });
  Entry::add<CopyReversed>([](CopyReversed& c) {
    return
        [x = on(c.x)](std::size_t) mutable { return Fresh<1>(xt::view(x, xt::range(_, _, -1))); };
  });
  Entry::add<CopyTransposed>([](CopyTransposed& c) {
    return
        [x = on(c.x, c.side, c.side)](std::size_t) mutable { return Fresh<2>(xt::transpose(x)); };
  });
  Entry::add<CopyTransposedInto>([](CopyTransposedInto& c) {
    return [x = on(c.x, c.side, c.side), out = on(c.out, c.side, c.side)](std::size_t) mutable {
      xt::noalias(out) = xt::transpose(x);
    };
  });
  Entry::add<CopyChannelsLast>([](CopyChannelsLast& c) {
    return [x = on(c.x, c.images, c.channels, c.side, c.side)](std::size_t) mutable {
      return Fresh<4>(xt::transpose(x, {0, 2, 3, 1}));
    };
  });
}

void add_elementwise() {
  Entry::add<Add>([](Add& c) {
    return [a = on(c.a), b = on(c.b)](std::size_t) mutable { return Fresh<1>(a + b); };
  });
  Entry::add<AddInPlace>([](AddInPlace& c) {
    return [a = on(c.a), b = on(c.b)](std::size_t) mutable { xt::noalias(a) += b; };
  });
  Entry::add<AddBroadcast>([](AddBroadcast& c) {
    return [a = on(c.a, c.side, 1), b = on(c.b, 1, c.side)](std::size_t) mutable {
      return Fresh<2>(a + b);
    };
  });
  Entry::add<Greater>([](Greater& c) {
    return [a = on(c.a)](std::size_t) mutable { return xt::xtensor<bool, 1>(a > 0.5F); };
  });
  Entry::add<Sum>([](Sum& c) {
    return [a = on(c.a)](std::size_t) mutable { return Fresh<0>(xt::sum<float>(a)); };
  });
  Entry::add<Sum>("immediate", [](Sum& c) {
    return [a = on(c.a)](std::size_t) mutable {
      return Fresh<0>(xt::sum<float>(a, xt::evaluation_strategy::immediate));
    };
  });
  Entry::add<SumAxis>([](SumAxis& c) {
    return [a = on(c.a, c.rows, c.columns)](std::size_t) mutable {
      return Fresh<1>(xt::sum<float>(a, {0}));
    };
  });
  Entry::add<SumAxis>("immediate", [](SumAxis& c) {
    return [a = on(c.a, c.rows, c.columns)](std::size_t) mutable {
      return Fresh<1>(xt::sum<float>(a, {0}, xt::evaluation_strategy::immediate));
    };
  });
}

}  // namespace

int main(int argc, char** argv) {
  add_calls();
  add_gathers();
  add_masks();
  add_scatters();
  add_copies();
  add_elementwise();
  return Entry::run(argc, argv);
}
