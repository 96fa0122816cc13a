"""The package of examples/python as a user gets it: python3 python_package.py ROOT FOLDER

Installs it by pip into a fresh virtual environment in FOLDER without a network, looks into the wheel,
installs that elsewhere, and checks version, stubs, signatures, the docstrings' examples and the guide's.
"""
import doctest
import inspect
import os
import pathlib
import pydoc
import re
import shutil
import subprocess
import sys

root, folder = (pathlib.Path(part).resolve() for part in sys.argv[1:3])
here = root / "examples" / "python"


def run(*command, **options):
    told = subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    assert told.returncode == 0, told.stdout
    return told.stdout


def environment(name):
    """A fresh one, which sees the system's NumPy and no network."""
    venv = folder / name
    shutil.rmtree(venv, ignore_errors=True)
    run(sys.executable, "-m", "venv", "--system-site-packages", venv)
    return venv / "bin" / "python"


def install():
    offline = {**os.environ, "NDX_BUILD_DIR": str(folder), "NDX_CXX_FLAGS": "-O0", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
               "http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}
    python = environment("installed")
    run(python, "-m", "pip", "install", here, env=offline)
    run(python, "-m", "pip", "wheel", "--no-deps", "-w", folder, here, env=offline)
    (wheel,) = folder.glob("ndx-*.whl")
    listed = run(sys.executable, "-m", "zipfile", "-l", wheel)
    for name in ("ndx/__init__.py", "ndx/__init__.pyi", "ndx/py.typed", "ndx/_core", "/METADATA", "/RECORD", "/LICENSE"):
        assert name in listed, listed
    elsewhere = environment("elsewhere")
    run(elsewhere, "-m", "pip", "install", "--no-index", wheel, env=offline)
    demo = run(python, here / "demo.py", cwd="/")
    assert demo == run(elsewhere, here / "demo.py", cwd="/")
    assert demo in (root / "examples" / "guide" / "python.md").read_text(), demo
    run(python, pathlib.Path(__file__).resolve(), "--installed", root, cwd="/")


def check_installed():
    import ndx
    import numpy as np

    text = (root / "include" / "ndx" / "base" / "config.hpp").read_text()
    assert ndx.__version__ == ".".join(re.findall(r"NDX_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", text))
    stubs = (pathlib.Path(ndx.__file__).parent / "__init__.pyi").read_text()
    failed = 0
    for name in ndx.__all__:
        value = getattr(ndx, name)
        assert len(value.__doc__) > 60, name
        assert re.search(rf"^(def|class) {name}\b", stubs, re.M), f"{name} is not in the stubs"
        if inspect.isroutine(value):
            stub = re.search(rf"^def {name}\((.*?)\) ->", stubs, re.M | re.S).group(1)
            wanted = re.findall(r"(\w+):", stub)
            assert list(inspect.signature(value).parameters) == wanted, name
        test = doctest.DocTestParser().get_doctest(value.__doc__, {"ndx": ndx, "np": np}, name, None, 0)
        failed += doctest.DocTestRunner().run(test).failed
    failed += doctest.testmod(ndx, extraglobs={"np": np, "ndx": ndx}).failed
    guide = (root / "examples" / "guide" / "python.md").read_text()
    names = {}  # those of the page, from its first snippet on
    for k, snippet in enumerate(re.findall(r"^```pycon\n(.*?)^```", guide, re.M | re.S)):
        test = doctest.DocTestParser().get_doctest(snippet, names, f"python.md, snippet {k}", None, 0)
        failed += doctest.DocTestRunner().run(test, clear_globs=False).failed
        names = test.globs  # get_doctest copies them
    assert failed == 0
    shown = pydoc.plain(pydoc.render_doc(ndx))  # what help(ndx) prints: what replaces NumPy's calls, and no methods of str
    assert "np.add.at" in shown and "casefold" not in shown, shown


if sys.argv[1] == "--installed":
    root = folder
    check_installed()
else:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("ndx-*.whl"):
        old.unlink()
    install()
    print("installed without a network, as documented")
