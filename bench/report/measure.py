"""Runs the contestants in turn and keeps the least time of each for each case.

A round runs the cases one by one, and each case with all contestants, so that compared times are
measured within seconds of each other; the programs are restarted each time. Times are CPU times, so
that other programs on the machine matter little; wall-clock times are kept, too, for several
threads. Writes one JSON file for report.py.
"""

import argparse
import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

from goals import threads_goals

FLAGS = ["O2", "native"]  # -O2 alone, and -O3 -march=native
AGAINST = "against"  # the library at another commit
AGAIN = "repeated"  # the same programs, measured once more in each round
OURS = [f"{who}_{flags}" for flags in FLAGS for who in ("ours", AGAINST, AGAIN)]
PROGRAMS = OURS + [f"{who}_{flags}" for who in ("by_hand", "xtensor", "eigen") for flags in FLAGS] + ["libtorch"]
HIGHWAY = "ours_highway"  # the sorts of ours at -O2, by Highway's sorter
THREADS = "ours_threads"  # ours at -O2 on all cores
PYTHON = Path(__file__).parent.parent / "contestants" / "python.py"
SHORT_GROWTH = 1 << 22  # elements


def plain(name):
    """The name of a case without its variant: BM_Gather@take/n:3 -> BM_Gather/n:3."""
    return re.sub("@[^/]*", "", name)


def operation(name):
    return plain(name).removeprefix("BM_").split("/")[0]


class Program:
    """A contestant that is a Google Benchmark program; it is restarted for every case."""

    def __init__(self, label, path):
        self.path = path
        self.label = label
        listed = subprocess.run([path, "--benchmark_list_tests"], capture_output=True, text=True, check=True)
        self.names = listed.stdout.split()

    def run(self, names, min_time):
        wanted = {plain(name) for name in names}
        if self.label == THREADS:
            wanted &= threads_goals().keys()
        mine = [name for name in self.names if plain(name) in wanted]
        if not mine:
            return []
        pattern = "^(" + "|".join(mine) + ")$"
        arguments = [f"--benchmark_filter={pattern}", f"--benchmark_min_time={min_time}", "--benchmark_format=json"]
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True)
        try:  # its exit code is nonzero if an answer is wrong
            benchmarks = json.loads(done.stdout)["benchmarks"]
        except ValueError:
            raise RuntimeError(f"exit code {done.returncode}: {done.stderr[-200:]}") from None
        return [dict(b, contestant=self.label) for b in benchmarks]


class Python:
    """NumPy, and PyTorch if installed: one process for the whole run."""

    label = "python"

    def __init__(self, interpreter):
        # In a session of its own, which Ctrl-C does not interrupt.
        self.process = subprocess.Popen([interpreter, PYTHON], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, start_new_session=True)

    def run(self, names, min_time):
        self.process.stdin.write(json.dumps({"names": names, "min_time": min_time}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the process ended")
        return json.loads(line)["benchmarks"]

    def close(self):
        self.process.terminate()
        self.process.wait()


class Results:
    """The least time of each contestant for each case, in ns per element."""

    def __init__(self):
        self.times = {}  # contestant -> name with variant -> ns
        self.clock = {}  # the same in wall-clock time
        self.cases = {}  # name -> what all contestants share
        self.failures = []

    def add(self, benchmark):
        name = benchmark["name"]
        contestant = benchmark["contestant"]
        if benchmark.get("error_occurred"):
            self.fail(f"{contestant}: {name}: {benchmark['error_message']}")
            return
        if not self.same_answer(contestant, name, benchmark):
            return
        scale = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[benchmark["time_unit"]]
        for kept, key in ((self.times, "cpu_time"), (self.clock, "real_time")):
            if contestant == THREADS and kept is self.times:
                continue
            times = kept.setdefault(contestant, {})
            nanoseconds = benchmark.get(key, benchmark["cpu_time"]) * scale / benchmark["elements"]
            times[name] = min(times.get(name, float("inf")), nanoseconds)

    def same_answer(self, contestant, name, benchmark):
        """Whether answer and number of elements are those of the first contestant."""
        mine = {key: benchmark.get(key) for key in ("elements", "answer")}
        case = self.cases.setdefault(plain(name), dict(mine, destination=benchmark.get("label", "")))
        if all(case[key] == mine[key] for key in mine):
            return True
        self.fail(f"{contestant}: {name}: another answer than the others'")
        return False

    def fail(self, text):
        if text not in self.failures:
            self.failures.append(text)
            print(f"   FAILED {text}", flush=True)


def machine():
    def first(path, pattern):
        try:
            found = re.search(pattern, Path(path).read_text())
        except OSError:
            return ""
        return found.group(1).strip() if found else ""

    def first_line(*command):
        try:
            return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]
        except (OSError, IndexError):
            return ""

    return {
        "processor": first("/proc/cpuinfo", r"model name\s*:\s*(.*)") or platform.processor(),
        "family": first("/proc/cpuinfo", r"cpu family\s*:\s*(\d+)"),
        "cores": os.cpu_count(),
        "memory": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30),
        "system": first("/etc/os-release", r'PRETTY_NAME="(.*)"'),
        "compiler": first_line(os.environ.get("CXX", "g++"), "--version"),
        "huge pages": first("/sys/kernel/mm/transparent_hugepage/enabled", r"\[(\w+)\]"),
        "date": time.strftime("%Y-%m-%d"),
        "commit": first_line("git", "describe", "--always", "--dirty"),
    }


