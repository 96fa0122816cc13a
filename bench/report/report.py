"""Joins the times from measure.py with the goals: the report in Markdown, and its chart."""

import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import chart
from goals import Goal, Limits, goals, threads_goals
from measure import AGAIN, AGAINST, FLAGS, THREADS, plain

# Header-only libraries are compared when built with the same flags as ours; the others dispatch at
# run time.
PEERS = {flags: ["NumPy", "PyTorch", "libtorch", f"xtensor_{flags}", f"eigen_{flags}"] for flags in FLAGS}
NOT_PEERS = "@unchecked"  # calls that leave out checks that ours always make
BEHIND = 1.03  # more than this multiple of the fastest peer's time is behind it
SLOWER = 1.05  # more than this multiple of the time at another commit is slower than it


@dataclass
class Side:
    """One row's results for one set of flags: times in ns, None if not measured."""

    goal: Goal
    ours: float
    by_hand: Optional[float]
    peer: Optional[float]
    peer_name: str
    limit: Optional[float]
    index_put: Optional[float]

    @property
    def of_peer(self):
        """The speedup over the fastest peer."""
        return self.peer / self.ours if self.peer else None

    @property
    def of_limit(self):
        """The time as a multiple of the limit."""
        return self.ours / self.limit if self.limit else None

    @property
    def of_goal(self):
        """The time as a multiple of what the goal allows: by the limit or by the peers, whichever is
        easier. None if that depends on a peer that was not measured."""
        goal = self.goal
        if goal.ns is not None:
            return self.ours / goal.ns
        by_limit = self.ours / (goal.to_limit * self.limit)
        factors = [(goal.to_peer, self.peer), (goal.to_index_put, self.index_put)]
        factors = [(factor, peer) for factor, peer in factors if factor is not None]
        if by_limit <= 1 or not factors:
            return by_limit
        if any(peer is None for _, peer in factors):
            return None
        return min(by_limit, max(self.ours * factor / peer for factor, peer in factors))

    @property
    def behind(self):
        """The time as a multiple of what is not behind the fastest peer; 0 without one."""
        return self.ours / (self.peer * BEHIND) if self.peer else 0

    @property
    def misses(self):
        """The factor by which the row is not reached: at most 1 if it is, None if that is unknown.
        A row that is behind the fastest peer is not reached, however near it is to its limit."""
        if self.behind <= 1:
            return self.of_goal
        return max(self.behind, self.of_goal or 0)


class Row:
    """One row of the table, for both sets of flags; with the times of the library at another commit
    and of the same once more, if those were measured."""

    def __init__(self, goal, results):
        times = results["times"]
        self.goal = goal
        self.destination = results["cases"][goal.name]["destination"]
        self.limit = goal.limit(Limits(times["limits"])) if goal.limit else None
        index_put = min(
            (times[peer][goal.name] for peer in ("libtorch", "PyTorch") if goal.name in times.get(peer, {})),
            default=None,
        )
        self.sides = [
            Side(
                goal,
                times[f"ours_{flags}"][goal.name],
                times.get(f"by_hand_{flags}", {}).get(goal.name),
                *best_peer(times, PEERS[flags], goal.name),
                self.limit,
                index_put,
            )
            for flags in FLAGS
        ]
        against = [[times.get(f"{who}_{flags}", {}).get(goal.name) for flags in FLAGS] for who in (AGAINST, AGAIN)]
        self.against, self.again = against if None not in sum(against, []) else (None, None)

    @property
    def ours(self):
        return [side.ours for side in self.sides]


def best_peer(times, peers, name):
    best, best_name = None, ""
    for peer in peers:
        for variant, ns in times.get(peer, {}).items():
            if plain(variant) == name and NOT_PEERS not in variant and (best is None or ns < best):
                best, best_name = ns, label(peer, variant)
    return best, best_name


def label(contestant, variant):
    """NumPy take, Eigen, …"""
    word = re.search("@([^/]*)", variant)
    if not contestant.startswith(("ours", "by_hand")):
        contestant = contestant.split("_")[0]
    return contestant + (" " + word.group(1) if word else "")


# ---- Markdown.

FLAG_NAMES = ["`-O2`, no flag for the processor", "`-O3 -march=native`"]

def number(value, unit=""):
    if value is None:
        return "–"
    digits = 3 if value < 0.1 else 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f}{unit}"


def both(values):
    return " / ".join(map(number, values))


def once(words):
    """One word if both are the same."""
    return words[0] if words[0] == words[1] else " / ".join(words)


def reached(miss):
    if miss is None:
        return "–"
    return "yes" if miss <= 1 else f"no, {number(miss)}×"


def table(head, lines):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for line in lines:
        yield "| " + " | ".join(line) + " |"
    yield ""


