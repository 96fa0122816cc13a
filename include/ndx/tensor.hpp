// Tensor<T>, complete: the class, the definitions of all its members, and the functions that create
// tensors. Include this header and not its parts, as the headers of ops/, io/ and interop/ do: a
// member that a part only declares would not link.
#pragma once

// The class comes first, so that compilers' messages about it name few headers.
#include <ndx/tensor/tensor_class.hpp>

// These define its members, and the functions that create tensors.
#include <ndx/tensor/copies.hpp>
#include <ndx/tensor/create/create.hpp>
#include <ndx/tensor/create/memory.hpp>
#include <ndx/tensor/create/tensor_literal.hpp>
#include <ndx/tensor/elements.hpp>
#include <ndx/tensor/indexing.hpp>
#include <ndx/tensor/plan.hpp>
#include <ndx/tensor/subscript/subscript.hpp>
#include <ndx/tensor/subscript/subscript_functions.hpp>
#include <ndx/tensor/subscript/subscript_terms.hpp>
#include <ndx/tensor/views.hpp>