def groups(names, only, short):
    """The names to run, by operation, growth last."""
    result = {}
    for name in names:
        growth = operation(name).startswith("Growth")
        if growth and short and int(name.split(":")[1]) > SHORT_GROWTH:
            continue
        if re.search(only, operation(name)):
            result.setdefault(operation(name), []).append(name)
    return dict(sorted(result.items(), key=lambda group: group[0].startswith("Growth")))


def programs(folder, with_against):
    result = []
    for label in [*PROGRAMS, HIGHWAY, THREADS]:
        path = folder / label.replace(AGAIN, AGAINST)
        if path.exists() and (with_against or not label.startswith((AGAINST, AGAIN))):
            result.append(Program(label, path))
    return result


def run_round(turn, arguments, limits, contestants, work, results, started):
    """Runs every case once, by all contestants one after another."""
    groups_now = [("limits", limits.names), *work.items()]
    if turn > 1:  # one round is enough for growth
        groups_now = [group for group in groups_now if not group[0].startswith("Growth")]
    # The other way round in every second round: a program may leave the machine slower.
    in_turn = contestants if turn % 2 else contestants[::-1]
    for number, (group, names) in enumerate(groups_now):
        took = time.monotonic() - started
        print(f"-- {took:4.0f} s  round {turn}/{arguments.rounds}  "
              f"{number + 1:2}/{len(groups_now)}  {group}", flush=True)
        for contestant in [limits] if group == "limits" else in_turn:
            try:
                for benchmark in contestant.run(names, arguments.min_time):
                    results.add(benchmark)
            except RuntimeError as error:
                results.fail(f"{contestant.label}: {group}: {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=Path, help="the folder with the programs")
    parser.add_argument("output", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--min-time", type=float, default=0.05, help="seconds for each measurement")
    parser.add_argument("--only", default="", help="a regular expression for the cases, such as ^Mask")
    parser.add_argument("--contestants", default="", help="a regular expression for them, such as ours|hand")
    parser.add_argument("--short", action="store_true", help="one round, smaller growth")
    parser.add_argument("--against", default="", help="the commit of the programs against_*, which are measured, too")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.rounds, arguments.min_time = 1, 0.01

    os.environ.setdefault("OMP_NUM_THREADS", "1")
    limits = Program("limits", arguments.programs / "limits")
    contestants = programs(arguments.programs, bool(arguments.against))
    work = groups(contestants[0].names, arguments.only, arguments.short)
    contestants = [c for c in contestants if re.search(arguments.contestants, c.label)]
    if re.search(arguments.contestants, Python.label) and importlib.util.find_spec("numpy"):
        contestants.append(Python(sys.executable))

    results = Results()
    started = time.monotonic()
    rounds = 0
    try:
        for rounds in range(1, arguments.rounds + 1):
            run_round(rounds, arguments, limits, contestants, work, results, started)
    except KeyboardInterrupt:
        print("-- interrupted: the report has what was measured so far", flush=True)
    if contestants and isinstance(contestants[-1], Python):
        contestants[-1].close()

    arguments.output.write_text(json.dumps({
        "machine": machine(),
        "rounds": rounds,
        "min_time": arguments.min_time,
        "seconds": round(time.monotonic() - started),
        "against": arguments.against,
        "cases": results.cases,
        "times": results.times,
        "clock": {who: results.clock.get(who, {}) for who in ("ours_O2", THREADS)},
        "failures": results.failures,
    }, indent=1))
    return 1 if results.failures else 0


if __name__ == "__main__":
    sys.exit(main())
