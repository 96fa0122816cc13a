// Analyses orders as a data frame would: joins them with a table of prices, filters, groups by customer and
// by month, and ranks the customers.
#include <ndx/groups.hpp>
#include <ndx/ndx.hpp>
#include <ndx/statistics.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kOrders = 200000, kProducts = 500, kCustomers = 3000;

struct Orders {
  Tensor<index_t> customer, product, day;  // (orders)
  Tensor<index_t> count;
};

struct Prices {
  Tensor<index_t> product;  // (products), sorted
  Tensor<double> price;
};

double analyse(const Orders& orders, const Prices& prices) {
  // The join: where in the sorted table each product stands, and which orders have none there.
  const auto place =
      ndx::clamp(ndx::searchsorted(prices.product, orders.product), 0, prices.product.numel() - 1);
  const auto listed = prices.product.index({place}) == orders.product;
  const auto kept = ndx::nonzero(listed & (orders.count > 0)).squeeze(-1);
  const auto customer = orders.customer.index({kept});
  const auto amount = prices.price.index({place.index({kept})}) * orders.count.index({kept});

  // By customer: the sum, the mean and the largest order.
  const auto sums = ndx::segment_sum(amount, customer, kCustomers);
  const auto mean = ndx::nan_to_num(ndx::segment_mean(amount, customer, kCustomers));
  const auto largest = ndx::segment_max(amount, customer, kCustomers);

  // By customer and month, as one matrix.
  const auto month = ndx::floor_divide(orders.day.index({kept}), 30);
  auto table = ndx::zeros<double>({kCustomers, 12});
  table.index_put_({customer, month}, amount, /*accumulate=*/true);
  const auto best_month = ndx::argmax(ndx::sum(table, 0));

  const auto order = ndx::argsort(sums, -1, /*descending=*/true);
  const auto best = order.index({Slice(0, 10)});
  return ndx::sum(sums.index({best})).item() + ndx::max(largest).item() + ndx::median(mean).item() +
         static_cast<double>(best_month.item());
}

}  // namespace

int main(int argc, char** argv) {
  const Orders orders{ndx::tensor(bench::noise(kOrders, 31)) % kCustomers,
                      ndx::tensor(bench::noise(kOrders, 37)) % 1000,
                      ndx::tensor(bench::noise(kOrders, 41)) % 360,
                      ndx::tensor(bench::noise(kOrders, 43)) % 5};
  const Prices prices{ndx::arange(kProducts) * 2 + 1,
                      ndx::tensor(bench::uniform<double>(kProducts, 47)) * 100.0};
  return bench::measure(argc, argv, [&] { return analyse(orders, prices); });
}
