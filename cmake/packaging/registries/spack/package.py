# Spack's recipe: var/spack/repos/builtin/packages/ndx/package.py.
from spack.package import *


class Ndx(CMakePackage):
    """The indexing of NumPy and PyTorch for C++20, header-only."""

    homepage = "@HOMEPAGE@"
    url = "@URL@"

    license("MIT")

    version("@VERSION@", sha256="@SHA256@")

    variant("compiled", default=True, description="Build the compiled library, for shorter compile times")
    variant("shared", default=True, when="+compiled", description="Build the compiled library as a shared one")

    depends_on("cxx", type="build")
    depends_on("cmake@3.20:", type="build")
    for target in ("aarch64:", "ppc64le:", "riscv64:"):  # x86-64 needs no other package
        depends_on("xsimd@8.1:", when=f"target={target}")

    conflicts("%gcc@:11", msg="ndx needs C++20")
    conflicts("%clang@:13", msg="ndx needs C++20")

    def cmake_args(self):
        return [
            self.define("NDX_BUILD_TESTS", False),
            self.define("NDX_BUILD_EXAMPLES", False),
            self.define("NDX_BUILD_BENCH", False),
            self.define_from_variant("NDX_BUILD_COMPILED", "compiled"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
        ]
