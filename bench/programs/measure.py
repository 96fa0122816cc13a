"""Compiles and runs the programs of this folder and prints one table: see bench/programs.sh."""

import os
import pathlib
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


def run(command):
    """Returns the answer that a program prints, and its milliseconds."""
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(lines[1]), float(lines[3])


def text_size(program):
    return int(subprocess.run(["size", program], check=True, capture_output=True, text=True).stdout.split()[6])


def main():
    build, rounds, names = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    include = ["-I", "include"]
    library = [str(build / "library" / "libndx.a")]
    eigen = pathlib.Path("/usr/include/eigen3/Eigen/Dense").exists()
    reference_file = build / "reference.cpp"
    reference_file.write_text(REFERENCE if eigen else "#include <ndx/ndx.hpp>\nint main() {}\n")
    reference = Contestant("reference", reference_file, EIGEN if eigen else include)

    print(f"| program | | compile, {'Eigen/Dense' if eigen else 'ndx.hpp'} = 1 | compiler, MB | text, KB | run, ms | -O0 / -O2 |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        source = HERE / f"{name}.cpp"
        contestants = [Contestant("ndx", source, include),
                       Contestant("ndx, compiled", source, [*include, "-DNDX_COMPILED"], library)]
        for peer, title, flags in (("eigen", "Eigen", EIGEN), ("xtensor", "xtensor", ["-DXTENSOR_USE_XSIMD=0"])):
            installed = eigen if peer == "eigen" else pathlib.Path("/usr/include/xtensor").exists()
            if installed and (HERE / peer / f"{name}.cpp").exists():
                contestants.append(Contestant(title, HERE / peer / f"{name}.cpp", flags))
        for _ in range(rounds):
            reference.measure(build / "reference")
            for contestant in contestants:
                contestant.measure(build / f"{name}.{contestant.title.replace(', ', '_')}")
        answers = {}
        for contestant in contestants:
            program = build / f"{name}.{contestant.title.replace(', ', '_')}"
            contestant.compile(f"{program}.O0", "-O0")
            answers[contestant.title], fast = run([program, "9"])
            answers[f"{contestant.title} at -O0"], slow = run([f"{program}.O0", "3"])
            print(f"| {name} | {contestant.title} | {contestant.seconds / reference.seconds:.1f} | "
                  f"{contestant.memory:.0f} | {text_size(program) / 1000:.0f} | {fast:.2f} | {slow / fast:.1f} |", flush=True)
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
