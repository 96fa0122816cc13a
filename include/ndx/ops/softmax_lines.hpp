// softmax and log_softmax into an existing tensor without memory for what is computed on the way:
// line by line, in runs of some hundred elements on the stack. What the results are made of is kept in
// the output, or computed once more if its elements are of another type.
#pragma once

#include <ndx/ops/extremes.hpp>
#include <ndx/ops/math.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Most elements of a run: neighbours in one line, or one element each of neighbouring lines.
inline constexpr index_t kSoftmaxRun = 512;
/// Lines shorter than this are computed side by side, too.
inline constexpr index_t kShortSoftmaxLine = 32;

/// Lines along a dim of an input of T and of an output of O, which may be the same memory.
template <class T, class O, bool logarithm>
class SoftmaxLines {
  using Result = function_t<T>;
  using Computed = computed_t<Result>;
  using Total = sum_accumulator_t<Computed>;
  using Largest = Max<computed_t<T>>;
  /// Whether the output holds what is computed, and results without a conversion.
  static constexpr bool kKeeps = std::is_same_v<O, Computed> && std::is_same_v<O, Result>;

  struct Finish {
    Computed operator()(const Computed& x, const Computed& divisor) const {
      return logarithm ? x - divisor : x / divisor;
    }
  };

 public:
  SoftmaxLines(index_t size, const Offsets<2>& step) : size_(size), step_(step) {}

  /// Computes `lines` lines, which are line_step apart.
  void operator()(const T* from, O* to, index_t lines, const Offsets<2>& line_step) {
    const auto magnitude = [](index_t step) { return step < 0 ? -step : step; };
    side_by_side_ =
        lines > 1 && (size_ < kShortSoftmaxLine || magnitude(line_step[0]) < magnitude(step_[0]));
    const index_t most = side_by_side_ ? kSoftmaxRun : 1;
    for (index_t first = 0; first < lines; first += most) {
      lines_ = lines - first < most ? lines - first : most;
      line_step_ = line_step;
      from_ = from + first * line_step[0];
      to_ = to + first * line_step[1];
      compute();
    }
  }

 private:
  /// A run of elements, `step` apart in the input and in the output.
  struct Run {
    const T* from;
    O* to;
    index_t count;
    Offsets<2> step;
  };

  template <class Visit>
  void for_each_run(const Visit& visit) const {
    const index_t length = side_by_side_ ? 1 : kSoftmaxRun;
    for (index_t i = 0; i < size_; i += length) {
      const index_t left = size_ - i < length ? size_ - i : length;
      visit(Run{from_ + i * step_[0], to_ + i * step_[1], side_by_side_ ? lines_ : left,
                side_by_side_ ? line_step_ : step_});
    }
  }

  void compute() {
    find_largest();
    for (index_t k = 0; k < lines_; ++k) totals_[k] = 0;
    const bool is_one_run = size_ == 1 || (!side_by_side_ && size_ <= kSoftmaxRun);
    for_each_run([&](const Run& run) {
      subtract_largest(run);
      exponentiate(run.count);
      add(run.count);
      if (kKeeps && !is_one_run) keep(run);
    });
    for (index_t k = 0; k < lines_; ++k) {
      const auto total = static_cast<Computed>(totals_[k]);
      divisors_[k] = logarithm ? std::log(total) : total;
    }
    for_each_run([&](const Run& run) {
      if (kKeeps && !is_one_run) return finish_kept(run);
      if (!is_one_run) {
        subtract_largest(run);
        if (!logarithm) exponentiate(run.count);
      }
      store(run);
    });
  }

  void find_largest() {
    Loop<2> loop;
    loop.push_inner(size_, {step_[0], 0});
    loop.push_inner(lines_, {line_step_[0], 1});
    for (index_t k = 0; k < lines_; ++k) largest_[k] = Largest().identity();
    kernel::reduce(Largest(), loop, from_, largest_);
  }

  /// out[i] = f(a[i * a_step], b[i * b_step]), where b is a value for the line of the element.
  template <class F, class Out, class A, class B>
  void transform(const F& f, index_t count, Out* out, index_t out_step, const A* a, index_t a_step,
                 const B* of_line) const {
    Loop<3> loop;
    loop.push_inner(count, {out_step, a_step, side_by_side_ ? 1 : 0});
    kernel::transform(kernel::row_functions<F, Out, A, B>, &f, loop, kernel::Stores::cached,
                      kernel::operands(out, a, of_line));
  }

