// Fresh tensors, tensors on memory that is there already, and the process's settings.
#include <ndx/ndx.hpp>
#include <ndx/random.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_filled(Registry& add) {
  add("empty", [](Arguments& a) { a.see(ndx::empty(a.shape)); });
  add("empty of separate sizes", [](Arguments& a) { a.see(ndx::empty(a.count, a.position)); });
  add("full", [](Arguments& a) { a.see(ndx::full(a.shape, a.scalar)); });
  add("zeros", [](Arguments& a) { a.see(ndx::zeros(a.shape)); });
  add("ones", [](Arguments& a) { a.see(ndx::ones<index_t>(a.shape)); });
  add("zeros of separate sizes", [](Arguments& a) { a.see(ndx::zeros(a.count, a.position)); });
  add("ones of separate sizes", [](Arguments& a) { a.see(ndx::ones(a.count, a.position)); });
  add("empty_like", [](Arguments& a) { a.see(ndx::empty_like(a.floats)); });
  add("full_like", [](Arguments& a) { a.see(ndx::full_like(a.integers, a.count)); });
  add("zeros_like", [](Arguments& a) { a.see(ndx::zeros_like(a.mask)); });
  add("ones_like", [](Arguments& a) { a.see(ndx::ones_like(a.floats)); });
  add("arange", [](Arguments& a) { a.see(ndx::arange(a.count)); });
  add("arange from start to stop",
      [](Arguments& a) { a.see(ndx::arange(a.position, a.count, a.step)); });
  add("arange of bytes",
      [](Arguments& a) { a.see(ndx::arange<std::uint8_t>(a.position, a.count, a.step)); });
  add("arange of doubles",
      [](Arguments& a) { a.see(ndx::arange<double>(0, static_cast<double>(a.count), a.scalar)); });
  add("arange without a type", [](Arguments& a) { a.see(ndx::arange(0.0, a.scalar, a.scalar)); });
  add("arange of floating-point numbers", [](Arguments& a) { a.see(ndx::arange(a.scalar)); });
  add("linspace of floats", [](Arguments& a) { a.see(ndx::linspace<float>(0, 1, a.count)); });
  add("linspace of complex numbers", [](Arguments& a) {
    a.see(ndx::linspace(std::complex<float>(0, 1), std::complex<float>(1, 0), a.count));
  });
  add("linspace", [](Arguments& a) { a.see(ndx::linspace(0, a.scalar, a.count)); });
  add("eye", [](Arguments& a) { a.see(ndx::eye(a.count)); });
  add("eye rows and columns", [](Arguments& a) { a.see(ndx::eye(a.count, a.position)); });
  add("rand", [](Arguments& a) { a.see(ndx::rand(a.sizes, 1)); });
  add("randn", [](Arguments& a) { a.see(ndx::randn(a.sizes, 1)); });
  add("manual_seed", [](Arguments&) { ndx::manual_seed(1); });
  add("rand without a seed", [](Arguments& a) { a.see(ndx::rand(a.sizes)); });
  add("rand of separate sizes", [](Arguments& a) { a.see(ndx::rand(a.count, a.position)); });
  add("randn without a seed", [](Arguments& a) { a.see(ndx::randn(a.sizes)); });
  add("randn of separate sizes", [](Arguments& a) { a.see(ndx::randn(a.count, a.position)); });
  add("randint without a seed",
      [](Arguments& a) { a.see(ndx::randint(a.position, a.count, a.sizes)); });
  add("randint of a count",
      [](Arguments& a) { a.see(ndx::randint(a.position, a.count, a.count)); });
  add("randint", [](Arguments& a) { a.see(ndx::randint(a.position, a.count, a.sizes, 1)); });
}

static void add_random_orders(Registry& add) {
  add("uniform", [](Arguments& a) { a.see(ndx::uniform(-1, 1, a.sizes, 1)); });
  add("normal", [](Arguments& a) { a.see(ndx::normal(0, a.scalar, a.sizes, 1)); });
  add("exponential", [](Arguments& a) { a.see(ndx::exponential(a.scalar, a.sizes, 1)); });
  add("poisson", [](Arguments& a) { a.see(ndx::poisson(a.scalar, a.sizes, 1)); });
  add("bernoulli", [](Arguments& a) { a.see(ndx::bernoulli(a.scalar, a.sizes, 1)); });
  add("bernoulli of probabilities",
      [](Arguments& a) { a.see(ndx::bernoulli(ndx::sigmoid(a.floats), 1)); });
  add("choice", [](Arguments& a) { a.see(ndx::choice(a.count, 3, {}, 1)); });
  add("choice of a tensor", [](Arguments& a) { a.see(ndx::choice(a.floats, a.count, {}, 1)); });
  add("multinomial",
      [](Arguments& a) { a.see(ndx::multinomial(ndx::sigmoid(a.list), a.count, true, 1)); });
  add("randperm", [](Arguments& a) { a.see(ndx::randperm(a.count, 1)); });
  add("randperm without a seed", [](Arguments& a) { a.see(ndx::randperm<int>(a.count)); });
  add("shuffle_", [](Arguments& a) { a.see(ndx::shuffle_(a.floats, a.dim, 1)); });
  add("shuffle_ without a seed", [](Arguments& a) {
    ndx::manual_seed(1);  // so that each call gives the same
    a.see(ndx::shuffle_(a.integers, a.dim));
  });
  add("permutation", [](Arguments& a) { a.see(ndx::permutation(a.floats, a.dim, 1)); });
  add("permutation without a seed",
      [](Arguments& a) { a.see(ndx::permutation(a.integers, a.dim)); });
  add("permutation of a number", [](Arguments& a) { a.see(ndx::permutation(a.count, 1)); });
  add("permutation of a number without a seed",
      [](Arguments& a) { a.see(ndx::permutation(a.count)); });
}

