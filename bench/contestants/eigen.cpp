// Eigen on the same buffers: arrays of one and two dims, row-major. Cases that it cannot express
// are left out. Its indexed views do not check indices: those calls are the variant "unchecked".
#include <eigen3/Eigen/Core>

#include "cases/calls.hpp"
#include "cases/copies.hpp"
#include "cases/elementwise.hpp"
#include "cases/functions.hpp"
#include "cases/gathers.hpp"
#include "cases/masks.hpp"
#include "cases/reductions.hpp"
#include "cases/scatters.hpp"
#include "cases/transposes.hpp"

namespace {

using namespace bench;

template <class T>
using Array1 = Eigen::Array<T, Eigen::Dynamic, 1>;
template <class T>
using Array2 = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct InEigen {
  template <class E>
  static double answer(const Eigen::DenseBase<E>& expression) {
    using T = typename E::Scalar;
    const Array2<T> row_major = expression.derived().array();
    return checksum(row_major);
  }
  static double answer(const float& element) { return checksum(&element, 1); }
  static double answer(const Index& count) { return checksum(&count, 1); }
};
using Entry = Entries<InEigen>;

template <class T>
auto on(const Buffer<T>& buffer) {
  return Eigen::Map<Array1<T>>(buffer.data(), buffer.size());
}
template <class T>
auto on(const Buffer<T>& buffer, Index rows, Index columns) {
  return Eigen::Map<Array2<T>>(buffer.data(), rows, columns);
}
auto on(const IndexSets& sets) {
  std::vector<Eigen::Map<Array1<Index>>> result;
  for (const auto& set : sets) result.push_back(on(set));
  return result;
}

void add_calls() {
  Entry::add<TinyGather>("unchecked", [](TinyGather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t) { return x(i[0]).eval(); };
  });
  Entry::add<TinyPutElement>("unchecked", [](TinyPutElement& c) {
    return [x = on(c.x, 3, 3)](std::size_t) mutable { x(1, 2) = 10; };
  });
}

void add_gathers() {
  Entry::add<Gather>("unchecked", [](Gather& c) {
    return [x = on(c.x), i = on(c.index)](std::size_t set) { return x(i[set]).eval(); };
  });
  Entry::add<GatherInto>("unchecked", [](GatherInto& c) {
    return [x = on(c.x), i = on(c.index), out = on(c.out)](std::size_t set) mutable {
      out = x(i[set]);
    };
  });
  Entry::add<GatherRows>("unchecked", [](GatherRows& c) {
    return [x = on(c.x, c.rows, c.inner), i = on(c.index)](std::size_t set) {
      return x(i[set], Eigen::all).eval();
    };
  });
  Entry::add<GatherRowsInto>("unchecked", [](GatherRowsInto& c) {
    return [x = on(c.x, c.rows, c.inner), i = on(c.index), out = on(c.out, c.count, c.inner)](
               std::size_t set) mutable { out = x(i[set], Eigen::all); };
  });
  Entry::add<GatherColumns>("unchecked", [](GatherColumns& c) {
    return [x = on(c.x, c.side, c.side), i = on(c.index)](std::size_t set) {
      return x(Eigen::all, i[set]).eval();
    };
  });
  Entry::add<GatherOuter>("unchecked", [](GatherOuter& c) {
    return [x = on(c.x, c.side, c.side), i = on(c.row), j = on(c.column)](std::size_t set) {
      return x(i[set], j[set]).eval();
    };
  });
}

void add_masks() {
  Entry::add<MaskFill>([](MaskFill& c) {
    return [x = on(c.x), mask = on(c.chosen)](std::size_t) mutable { x = mask.select(0.5F, x); };
  });
  Entry::add<MaskCount>([](MaskCount& c) {
    return [mask = on(c.chosen)](std::size_t) { return Index{mask.count()}; };
  });
  Entry::add<Where>([](Where& c) {
    return [mask = on(c.chosen), a = on(c.a), b = on(c.b)](std::size_t) {
      return mask.select(a, b).eval();
    };
  });
}

void add_scatters() {
  Entry::add<Scatter>("unchecked", [](Scatter& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value)](std::size_t set) mutable {
      x(i[set]) = value;
    };
  });
  Entry::add<RowsPut>("unchecked", [](RowsPut& c) {
    return [x = on(c.x, c.rows, c.inner), i = on(c.index), value = on(c.value, c.count, c.inner)](
               std::size_t set) mutable { x(i[set], Eigen::all) = value; };
  });
}

/// x(i) += value happens to accumulate duplicates, because coefficients are assigned in order.
template <class Case>
void add_accumulate() {
  Entry::add<Case>("unchecked", [](Case& c) {
    return [x = on(c.x), i = on(c.index), value = on(c.value)](std::size_t set) mutable {
      x(i[set]) += value;
    };
  });
}

void add_accumulates() {
  add_accumulate<Accumulate>();
  add_accumulate<AccumulateHot>();
  Entry::add<RowsAccumulate>("unchecked", [](RowsAccumulate& c) {
    return [x = on(c.x, c.rows, c.inner), i = on(c.index), value = on(c.value, c.count, c.inner)](
               std::size_t set) mutable { x(i[set], Eigen::all) += value; };
  });
}

