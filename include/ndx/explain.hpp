// explain(shape, index): what an index would do, as a struct (Explanation), as text and as SVG.
#pragma once

#include <ndx/index/explain.hpp>
#include <ndx/index/explain_svg.hpp>
#include <ndx/index/explain_text.hpp>
