// What an index does, before it is done: explain(shape, index) gives an Explanation, as fields, as
// text and as a picture.
#pragma once

#include <ndx/index/explain.hpp>
#include <ndx/index/explain_svg.hpp>
#include <ndx/index/explain_text.hpp>
