void add_shapes(Registry& add) {
  add("half", [](Arguments& a) { half(a.count); });
  add(
      "Shape::Shape of sides", [](Arguments& a) { Shape(a.count); });
  add("operator\"\"_shape", [](Arguments&) { "square"_shape; });
  add("listed", [](Arguments& a) { listed(a.out, a.floats); });
  add("gone from the headers", [](Arguments&) {});
}