def goals_table(rows):
    head = ["work", "result", "ours, ns", "by hand, ns", "best peer", "peer, ns", "× as fast as the peer",
            "limit, ns", "× the limit", "goal", "reached"]
    return table(head, (
        [
            row.goal.title,
            row.destination,
            both(side.ours for side in row.sides),
            both(side.by_hand for side in row.sides),
            once([side.peer_name or "–" for side in row.sides]),
            once([number(side.peer) for side in row.sides]),
            both(side.of_peer for side in row.sides),
            number(row.limit),
            both(side.of_limit for side in row.sides),
            row.goal.text(),
            once([reached(side.misses) for side in row.sides]),
        ]
        for row in rows
    ))


def threads_table(clock, titles):
    alone, shared = clock["ours_O2"], clock[THREADS]
    measured = [(name, goal) for name, goal in threads_goals().items() if name in alone and name in shared]
    head = ["work", "one thread, ns", "all cores, ns", "× as fast", "goal", "reached"]
    return table(head, (
        [titles[name], number(alone[name]), number(shared[name]), number(alone[name] / shared[name]),
         f"≥ {goal:g}×", reached(goal * shared[name] / alone[name] / BEHIND)]
        for name, goal in measured
    ))


def ratios(over, under):
    return [a / b for a, b in zip(over, under)]


def against_table(rows):
    head = ["work", "ours, ns", "at that commit, ns", "ours / that commit", "that commit / itself"]
    return table(head, (
        [
            row.goal.title,
            both(row.ours),
            both(row.against),
            both(ratios(row.ours, row.against)),
            both(ratios(row.again, row.against)),
        ]
        for row in rows if row.against
    ))


def against_summary(rows):
    compared = [row for row in rows if row.against]
    for index, flags in enumerate(FLAG_NAMES):
        slower = [row.goal.title for row in compared if ratios(row.ours, row.against)[index] > SLOWER]
        yield (f"- {flags}: {len(slower)} of {len(compared)} rows slower by more than {SLOWER - 1:.0%}"
               + (": " if slower else "") + ", ".join(slower) + ".")


def summary(rows):
    for index, flags in enumerate(FLAG_NAMES):
        sides = [row.sides[index] for row in rows]
        judged = [side for side in sides if side.misses is not None]
        good = sum(side.misses <= 1 for side in judged)
        with_peer = [side for side in sides if side.peer]
        ahead = sum(side.of_peer * BEHIND >= 1 for side in with_peer)
        yield (f"- {flags}: {good} of {len(judged)} rows reached; "
               f"not slower than the best peer in {ahead} of {len(with_peer)}.")
    yield ""


def limits_table(times):
    def per_second(name, ns):
        bandwidth = re.match("BM_Limit(Read|Write|Copy)", name)
        return f"{1 / ns:.0f} GB/s" if bandwidth else f"{number(ns)} ns"

    return table(["probe", "here"], (
        [name.removeprefix("BM_Limit").replace("/bytes:", ", ") + (" bytes" if ":" in name else ""), per_second(name, ns)]
        for name, ns in times["limits"].items()
    ))


def growth(times):
    """operation -> contestant -> [(elements, ns)]"""
    result = {}
    for contestant, measured in times.items():
        for name, ns in measured.items():
            found = re.match(r"BM_Growth([^/@]*)/n:(\d+)$", name)
            if found:
                series = result.setdefault(found.group(1), {}).setdefault(contestant, [])
                series.append((int(found.group(2)), ns))
    for contestants in result.values():
        for series in contestants.values():
            series.sort()
    return result


def growth_tables(series):
    for operation, contestants in series.items():
        sizes = sorted({n for points in contestants.values() for n, _ in points})
        yield f"{operation}, ns for each element, by the number of elements:"
        yield ""
        yield from table(["contestant", *map(size_name, sizes)], (
            [contestant, *(number(dict(points).get(n)) for n in sizes)] for contestant, points in contestants.items()
        ))


def size_name(n):
    for unit, factor in (("M", 1 << 20), ("K", 1 << 10)):
        if n >= factor:
            return f"{n // factor} {unit}"
    return str(n)


def details(results):
    """Every contestant's time for every case, variants included."""
    lines = []
    for name in results["cases"]:
        if name.startswith(("BM_Limit", "BM_Growth")):
            continue
        cells = []
        for contestant, measured in results["times"].items():
            for variant, ns in measured.items():
                if plain(variant) == name:
                    words = contestant + variant.partition("/")[0].removeprefix(plain(variant).partition("/")[0])
                    cells.append((ns, words))
        lines.append([name.removeprefix("BM_"), "; ".join(f"{words} {number(ns)}" for ns, words in sorted(cells))])
    return table(["case", "ns for each element, fastest first"], lines)


def compile_table(path):
    """Each line that is not indented is a compiler and begins a table."""
    yield ("Goals with `g++ -O2`, as multiples of Eigen's time: a read 1.0 compiled and 2.0 header-only, with 12 and "
           "60 KB of code; with writes 1.5 and 2.5; views alone 1.2.")
    tables = []
    for line in path.read_text().splitlines():
        if line.startswith(" "):
            name, seconds, times, code, memory = (field.strip().split(" ")[0] if at else field.strip()
                                                  for at, field in enumerate(re.split(r"  +", line.strip())))
            tables[-1][1].append([name, seconds, times, code, memory])
        else:
            tables.append((line, []))
    for compiler, rows in tables:
        yield ""
        yield from table([f"`{compiler}`", "s", "× Eigen's time", "bytes of code", "MB"], rows)


