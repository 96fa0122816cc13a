"""Compiles and runs the programs of this folder and prints one table: see bench/programs.sh."""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
CXX = os.environ.get("CXX", "g++")
EIGEN = ["-I", "/usr/include/eigen3"]
REFERENCE = "#include <Eigen/Dense>\nint main() {}\n"


class Contestant:
    """One way to compile a program: `source` with `flags`, linked with `libraries`."""

    def __init__(self, title, source, flags, libraries=()):
        self.title, self.source, self.flags, self.libraries = title, source, flags, list(libraries)
        self.seconds, self.memory = float("inf"), 0

    def compile(self, program, optimization="-O2"):
        """Compiles without linking, which is what is measured; then links."""
        command = [CXX, "-std=c++20", optimization, *self.flags, "-c", str(self.source), "-o", f"{program}.o"]
        pid = os.posix_spawnp(command[0], command, os.environ)
        _, status, usage = os.wait4(pid, 0)
        if status:
            sys.exit(f"{' '.join(command)} failed")
        subprocess.run([CXX, f"{program}.o", *self.libraries, "-Wl,--gc-sections", "-o", program], check=True)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

    def measure(self, program):
        seconds, memory = self.compile(program)
        self.seconds, self.memory = min(self.seconds, seconds), memory


def program_of(page, build):
    """Writes the C++ blocks of a page of the guide as one program, and returns its file."""
    includes, bodies = [], []
    for block in re.findall(r"^```cpp\n(.*?)^```", pathlib.Path(page).read_text(), re.M | re.S):
        lines = block.splitlines()
        includes += [line for line in lines if line.startswith("#include")]
        bodies.append("{\n" + "\n".join(line for line in lines if not line.startswith("#include")) + "\n}\n")
    source = build / f"{pathlib.Path(page).stem}.cpp"
    source.write_text("\n".join(dict.fromkeys(["#include <ndx/ndx.hpp>", "#include <iostream>", *includes])) +
                      "\nusing namespace ndx;\nint main() {\n" + "".join(bodies) + "}\n")
    return source


def run(command):
    """Returns the answer that a program prints, and its milliseconds."""
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(lines[1]), float(lines[3])


def text_size(program):
    return int(subprocess.run(["size", program], check=True, capture_output=True, text=True).stdout.split()[6])


def measure_alternately(contestants, reference, build, rounds, name):
    """Compiles the contestants ROUNDS times in turns, and returns the program that each made."""
    programs = [str(build / f"{name}.{contestant.title.replace(', ', '_')}") for contestant in contestants]
    for _ in range(rounds):
        reference.measure(str(build / "reference"))
        for contestant, program in zip(contestants, programs):
            contestant.measure(program)
    return programs


def print_row(name, contestant, reference, program, times="| | |"):
    print(f"| {name} | {contestant.title} | {contestant.seconds / reference.seconds:.1f} | {contestant.memory:.0f} | "
          f"{text_size(program) / 1000:.0f} {times}", flush=True)


def main():
    build, rounds, names = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    include = ["-I", "include"]
    library = [str(build / "library" / "libndx.a")]
    eigen = pathlib.Path("/usr/include/eigen3/Eigen/Dense").exists()
    reference_file = build / "reference.cpp"
    reference_file.write_text(REFERENCE if eigen else "#include <ndx/ndx.hpp>\nint main() {}\n")
    reference = Contestant("reference", reference_file, EIGEN if eigen else include)

    def ours(source):
        return [Contestant("ndx", source, include),
                Contestant("ndx, compiled", source, [*include, "-DNDX_COMPILED"], library)]

    print(f"| program | | compile, {'Eigen/Dense' if eigen else 'ndx.hpp'} = 1 | compiler, MB | text, KB | run, ms | -O0 / -O2 |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        if name.endswith(".md"):
            contestants = ours(program_of(name, build))
            name = pathlib.Path(name).stem
            programs = measure_alternately(contestants, reference, build, rounds, name)
            for contestant, program in zip(contestants, programs):
                print_row(name, contestant, reference, program)
            continue
        contestants = ours(HERE / f"{name}.cpp")
        for peer, title, flags in (("eigen", "Eigen", EIGEN), ("xtensor", "xtensor", ["-DXTENSOR_USE_XSIMD=0"])):
            installed = eigen if peer == "eigen" else pathlib.Path("/usr/include/xtensor").exists()
            if installed and (HERE / peer / f"{name}.cpp").exists():
                contestants.append(Contestant(title, HERE / peer / f"{name}.cpp", flags))
        programs = measure_alternately(contestants, reference, build, rounds, name)
        answers = {}
        for contestant, program in zip(contestants, programs):
            contestant.compile(f"{program}.O0", "-O0")
            answers[contestant.title], fast = run([program, "9"])
            answers[f"{contestant.title} at -O0"], slow = run([f"{program}.O0", "3"])
            print_row(name, contestant, reference, program, f"| {fast:.2f} | {slow / fast:.1f} |")
        try:
            answers["NumPy"], milliseconds = run([sys.executable, str(HERE / "programs.py"), name, "9"])
            print(f"| {name} | NumPy | | | | {milliseconds:.2f} | |", flush=True)
        except subprocess.CalledProcessError:
            print(f"-- {name} without NumPy", file=sys.stderr)
        expected = answers["ndx"]
        for title, answer in answers.items():
            if abs(answer - expected) > 1e-3 * abs(expected):
                sys.exit(f"{name}: {title} answers {answer}, ndx {expected}")


if __name__ == "__main__":
    main()
