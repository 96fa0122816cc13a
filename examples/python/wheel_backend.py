"""Makes the wheel of the package: what pip calls (PEP 517).

It uses Python's own library, CMake and the C++ compiler, so that pip needs no network where Debian's cmake
and pybind11-dev are installed. Elsewhere pip fetches these two. From the environment: CXX, NDX_CXX_FLAGS
(default -O2, for any processor of this kind: the instructions it has are found at run time), NDX_BUILD_DIR
(default build/python beside include/).
"""
import base64
import hashlib
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def includes():
    """Where pybind11's headers may be."""
    found = importlib.util.find_spec("pybind11")
    packaged = [pathlib.Path(found.origin).parent / "include"] if found and found.origin else []
    return packaged + [pathlib.Path(sysconfig.get_path("include")), pathlib.Path("/usr/include"),
                       pathlib.Path("/usr/local/include")]


def pybind11():
    return next((folder for folder in includes() if (folder / "pybind11" / "pybind11.h").exists()), None)


def get_requires_for_build_wheel(config_settings=None):
    return [name for name, there in (("cmake", shutil.which("cmake")), ("pybind11", pybind11())) if not there]


def version():
    text = (ROOT / "include" / "ndx" / "base" / "config.hpp").read_text()
    return ".".join(re.findall(r"^#define NDX_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", text, re.M))


def build():
    """Returns the extension module's file."""
    folder = pathlib.Path(os.environ.get("NDX_BUILD_DIR", ROOT / "build" / "python")).resolve() / "extension"
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    flags = os.environ.get("NDX_CXX_FLAGS", "-O2")
    subprocess.run(["cmake", "-S", HERE, "-B", folder, *generator, "-DCMAKE_BUILD_TYPE=None",
                    f"-DCMAKE_CXX_FLAGS={flags} -DNDEBUG", f"-DNDX_PYBIND11={pybind11()}",
                    f"-DPython3_EXECUTABLE={sys.executable}"], check=True, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", folder, "--parallel"], check=True, stdout=sys.stderr)
    return folder / ("_core" + sysconfig.get_config_var("EXT_SUFFIX"))


def metadata():
    """The files of the wheel that say what it is, by their names within its .dist-info folder."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    return {
        "LICENSE": (ROOT / "LICENSE").read_text(),
        "METADATA": "\n".join(["Metadata-Version: 2.1", "Name: ndx", f"Version: {version()}",
                               f"Summary: {project['description']}",
                               f"Requires-Python: {project['requires-python']}",
                               *(f"Requires-Dist: {name}" for name in project["dependencies"]), ""]),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: ndx\nRoot-Is-Purelib: false\nTag: {tag()}\n",
    }


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = pathlib.Path(metadata_directory) / f"ndx-{version()}.dist-info"
    folder.mkdir()
    for name, text in metadata().items():
        (folder / name).write_text(text)
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    core = build()
    info = f"ndx-{version()}.dist-info"
    files = {f"ndx/{path.name}": path.read_bytes()
             for path in sorted((HERE / "src" / "ndx").iterdir()) if path.is_file()}
    files[f"ndx/{core.name}"] = core.read_bytes()
    files |= {f"{info}/{name}": text.encode() for name, text in metadata().items()}

    def row(name, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(data)}\n"

    record = "".join(row(name, data) for name, data in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()
    name = f"ndx-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name
