// explain(shape, index): what an index would do, as a struct (Explanation), as text and as SVG.
#pragma once

#include <ndx/explain/explain.hpp>
#include <ndx/explain/to_svg.hpp>
#include <ndx/explain/to_text.hpp>