static void add_literals(Registry& add) {
  add("tensor of a list", [](Arguments& a) { a.see(ndx::tensor({a.dim, a.count})); });
  add("tensor of lists", [](Arguments& a) { a.see(ndx::tensor({{a.dim}, {a.count}})); });
  add("tensor of depth 3", [](Arguments& a) { a.see(ndx::tensor({{{a.dim}, {a.count}}})); });
  add("tensor of depth 4", [](Arguments& a) { a.see(ndx::tensor({{{{a.dim}, {a.count}}}})); });
  add("tensor of integers of two types", [](Arguments& a) { a.see(ndx::tensor({a.dim, 1})); });
  add("tensor of numbers of two types",
      [](Arguments& a) { a.see(ndx::tensor({{a.scalar}, {1}})); });
  add("tensor of a named type",
      [](Arguments& a) { a.see(ndx::tensor<double>({{a.scalar, 1}, {2, 3}})); });
  add("tensor of a value", [](Arguments& a) { a.see(ndx::tensor(a.scalar)); });
  add("tensor of a value of a named type",
      [](Arguments& a) { a.see(ndx::tensor<float>(a.scalar)); });
  add("tensor of a vector",
      [](Arguments& a) { a.see(ndx::tensor(std::vector<double>{a.scalar})); });
  add("tensor of vectors in braces", [](Arguments& a) {
    const std::vector<index_t> row{a.dim, a.count};
    a.see(ndx::tensor({row, row}));
  });
  add("tensor of vectors in braces of a named type", [](Arguments& a) {
    const std::vector<index_t> row{a.dim, a.count};
    a.see(ndx::tensor<double>({row, row}));
  });
  add("tensor of nested vectors of a named type", [](Arguments& a) {
    a.see(ndx::tensor<float>(std::vector<std::vector<double>>{{a.scalar}, {1}}));
  });
}

static void add_memory(Registry& add) {
  add("borrow", [](Arguments& a) { a.see(ndx::borrow(&a.scalar, {})); });
  add("borrow with strides", [](Arguments& a) {
    a.see(ndx::borrow(&a.scalar, Dims::filled(a.repeats.size(), 1), a.repeats));
  });
  // The vector has a buffer of its own, whose loss LeakSanitizer would tell.
  add("adopt a vector", [](Arguments& a) {
    a.see(ndx::adopt(std::vector<double>(4, a.scalar), Dims::filled(a.repeats.size(), 1)));
  });
  add("adopt with a deleter", [](Arguments& a) {
    const Dims ones = Dims::filled(a.repeats.size(), 1);
    auto* const data = new double(a.scalar);  // the call owns it, whether it succeeds or not
    a.see(ndx::adopt(data, ones, a.repeats, [data] { delete data; }));
  });
  add("large_allocations", [](Arguments&) { ndx::large_allocations(); });
  add("LargeAllocationCache::set_limit", [](Arguments& a) {
    ndx::LargeAllocationCache cache;
    cache.set_limit(a.count);
  });
  add("LargeAllocationCache::limit", [](Arguments& a) {
    const ndx::LargeAllocationCache cache;
    a.see(cache.limit());
  });
  add("LargeAllocationCache::bytes", [](Arguments& a) { a.see(ndx::large_allocations().bytes()); });
  add("LargeAllocationCache::clear", [](Arguments&) { ndx::large_allocations().clear(); });
  add("executor", [](Arguments& a) { a.see(ndx::executor().threads); });
  add("set_executor", [](Arguments&) {
    const ndx::Executor installed = ndx::executor();
    ndx::set_executor(installed);
  });
}

void add_creation(Registry& add) {
  add_filled(add);
  add_random_orders(add);
  add_literals(add);
  add_memory(add);
}

}  // namespace ndx_test
