"""Conan's recipe of ndx: `conan create cmake/packaging/conan`, of the source tree that it is in. Beside a conandata.yml, as
in Conan Center, it fetches the sources that this names instead.

The option `compiled` adds the compiled library. The headers of other libraries, such as
ndx/npz.hpp, need those libraries among the requirements of whoever includes them.
"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, load, rmdir


class NdxConan(ConanFile):
    name = "ndx"
    description = "Tensors with NumPy-style indexing, header-only C++20"
    license = "MIT"
    topics = ("tensor", "numpy", "indexing", "header-only")
    settings = "os", "arch", "compiler", "build_type"
    options = {"compiled": [True, False], "shared": [True, False]}
    default_options = {"compiled": False, "shared": False}
    required_conan_version = ">=2.0"

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..", "..")

    def set_version(self):
        """The version is written once, in the header, unless the caller says which one."""
        if self.version:
            return
        header = load(self, os.path.join(self._root, "include", "ndx", "base", "config.hpp"))
        self.version = ".".join(re.findall(r"#define NDX_VERSION_[A-Z]+ (\d+)", header))

    def export_sources(self):
        if self.conan_data:
            return
        for pattern in "include/*", "cmake/*", "CMakeLists.txt", "LICENSE":
            copy(self, pattern, src=self._root, dst=self.export_sources_folder)

    def source(self):
        if self.conan_data:
            get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def configure(self):
        if self.options.compiled:
            self.package_type = "shared-library" if self.options.shared else "static-library"
        else:
            self.package_type = "header-library"
            self.options.rm_safe("shared")

    @property
    def _needs_xsimd(self):
        return self.settings.arch != "x86_64"

    def requirements(self):
        if self._needs_xsimd:
            self.requires("xsimd/[>=8.1]", transitive_headers=True)

    def layout(self):
        cmake_layout(self)

    def package_id(self):
        if not self.info.options.compiled:
            self.info.clear()

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for part in "TESTS", "EXAMPLES", "BENCH":
            toolchain.cache_variables[f"NDX_BUILD_{part}"] = False
        toolchain.cache_variables["NDX_BUILD_COMPILED"] = bool(self.options.compiled)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # Conan writes these for its own packages.
        for folder in ("share", "cmake"), ("share", "pkgconfig"), ("lib", "cmake"), ("lib", "pkgconfig"):
            rmdir(self, os.path.join(self.package_folder, *folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "ndx")
        headers = self.cpp_info.components["ndx"]
        headers.set_property("cmake_target_name", "ndx::ndx")
        headers.set_property("pkg_config_name", "ndx")
        headers.requires = ["xsimd::xsimd"] if self._needs_xsimd else []
        headers.libdirs = []
        headers.bindirs = []
        if self.options.compiled:
            compiled = self.cpp_info.components["compiled"]
            compiled.set_property("cmake_target_name", "ndx::compiled")
            compiled.set_property("pkg_config_name", "ndx-compiled")
            compiled.requires = ["ndx"]
            compiled.libs = ["ndx"]
            compiled.defines = ["NDX_COMPILED"]
