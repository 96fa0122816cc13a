// No offence: what the public headers name is theirs.
#pragma once

#include <ndx/base/upward.hpp>
