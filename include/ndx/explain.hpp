// What an index does: explain(t, index), as a struct, as text and as SVG; explain(view), of an indexed view.
// describe(t) tells what a tensor is.
#pragma once

#include <ndx/explain/explain_index.hpp>
#include <ndx/explain/explain_view.hpp>
#include <ndx/explain/to_svg.hpp>
#include <ndx/explain/to_text.hpp>
#include <ndx/io/text/describe.hpp>
#include <ndx/io/text/terminal.hpp>
