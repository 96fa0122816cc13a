// Files of models: .safetensors, loaded, mapped and saved. Needs nlohmann-json.
#pragma once

#include <ndx/io/archive/safetensors_file.hpp>
