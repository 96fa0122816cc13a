"""Compares what the recipes in cmake/packaging say with the library: versions, files, components.

    recipes_test.py NDX_SOURCE
"""

import ast
import glob
import importlib.util
import json
import os
import re
import sys
import types
import unittest

ROOT = sys.argv.pop()
PACKAGING = os.path.join(ROOT, "cmake", "packaging")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def version():
    return ".".join(re.findall(r"#define NDX_VERSION_[A-Z]+ (\d+)", read("include/ndx/base/config.hpp")))


def components():
    """The components with what they need: {"npz": "libzip-dev", "compiled": None, ...}."""
    found = {}
    text = read("cmake/ndx-components.cmake")
    for name, package in re.findall(r'^  set\(of_(\w+) "(.*?)"', text, re.MULTILINE):
        debian = re.search(r"Debian: (?:.* )?([\w.-]+-dev)", package)
        found[name] = debian and debian[1]
    return found


class Versions(unittest.TestCase):
    def agree(self, pattern, *path):
        found = re.findall(pattern, read(*path), re.MULTILINE)
        self.assertTrue(found, path)
        self.assertEqual(set(found), {version()}, path)

    def test_recipes_say_the_headers_version(self):
        self.agree(r'^  "version": "(.*)"', "cmake/packaging/vcpkg/ndx/vcpkg.json")
        self.agree(r'^    version = "(.*)"', "cmake/packaging/bazel/MODULE.bazel")
        self.agree(r'name = "ndx", version = "(.*)"\)', "cmake/packaging/bazel/MODULE.bazel")
        self.agree(r"ndx-(\d.*?)(?:/|\.tar\.gz|$)", "cmake/packaging/meson/ndx.wrap")

    def test_texts_say_the_headers_minor_version(self):
        minor = version().rpartition(".")[0]
        for pattern, path in ((r"libndx(\d+\.\d+)", "examples/guide/building.md"),
                              (r"libndx(\d+\.\d+)", "cmake/packaging/debian/build.sh"),
                              (r"libndx\.so\.([\d.]+\d)", "examples/guide/versions.md"),
                              (r"\bv(\d+_\d+)_", "examples/guide/versions.md"),
                              (r"\bndx_(\d+_\d+)_", "examples/guide/versions.md"),
                              (r"\bv(\d+_\d+)_", "cmake/debuggers/ndx_text.py"),
                              (r"\bv(\d+_\d+)_", "cmake/debuggers/ndx.natvis")):
            found = {text.replace("_", ".") for text in re.findall(pattern, read(path))}
            self.assertEqual(found, {minor}, path)

    def test_changelog_has_an_entry_for_it(self):
        entries = re.findall(r"^## (\S+)", read("examples/guide/changelog.md"), re.MULTILINE)
        self.assertIn(version(), entries[:2])
        self.assertLessEqual({*entries[:1]}, {"Unreleased", version()})


class Meson(unittest.TestCase):
    def test_compiled_library_has_the_same_sources(self):
        folder = os.path.join(ROOT, "cmake", "compiled")
        sources = {name.removesuffix(".cpp") for name in os.listdir(folder)}
        recipe = read("cmake/packaging/meson/packagefiles/ndx/meson.build")
        named = re.search(r"sources = \[\]\nforeach part : (\[.*?\])", recipe, re.DOTALL)[1]
        self.assertEqual(set(ast.literal_eval(named)), sources)
        named = re.search(r"foreach\(part (functions .*?)\)", read("cmake/NdxCompiled.cmake"), re.DOTALL)[1]
        self.assertEqual(set(named.split()), sources)


class Vcpkg(unittest.TestCase):
    """https://learn.microsoft.com/vcpkg/reference/vcpkg-json"""

    manifest = json.loads(read("cmake/packaging/vcpkg/ndx/vcpkg.json"))

    def test_every_field_is_one_of_the_format(self):
        self.assertLessEqual(set(self.manifest), {"name", "version", "description", "license",
                                                  "dependencies", "features"})
        for feature in self.manifest["features"].values():
            self.assertLessEqual({"description"}, set(feature))
            self.assertLessEqual(set(feature), {"description", "dependencies"})
        lists = [feature.get("dependencies", []) for feature in self.manifest["features"].values()]
        for dependency in sum(lists, self.manifest["dependencies"]):
            name = dependency if isinstance(dependency, str) else dependency["name"]
            self.assertRegex(name, r"^[a-z0-9]+(-[a-z0-9]+)*$")
            if isinstance(dependency, dict):
                self.assertLessEqual(set(dependency), {"name", "host", "features", "default-features",
                                                       "platform"})

    def test_features_are_the_components(self):
        features = set(components()) - {"openmp", "threads"}  # which come with the compiler
        self.assertEqual(set(self.manifest["features"]), features)
        for feature in features:
            self.assertIn(feature, read("cmake/packaging/vcpkg/ndx/usage"))


    def test_xsimd_is_asked_for_off_x86_64_alone(self):
        self.assertIn({"name": "xsimd", "platform": "!x64"}, self.manifest["dependencies"])