def memory_table(path):
    lines = [line.split() for line in path.read_text().splitlines()]
    yield "Goal: the rest does not grow with the source."
    yield ""
    yield from table(["call", "source, MB", "result, MB", "rest at the peak, MB"], lines)


def sizes_tables(path):
    """Each line that begins with "bytes" or "index" is the header of a table."""
    heads = {"bytes": "bytes of an element", "index": "type of the index"}
    yield "ns for each element at `-O2`, in cache. Goal: no cliff beside the neighbours."
    yield ""
    tables = []
    for line in map(str.split, path.read_text().splitlines()):
        if line[0] in heads:
            tables.append(([heads[line[0]], *line[1:]], []))
        else:
            tables[-1][1].append([line[0].replace("_", " "), *line[1:]])
    for head, lines in tables:
        yield from table(head, lines)


def markdown(results, rows, folder, chart_name):
    compile_time, peak_memory, sizes = (folder / f"{what}.txt" for what in ("compile_time", "peak_memory", "element_sizes"))
    machine = results["machine"]
    yield "# How fast ndx is"
    yield ""
    yield (f"{machine['processor']} (family {machine['family']}), {machine['cores']} cores, {machine['memory']} GB, "
           f"{machine['system']}, {machine['compiler']}, {machine['date']}, commit {machine['commit']}; one thread; "
           f"{results['rounds']} rounds of {results['min_time']:g} s for each measurement, {results['seconds']} s in all.")
    yield ""
    yield from summary(rows)
    yield f"![chart]({chart_name})"
    yield ""
    yield ("Pairs are `-O2` / `-O3 -march=native`. Times are the least of all rounds, for each element of the result of "
           "gathers and copies, for each input element of masks and arithmetic, for each call where nothing moves. "
           "*Result* says what a call writes to: memory that it takes itself and gives back before the next call "
           "(fresh), memory that stands there (reused), the source (in place). Peers that do not check indices (the "
           "indexed views of Eigen and xtensor) stand in the details only; libraries that are headers are built with the same "
           "flags as ours. *Limit*: the time that the bytes or places "
           "of the call need by the probes of this run. *Reached*: within the multiple of the limit that the goal "
           "names, or as much faster than the peer as it asks, and in either case not behind the fastest peer by "
           f"more than {BEHIND - 1:.0%}; else the factor that is missing.")
    yield ""
    yield from goals_table(rows)
    if results.get("against"):
        yield f"## Against {results['against']}"
        yield ""
        yield ("The library at that commit, measured in the same rounds. The last column compares it with itself: two "
               "runs of the same program, what differs from run to run.")
        yield ""
        yield from against_summary(rows)
        yield ""
        yield from against_table(rows)
    if results["clock"][THREADS]:
        yield "## More threads"
        yield ""
        yield (f"The same at `-O2`, with OpenMP on all {machine['cores']} cores beside one thread; by the clock, which "
               "other programs on the machine disturb.")
        yield ""
        yield from threads_table(results["clock"], {row.goal.name: row.goal.title for row in rows})
    if compile_time.exists():
        yield "## Compile time"
        yield ""
        yield from compile_table(compile_time)
    if peak_memory.exists():
        yield "## Peak memory"
        yield ""
        yield from memory_table(peak_memory)
    if sizes.exists():
        yield "## Element sizes and index types"
        yield ""
        yield from sizes_tables(sizes)
    series = growth(results["times"])
    if series:
        yield "## Growth"
        yield ""
        yield from growth_tables(series)
    yield "## Limits measured in this run"
    yield ""
    yield from limits_table(results["times"])
    yield "## Details"
    yield ""
    yield from details(results)
    if results["failures"]:
        yield "## Failures"
        yield ""
        yield from (f"- {failure}" for failure in results["failures"])
        yield ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="with results.json; the report goes there, too")
    folder = parser.parse_args().folder
    results = json.loads((folder / "results.json").read_text())
    all_goals = goals()
    measured = [set(results["times"].get(f"ours_{flags}", {})) for flags in FLAGS]
    rows = [Row(goal, results) for goal in all_goals if goal.name in set.intersection(*measured)]
    known = {goal.name for goal in all_goals}
    for name in results["cases"]:
        if name not in known and not name.startswith(("BM_Limit", "BM_Growth")):
            results["failures"].append(f"{name} has no goal")
    lines = markdown(results, rows, folder, "report.svg")
    (folder / "report.md").write_text("\n".join(lines))
    (folder / "report.svg").write_text(chart.draw(rows, growth(results["times"]), results["machine"]))
    print("\n".join(summary(rows)))
    if results.get("against"):
        print(f"Against {results['against']}:")
        print("\n".join(against_summary(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