void add_copies() {
  Entry::add<CopyEveryOther>([](CopyEveryOther& c) {
    using Stride = Eigen::Stride<Eigen::Dynamic, 2>;
    const Eigen::Map<Array2<float>, 0, Stride> x(c.x.data(), c.side, c.side / 2, Stride(c.side, 2));
    return [x](std::size_t) { return x.eval(); };
  });
  Entry::add<CopyReversed>(
      [](CopyReversed& c) { return [x = on(c.x)](std::size_t) { return x.reverse().eval(); }; });
  Entry::add<CopyTransposed>([](CopyTransposed& c) {
    return [x = on(c.x, c.side, c.side)](std::size_t) { return Array2<float>(x.transpose()); };
  });
  Entry::add<CopyTransposedInto>([](CopyTransposedInto& c) {
    return [x = on(c.x, c.side, c.side), out = on(c.out, c.side, c.side)](std::size_t) mutable {
      out = x.transpose();
    };
  });
}

void add_transposes() {
  Entry::add<AddTransposed>([](AddTransposed& c) {
    return [x = on(c.x, c.side, c.side), y = on(c.y, c.side, c.side)](std::size_t) {
      return Array2<float>(x.transpose() + y);
    };
  });
}

void add_elementwise() {
  Entry::add<Add>(
      [](Add& c) { return [a = on(c.a), b = on(c.b)](std::size_t) { return (a + b).eval(); }; });
  Entry::add<AddInPlace>(
      [](AddInPlace& c) { return [a = on(c.a), b = on(c.b)](std::size_t) mutable { a += b; }; });
  Entry::add<AddBroadcast>([](AddBroadcast& c) {
    return [a = on(c.a), b = on(c.b), side = c.side](std::size_t) {
      return Array2<float>(a.replicate(1, side) + b.transpose().replicate(side, 1));
    };
  });
  Entry::add<Greater>(
      [](Greater& c) { return [a = on(c.a)](std::size_t) { return (a > 0.5F).eval(); }; });
  Entry::add<Sum>([](Sum& c) { return [a = on(c.a)](std::size_t) { return a.sum(); }; });
  Entry::add<SumAxis>([](SumAxis& c) {
    return
        [a = on(c.a, c.rows, c.columns)](std::size_t) { return Array2<float>(a.colwise().sum()); };
  });
}

void add_reductions() {
  Entry::add<Mean>([](Mean& c) { return [a = on(c.a)](std::size_t) { return a.mean(); }; });
  Entry::add<Maximum>(
      [](Maximum& c) { return [a = on(c.a)](std::size_t) { return a.maxCoeff(); }; });
  Entry::add<Minimum>(
      [](Minimum& c) { return [a = on(c.a)](std::size_t) { return a.minCoeff(); }; });
  Entry::add<Product>([](Product& c) { return [a = on(c.a)](std::size_t) { return a.prod(); }; });
  Entry::add<Norm>(
      [](Norm& c) { return [a = on(c.a)](std::size_t) { return a.matrix().norm(); }; });
  Entry::add<Dot>([](Dot& c) {
    return [a = on(c.a), b = on(c.b)](std::size_t) { return a.matrix().dot(b.matrix()); };
  });
  Entry::add<Variance>([](Variance& c) {
    return [a = on(c.a)](std::size_t) { return (a - a.mean()).square().mean(); };
  });
  Entry::add<Argmax>([](Argmax& c) {
    return [a = on(c.a)](std::size_t) {
      Index index = 0;
      (void)a.maxCoeff(&index);
      return index;
    };
  });
  Entry::add<MeanOfRows>([](MeanOfRows& c) {
    return
        [a = on(c.a, c.rows, c.columns)](std::size_t) { return Array1<float>(a.rowwise().mean()); };
  });
  Entry::add<MaximumOfRows>([](MaximumOfRows& c) {
    return [a = on(c.a, c.rows, c.columns)](std::size_t) {
      return Array1<float>(a.rowwise().maxCoeff());
    };
  });
}

template <class Case, class F>
void add_function(F f) {
  Entry::add<Case>([f](Case& c) { return [f, a = on(c.a)](std::size_t) { return f(a).eval(); }; });
}
template <class Case, class F>
void add_function_of_two(F f) {
  Entry::add<Case>([f](Case& c) {
    return [f, a = on(c.a), b = on(c.b)](std::size_t) { return f(a, b).eval(); };
  });
}

void add_functions() {
  add_function<Exp>([](const auto& a) { return a.exp(); });
  add_function<Log>([](const auto& a) { return a.log(); });
  add_function<Sin>([](const auto& a) { return a.sin(); });
  add_function<Tanh>([](const auto& a) { return a.tanh(); });
  add_function<Sqrt>([](const auto& a) { return a.sqrt(); });
  add_function<Clamp>([](const auto& a) { return a.max(0.25F).min(0.75F); });
  add_function<IsNan>([](const auto& a) { return a.isNaN(); });
  add_function<ExpDouble>([](const auto& a) { return a.exp(); });
  add_function<LogDouble>([](const auto& a) { return a.log(); });
  add_function<SinDouble>([](const auto& a) { return a.sin(); });
  add_function_of_two<MaximumOfTwo>([](const auto& a, const auto& b) { return a.max(b); });
  add_function_of_two<Pow>([](const auto& a, const auto& b) { return a.pow(b); });
  add_function_of_two<PowDouble>([](const auto& a, const auto& b) { return a.pow(b); });
}

}  // namespace

int main(int argc, char** argv) {
  add_calls();
  add_gathers();
  add_masks();
  add_scatters();
  add_accumulates();
  add_copies();
  add_transposes();
  add_elementwise();
  add_reductions();
  add_functions();
  return Entry::run(argc, argv);
}