class Debian(unittest.TestCase):
    control = read("cmake/packaging/debian/control.in")

    def test_xsimd_is_asked_for_off_x86_64_alone(self):
        asked = re.findall(r"libxsimd-dev[^,\n]*", self.control)
        self.assertEqual(asked, ["libxsimd-dev (>= 8.1) [!amd64]"] * 2)

    def test_suggests_what_components_need(self):
        suggested = re.search(r"^Suggests: (.*?)^\w", self.control, re.MULTILINE | re.DOTALL)[1]
        needed = {package for package in components().values() if package}
        self.assertLessEqual(needed - {"libomp-dev"}, set(re.findall(r"[\w.-]+", suggested)))

    def test_standard_fields(self):
        for paragraph in self.control.strip().split("\n\n")[1:]:
            fields = re.findall(r"^(\S+):", paragraph, re.MULTILINE)
            self.assertLessEqual({"Package", "Architecture", "Depends", "Description"}, set(fields))


class Bazel(unittest.TestCase):
    """Its files are in a subset of Python."""

    def calls(self, name):
        tree = ast.parse(read("cmake/packaging/bazel", name))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield node.func.id, node

    def test_module_has_what_the_build_file_uses(self):
        modules = {ast.literal_eval(call.keywords[0].value)
                   for name, call in self.calls("MODULE.bazel") if name == "bazel_dep"}
        used = re.findall(r'"@(\w+)', read("cmake/packaging/bazel/BUILD.bazel"))
        self.assertEqual(modules, set(used))

    def test_globs_find_files(self):
        patterns = [pattern for name, call in self.calls("BUILD.bazel") if name == "glob"
                    for pattern in ast.literal_eval(call.args[0])]
        self.assertTrue(patterns)
        for pattern in patterns:
            self.assertTrue(glob.glob(os.path.join(ROOT, pattern), recursive=True), pattern)


class Part(types.SimpleNamespace):
    """A part of what Conan says of a package."""

    def set_property(self, name, value):
        self.__dict__.setdefault("properties", {})[name] = value


class Conan(unittest.TestCase):
    """The recipe runs with as much of Conan as it calls."""

    def recipe(self, arch="x86_64", **options):
        modules = {name: types.ModuleType(name) for name in (
            "conan", "conan.tools", "conan.tools.build", "conan.tools.cmake", "conan.tools.files")}
        modules["conan"].ConanFile = object
        modules["conan.tools.build"].check_min_cppstd = None
        for name in "CMake", "CMakeDeps", "CMakeToolchain", "cmake_layout":
            setattr(modules["conan.tools.cmake"], name, None)
        self.copied = []
        files = modules["conan.tools.files"]
        files.load = lambda recipe, path: read(path)
        files.copy = lambda recipe, pattern, src, dst: self.copied.append(os.path.join(src, pattern))
        files.get = files.rmdir = None
        sys.modules.update(modules)
        path = os.path.join(PACKAGING, "conan", "conanfile.py")
        spec = importlib.util.spec_from_file_location("conanfile", path)
        module = importlib.util.module_from_spec(spec)
        sys.dont_write_bytecode = True
        spec.loader.exec_module(module)
        recipe = module.NdxConan()
        recipe.recipe_folder = os.path.dirname(path)
        recipe.export_sources_folder = "exported"
        recipe.version = recipe.conan_data = None
        recipe.settings = types.SimpleNamespace(arch=arch)
        recipe.options = types.SimpleNamespace(**{**recipe.default_options, **options})
        return recipe

    def test_version_is_the_headers(self):
        recipe = self.recipe()
        recipe.set_version()
        self.assertEqual(recipe.version, version())

    def test_exports_what_is_there(self):
        recipe = self.recipe()
        recipe.export_sources()
        self.assertEqual(len(self.copied), 4)
        for pattern in self.copied:
            self.assertTrue(glob.glob(pattern), pattern)

    def test_xsimd_is_asked_for_off_x86_64_alone(self):
        for arch, asked in ("x86_64", []), ("armv8", ["xsimd/[>=8.1]"]):
            recipe = self.recipe(arch)
            required = []
            recipe.requires = lambda name, transitive_headers, to=required: to.append(name)
            recipe.requirements()
            self.assertEqual(required, asked)
            headers = Part()
            recipe.cpp_info = Part(components={"ndx": headers})
            recipe.package_info()
            self.assertEqual(headers.requires, ["xsimd::xsimd"] if asked else [])

    def test_targets_are_those_of_cmake(self):
        for compiled, targets in (False, {"ndx::ndx"}), (True, {"ndx::ndx", "ndx::compiled"}):
            recipe = self.recipe(compiled=compiled)
            parts = {"ndx": Part(), "compiled": Part()}
            recipe.cpp_info = Part(components=parts)
            recipe.package_info()
            found = {part.properties["cmake_target_name"] for part in parts.values() if vars(part)}
            self.assertEqual(found, targets)


if __name__ == "__main__":
    unittest.main()
