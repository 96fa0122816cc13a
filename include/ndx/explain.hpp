// What an index does: explain(t, index), as a struct, as text and as SVG. describe(t) tells what a
// tensor is.
#pragma once

#include <ndx/explain/explain_index.hpp>
#include <ndx/explain/to_svg.hpp>
#include <ndx/explain/to_text.hpp>
#include <ndx/io/text/describe.hpp>
#include <ndx/io/text/terminal.hpp>
