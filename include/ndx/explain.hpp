// explain(t, index) tells what an index does, as a struct, as text and as SVG; explain(view) tells it of an indexed view.
// describe(t) tells what a tensor is.
#pragma once

#include <ndx/explain/explain_index.hpp>
#include <ndx/explain/explain_view.hpp>
#include <ndx/explain/to_svg.hpp>
#include <ndx/explain/to_text.hpp>
#include <ndx/io/text/describe.hpp>
#include <ndx/io/text/terminal.hpp>
