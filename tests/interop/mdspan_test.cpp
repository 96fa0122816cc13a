// mdspans that are not the standard library's: types with the members that as_mdspan and borrow ask
// for, as Kokkos' reference implementation has them.
#include <array>
#include <cstddef>
#include <utility>

#include <gtest/gtest.h>

#include <ndx/mdspan.hpp>
#include <ndx/ndx.hpp>

#include "mdspan_checks.hpp"

namespace {

namespace other {

inline constexpr auto kDynamic = static_cast<std::size_t>(-1);

template <class Index, std::size_t... Sizes>
class extents {
 public:
  using index_type = Index;
  constexpr extents() = default;
  constexpr explicit extents(const std::array<Index, sizeof...(Sizes)>& sizes) : sizes_(sizes) {}
  static constexpr std::size_t rank() { return sizeof...(Sizes); }
  static constexpr std::size_t static_extent(std::size_t d) {
    return std::array<std::size_t, sizeof...(Sizes)>{Sizes...}[d];
  }
  [[nodiscard]] constexpr Index extent(std::size_t d) const { return sizes_[d]; }

 private:
  std::array<Index, sizeof...(Sizes)> sizes_{};
};

template <class Index, class Numbers>
struct AllDynamic;
template <class Index, std::size_t... N>
struct AllDynamic<Index, std::index_sequence<N...>> {
  using type = extents<Index, (N - N + kDynamic)...>;
};
template <class Index, std::size_t Rank>
using dextents = typename AllDynamic<Index, std::make_index_sequence<Rank>>::type;

/// What the mappings have in common: sizes, and strides in an array.
template <class Extents>
class Mapping {
 public:
  using Strides = std::array<typename Extents::index_type, Extents::rank()>;
  Mapping() = default;
  [[nodiscard]] const Extents& extents() const { return extents_; }
  [[nodiscard]] auto stride(std::size_t d) const { return strides_[d]; }
  template <class... I>
  [[nodiscard]] auto operator()(I... index) const {
    typename Extents::index_type offset = 0;
    std::size_t d = 0;
    ((offset += static_cast<typename Extents::index_type>(index) * strides_[d++]), ...);
    return offset;
  }

 protected:
  Mapping(const Extents& extents, const Strides& strides) : extents_(extents), strides_(strides) {}

 private:
  Extents extents_;
  Strides strides_{};
};

struct layout_stride {
  template <class Extents>
  struct mapping : Mapping<Extents> {
    mapping(const Extents& extents, const typename Mapping<Extents>::Strides& strides)
        : Mapping<Extents>(extents, strides) {}
  };
};

template <bool Right>
struct layout_packed {
  template <class Extents>
  struct mapping : Mapping<Extents> {
    explicit mapping(const Extents& extents) : Mapping<Extents>(extents, packed(extents)) {}
    static typename Mapping<Extents>::Strides packed(const Extents& extents) {
      typename Mapping<Extents>::Strides strides{};
      typename Extents::index_type next = 1;
      for (std::size_t i = 0; i < Extents::rank(); ++i) {
        const std::size_t d = Right ? Extents::rank() - 1 - i : i;
        strides[d] = next;
        next *= extents.extent(d);
      }
      return strides;
    }
  };
};

template <class T, class Extents, class Layout>
class mdspan {
 public:
  using element_type = T;
  using extents_type = Extents;
  using mapping_type = typename Layout::template mapping<Extents>;
  mdspan(T* data, const mapping_type& mapping) : data_(data), mapping_(mapping) {}
  static constexpr std::size_t rank() { return Extents::rank(); }
  [[nodiscard]] T* data_handle() const { return data_; }
  [[nodiscard]] const mapping_type& mapping() const { return mapping_; }
  [[nodiscard]] auto extent(std::size_t d) const { return mapping_.extents().extent(d); }
  [[nodiscard]] auto stride(std::size_t d) const { return mapping_.stride(d); }
  [[nodiscard]] bool is_strided() const { return !without_strides; }

  bool without_strides = false;

 private:
  T* data_;
  mapping_type mapping_;
};

}  // namespace other

struct Other {
  template <class T, std::size_t Rank>
  using dynamic = other::mdspan<T, other::dextents<ndx::index_t, Rank>, other::layout_stride>;
  using fixed = other::mdspan<float, other::extents<int, 2, 3>, other::layout_packed<true>>;
  template <class T>
  using left = other::mdspan<T, other::dextents<int, 2>, other::layout_packed<false>>;
  template <class Index>
  using narrow = other::mdspan<int, other::dextents<Index, 2>, other::layout_stride>;
  template <class Index>
  using narrow_rows = other::mdspan<int, other::dextents<Index, 2>, other::layout_packed<true>>;
};

TEST(AsMdspan, TakesTypesThatAreNotTheStandardLibrarys) {
  EXPECT_EQ(mdspan_checks::run<Other>(), 0);
}

TEST(Borrow, RefusesAnMdspanWithoutStrides) {
  const auto t = ndx::zeros<int>({2, 3});
  auto view = ndx::as_mdspan<Other::dynamic<int, 2>>(t);
  view.without_strides = true;
  EXPECT_EQ(mdspan_checks::refusal<ndx::ValueError>([&] { return ndx::borrow(view); }),
            "borrow: the mdspan's layout has no strides");
}

}  // namespace
