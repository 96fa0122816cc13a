// Declarations of every form, laid out as clang-format does.
#pragma once

NDX_NAMESPACE_BEGIN
namespace detail {

inline int hidden(int x) { return x; }

namespace deeper {
inline int buried(int x) { return x; }
}  // namespace deeper
inline int hidden_too(int x) { return x; }

}  // namespace detail

/// Missing from the registry.
template <class T, class V = Pair<T, Pair<T, T>>>
requires(!IsPlain<T>) [[nodiscard]] Tensor<std::remove_const_t<T>> forgotten(const Tensor<T>& t,
                                                                             V value = {}) {
  return t;
}

/// One of two overloads is missing.
inline int half(int x) { return x; }
inline int half(double x) {
  return static_cast<int>(x);
}
template <class T>
void half(T) = delete;  // refused

[[nodiscard]] bool operator<=(const Shape& a, const Shape& b) noexcept;

// A row of a macro that declares a function.
NDX_ENTRY_FUNCTION(listed, NumberTensor,
                   map_elements(into, a))
NDX_ENTRY_FUNCTION(unlisted, NumberTensor, map_elements(into, a))

class Shape {
 public:
  Shape(int sides) : sides_(sides) {}
  ~Shape() = default;
  operator Sides<int>() const { return sides_; }

  template <class Visit>
  void each_side(Visit&& visit) const {
    for (int i = 0; i < sides_; ++i) visit(i);
  }
  [[nodiscard]] int sides() const { return sides_; }

 private:
  int secret() const { return sides_; }
  int sides_;
};

template <class T>
Shape Shape::from(const T& t) {
  return t;
}

inline namespace literals {
Shape operator""_shape(const char* text);
}  // namespace literals
NDX_NAMESPACE_END
