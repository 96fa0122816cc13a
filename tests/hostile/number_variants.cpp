// Integers, dims, slices and numbers that are extreme, as each of the arguments.
#include <limits>

#include "variants.hpp"

namespace ndx_test {
namespace {

constexpr index_t kExtremes[] = {INT64_MIN, INT64_MIN + 1,    -(index_t{1} << 40), -1,       0,
                                 1,         index_t{1} << 40, INT64_MAX - 1,       INT64_MAX};

}  // namespace

std::vector<Variant> extreme_integers() {
  std::vector<Variant> variants;
  for (const index_t value : kExtremes) {
    int k = 0;
    for (const auto member : Arguments::kIntegers) {
      variants.push_back({"integer " + std::to_string(k++) + " is " + std::to_string(value),
                          [member, value](Arguments& a) { a.*member = value; }});
    }
    variants.push_back({"all integers are " + std::to_string(value), [value](Arguments& a) {
                          for (const auto member : Arguments::kIntegers) a.*member = value;
                        }});
    for (const index_t step : kExtremes) {
      variants.push_back({"slice steps by " + std::to_string(step) + " at " + std::to_string(value),
                          [value, step](Arguments& a) {
                            a.slice = Slice(value, ndx::None, step);
                            a.terms = {a.slice, Slice(ndx::None, value, step)};
                          }});
    }
  }
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), 1e300, -1e300, 0.0,
                             std::numeric_limits<double>::infinity()}) {
    variants.push_back(
        {"scalar is " + std::to_string(value), [value](Arguments& a) { a.scalar = value; }});
  }
  return variants;
}

std::vector<Variant> extreme_dims() {
  std::vector<Variant> variants;
  int k = 0;
  for (const auto member : Arguments::kDims) {
    const std::string which = "dims " + std::to_string(k++) + " ";
    variants.push_back({which + "are none", [member](Arguments& a) { a.*member = Dims(); }});
    for (const std::size_t rank : {std::size_t{64}, std::size_t{65}}) {
      variants.push_back({which + "are " + std::to_string(rank) + " ones",
                          [member, rank](Arguments& a) { a.*member = Dims::filled(rank, 1); }});
      variants.push_back({which + "are " + std::to_string(rank) + " twos",
                          [member, rank](Arguments& a) { a.*member = Dims::filled(rank, 2); }});
    }
    for (const index_t value : kExtremes) {
      variants.push_back({which + "begin with " + std::to_string(value),
                          [member, value](Arguments& a) { (a.*member)[0] = value; }});
      variants.push_back({which + "end with " + std::to_string(value),
                          [member, value](Arguments& a) { (a.*member).back() = value; }});
      variants.push_back(
          {which + "are all " + std::to_string(value), [member, value](Arguments& a) {
             for (index_t& item : a.*member) item = value;
           }});
      variants.push_back({which + "are " + std::to_string(value) + " alone",
                          [member, value](Arguments& a) { a.*member = {value}; }});
    }
  }
  return variants;
}

}  // namespace ndx_test