  void subtract_largest(const Run& run) {
    const auto subtract = [](const auto& x, const auto& most) {
      return static_cast<Computed>(x) - static_cast<Computed>(most);
    };
    transform(subtract, run.count, differences_, 1, run.from, run.step[0], largest_);
  }

  void exponentiate(index_t count) {
    using Exp = ApplyConverted<std::remove_const_t<decltype(functions::natural_exp)>, Computed>;
    const Exp exp;
    kernel::transform(kernel::row_functions<Exp, Computed, Computed>, &exp, count,
                      kernel::Stores::cached,
                      kernel::operands(powers_, static_cast<const Computed*>(differences_)));
  }

  void add(index_t count) {
    const auto add = [](const Total& total, const Computed& x) {
      return total + static_cast<Total>(x);
    };
    const Computed* const powers = powers_;
    if (side_by_side_) {
      using Add = Update<std::remove_const_t<decltype(add)>>;
      const Add update{add};
      kernel::transform(kernel::row_functions<Add, Total, Total, Computed>, &update, count,
                        kernel::Stores::cached, kernel::operands(totals_, totals_, powers));
    } else {
      totals_[0] += kernel::reduce_elements(Sum<Computed>(), powers, count, 1);
    }
  }

  /// What the results are made of, in the output, and from there.
  void keep(const Run& run) const {
    if constexpr (kKeeps) {
      const Computed* const from = logarithm ? differences_ : powers_;
      if (run.step[1] == 1) {
        std::memcpy(run.to, from, static_cast<std::size_t>(run.count) * sizeof(O));
      } else {
        for (index_t k = 0; k < run.count; ++k) run.to[k * run.step[1]] = from[k];
      }
    }
  }
  void finish_kept(const Run& run) const {
    if constexpr (kKeeps)
      transform(Update<Finish>{}, run.count, run.to, run.step[1], run.to, run.step[1], divisors_);
  }

  void store(const Run& run) const {
    const Computed* const from = logarithm ? differences_ : powers_;
    if constexpr (std::is_same_v<Result, O>) {
      transform(Finish(), run.count, run.to, run.step[1], from, 1, divisors_);
    } else {
      transform(ConvertedResult<O, Result, Finish>(), run.count, run.to, run.step[1], from, 1,
                divisors_);
    }
  }

  index_t size_;
  Offsets<2> step_;
  bool side_by_side_ = false;
  index_t lines_ = 1;
  Offsets<2> line_step_{};
  const T* from_ = nullptr;
  O* to_ = nullptr;
  Computed differences_[kSoftmaxRun];
  Computed powers_[kSoftmaxRun];
  typename Largest::Accumulator largest_[kSoftmaxRun];
  Total totals_[kSoftmaxRun];
  Computed divisors_[kSoftmaxRun];
};

/// Lines of t along `dim` into `into`, as ops/into.hpp says.
template <bool logarithm, class O, class T>
void softmax_lines(const Into<O>& into, const Tensor<T>& t, index_t dim) {
  const std::size_t place = wrap_dim(into.call, dim, t.shape().size());
  check_output<function_t<std::remove_const_t<T>>>(into, t.shape());
  if (t.numel() == 0) return;
  const DistinctInput<T> distinct(into.out, t);
  const Tensor<T>& in = distinct.get();
  const Tensor<O>& out = into.out;
  Dims others = in.shape();
  others[place] = 1;
  const Offsets<2> step{in.strides()[place], out.strides()[place]};
  const index_t work = in.shape()[place] * index_t{sizeof(T)} * kernel::kLightWorkFactor;
  const Loop<2> lines = make_loop<2>(others, {in.strides(), out.strides()});
  kernel::run_in_parts(lines, 0, work, [&](const Loop<2>& part, const Offsets<2>& begin) {
    SoftmaxLines<std::remove_const_t<T>, O, logarithm> compute(in.shape()[place], step);
    kernel::for_each_row(part, [&](const Offsets<2>& at, index_t count, const Offsets<2>& steps) {
      compute(in.data() + begin[0] + at[0], out.data() + begin[1] + at[1], count, steps);
    });
  });
}

}  // namespace detail
NDX_NAMESPACE_END
