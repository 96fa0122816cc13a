// What a kernel may do: nothing here is an offence.
#pragma once
#include <complex>

#include <ndx/kernel/move/copy.hpp>
#include <ndx/layout/layout.hpp>
