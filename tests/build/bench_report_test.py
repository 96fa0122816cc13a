"""What the report of the benchmarks calls reached, and how it compares with another commit.

Times are made up so that the expected factors can be worked out in the head."""

import json
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "report"))

import chart
import measure
import page_charts
import report
from goals import Goal, goals


def side(ours, goal, limit=None, peer=None, index_put=None):
    return report.Side(goal, ours, None, peer, "NumPy" if peer else "", limit, index_put)


def some(times, **others):
    """A row of the goal `to_peer=2`, whose limit is 10, with ours and others at -O2 and native."""
    goal = Goal("BM_Some", "`some`", lambda limits: 10.0, to_peer=2)
    all_times = {f"{who}_{flags}": {goal.name: ns}
                 for who, pair in dict(others, ours=times).items() for flags, ns in zip(measure.FLAGS, pair)}
    cases = {goal.name: {"destination": "fresh"}}
    return report.Row(goal, {"times": {"limits": {}, **all_times}, "cases": cases})


class Reached(unittest.TestCase):
    to_peer = Goal("", "", to_peer=2)

    def test_within_115_percent_of_the_limit_whatever_the_factor_to_the_peer(self):
        self.assertLessEqual(side(11.5, self.to_peer, limit=10, peer=12).misses, 1)
        self.assertGreater(side(11.6, self.to_peer, limit=10, peer=12).misses, 1)

    def test_by_the_factor_to_the_peer_however_far_the_limit(self):
        self.assertLessEqual(side(50, self.to_peer, limit=10, peer=100).misses, 1)
        self.assertGreater(side(51, self.to_peer, limit=10, peer=100).misses, 1)

    def test_misses_by_the_easier_of_both(self):
        self.assertAlmostEqual(side(23, self.to_peer, limit=10, peer=23).misses, 2)  # 2× by both
        self.assertAlmostEqual(side(23, self.to_peer, limit=10, peer=40).misses, 1.15)

    def test_not_when_behind_the_peer_by_more_than_3_percent(self):
        self.assertLessEqual(side(10.3, self.to_peer, limit=10, peer=10).misses, 1)
        self.assertAlmostEqual(side(10.3, self.to_peer, limit=10, peer=8).misses, 10.3 / 8 / 1.03)

    def test_behind_counts_where_the_goal_is_a_time(self):
        goal = Goal("", "", ns=20)
        self.assertLessEqual(side(20, goal, peer=20).misses, 1)
        self.assertGreater(side(20, goal, peer=10).misses, 1)
        self.assertAlmostEqual(side(30, goal, peer=100).misses, 1.5)

    def test_a_looser_multiple_of_the_limit_counts_where_the_goal_names_it(self):
        goal = Goal("", "", to_limit=1.35)
        self.assertLessEqual(side(13.5, goal, limit=10, peer=14).misses, 1)
        self.assertAlmostEqual(side(27, goal, limit=10, peer=28).misses, 2)

    def test_needs_both_factors_to_peers(self):
        goal = Goal("", "", to_peer=1, to_index_put=5)
        self.assertAlmostEqual(side(40, goal, limit=10, peer=40, index_put=100).misses, 2)
        self.assertLessEqual(side(20, goal, limit=10, peer=40, index_put=100).misses, 1)

    def test_unknown_without_the_peer_unless_the_limit_is_near(self):
        self.assertIsNone(side(50, self.to_peer, limit=10).misses)
        self.assertLessEqual(side(11, self.to_peer, limit=10).misses, 1)

    def test_behind_a_peer_is_missed_even_if_the_other_peer_is_unknown(self):
        goal = Goal("", "", to_peer=1, to_index_put=5)
        self.assertAlmostEqual(side(103, goal, limit=10, peer=50).misses, 2)


class Goals(unittest.TestCase):
    def test_say_both_ways(self):
        words = {goal.name: goal.text() for goal in goals()}
        self.assertEqual(words["BM_View"], "≤ 20 ns")
        self.assertEqual(words["BM_Gather/source:4096/count:4096"], "≤ 1.15× limit or ≥ 1.5× peer")
        self.assertEqual(words["BM_Gather/source:67108864/count:1048576"], "≤ 1.2× limit")
        self.assertEqual(words["BM_Scatter/target:4096/count:4096"], "≤ 1.15× limit or parity")
        self.assertEqual(words["BM_Accumulate/target:4096/count:4096"],
                         "≤ 1.15× limit or ≥ 1.1× peer and ≥ 5× index_put_")


class Summary(unittest.TestCase):
    def test_counts_rows_reached_and_rows_behind(self):
        rows = [some((20, 30), eigen=(40, 40)), some((10, 50), eigen=(40, 40))]
        self.assertEqual(list(report.summary(rows))[:2], [
            "- `-O2`, no flag for the processor: 2 of 2 rows reached; not slower than the best peer in 2 of 2.",
            "- `-O3 -march=native`: 0 of 2 rows reached; not slower than the best peer in 1 of 2.",
        ])


class Against(unittest.TestCase):
    def test_gives_ratios_to_that_commit_and_of_that_commit_to_itself(self):
        lines = list(report.against_table([some((30, 8), against=(20, 10), repeated=(21, 9.5)), some((1, 1))]))
        self.assertEqual(lines[2:], ["| `some` | 30.0 / 8.00 | 20.0 / 10.0 | 1.50 / 0.80 | 1.05 / 0.95 |", ""])

    def test_names_the_rows_that_are_slower_by_more_than_5_percent(self):
        rows = [some((106, 105), against=(100, 100), repeated=(100, 100)), some((9, 9))]
        self.assertEqual(list(report.against_summary(rows)), [
            "- `-O2`, no flag for the processor: 1 of 1 rows slower by more than 5%: `some`.",
            "- `-O3 -march=native`: 0 of 1 rows slower by more than 5%.",
        ])


class Chart(unittest.TestCase):
    """Of a few cases measured on one machine, in tests/data/bench."""

    @classmethod
    def setUpClass(cls):
        results = json.loads((Path(__file__).parents[1] / "data" / "bench" / "results.json").read_text())
        cls.rows = [report.Row(goal, results) for goal in goals() if goal.name in results["cases"]]
        cls.picture = xml.fromstring(chart.draw(cls.rows, {}, results["machine"]))

    def elements(self, kind):
        return [e for e in self.picture.iter() if e.tag.endswith("}" + kind)]

    def line_of(self, title):
        """The texts on the line of a title, from left to right."""
        texts = self.elements("text")
        y = next(t.get("y") for t in texts if t.text == title)
        line = [t for t in texts if t.get("y") == y]
        return [t.text for t in sorted(line, key=lambda t: float(t.get("x")))]

    def test_has_a_line_for_each_row_with_both_ratios_the_peer_and_the_goal(self):
        self.assertEqual(len(self.rows), 9)
        self.assertEqual(self.line_of("x[i], L1"), ["x[i], L1", "2.00× / 1.92×", "libtorch", "✓"])
        self.assertEqual(self.line_of("rows of 64, small table"), ["rows of 64, small table", "0.87× / 0.98×", "NumPy", "1.12× / ✓"])
        self.assertEqual(self.line_of("x[i] += v, one hot index")[1:], ["3.51× / 3.54×", "libtorch", "1.42× / 1.41×"])

    def test_counts_what_is_reached_by_kind_of_work(self):
        self.assertEqual(self.line_of("Reads by index")[1:], ["1 of 3", "2 of 3"])
        self.assertEqual(self.line_of("All")[1:], ["3 of 9", "6 of 9"])

    def test_has_a_bar_for_each_set_of_flags_in_the_colour_of_its_verdict(self):
        bars = {}
        for box in self.elements("rect"):
            words = "".join(box.itertext())
            if "×" in words:
                bars[words] = box
        self.assertEqual(len(bars), 18)
        slow = bars["-O2: 0.87× NumPy take, slower than the best peer"]
        self.assertEqual(slow.get("fill"), chart.VERDICTS["slower than the best peer"])
        one = chart.place(1)
        self.assertAlmostEqual(float(slow.get("x")) + float(slow.get("width")), one, delta=0.1)
        fast = bars["-O2: 2.00× libtorch index_select, reached"]
        self.assertAlmostEqual(float(fast.get("x")), one, delta=0.1)
        self.assertAlmostEqual(float(fast.get("width")), chart.place(2) - one, delta=0.5)

    def test_marks_the_ratio_at_which_the_goal_is_reached(self):
        side = next(row for row in self.rows if row.goal.name.startswith("BM_AccumulateHot")).sides[0]
        at = f"{chart.place(side.of_peer * side.misses):.1f}"  # 3.51× is 1.42 times too slow: 5×
        self.assertEqual(f"{side.of_peer * side.misses:.2f}", "5.00")
        self.assertIn(at, [line.get("x1") for line in self.elements("line") if line.get("stroke-width") == "2"])

    def test_knows_the_kind_of_every_case(self):
        groups = {chart.group_of(goal.name) for goal in goals()}
        self.assertEqual(groups, {*chart.GROUPS, "Element by element"})
        for name, group in {"BM_Median": "Reductions", "BM_MedianInt32/n:9": "Sorting", "BM_MaximumOfTwo": "Element by element",
                            "BM_TokenProbabilities/x": "Reads by index", "BM_Maximum/n:9": "Reductions"}.items():
            self.assertEqual(chart.group_of(name), group)


class PageCharts(unittest.TestCase):
    guide = Path(__file__).parents[2] / "examples" / "guide"

    def test_show_the_tables_of_the_page_on_speed(self):
        drawn = page_charts.charts((self.guide / "speed.md").read_text())
        folder = self.guide / "pictures" / "speed"
        pictures = {path.relative_to(folder).with_suffix("").as_posix(): path.read_text() for path in folder.rglob("*.svg")}
        self.assertEqual(sorted(drawn), sorted(pictures))
        for name, picture in drawn.items():
            self.assertEqual(picture, pictures[name], f"{name}.svg is old: run bench/report/page_charts.py")

    def test_bars_are_the_quotients_of_a_table(self):
        peers = ["ndx", "fastest peer", "", "speedup"]
        self.assertEqual(page_charts.series(peers, [("a", ["2.0 / 1.0", "5 / 3", "NumPy / Eigen", ""])]), (["ndx"], [[2.5]], True))
        self.assertEqual(page_charts.series(["3", "8"], [("a", ["0.5, 2", "4 / 3, 2"])]), (["3", "8"], [[4.0, 0.5]], True))
        self.assertEqual(page_charts.series(["b", "c"], [("a", ["1.4 to 1.5", ""])]), (["b", "c"], [[1.5, None]], False))


class Programs(unittest.TestCase):
    def test_run_at_another_commit_twice_and_only_when_asked(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name)
        for name in ("ours_O2", "against_O2", "eigen_O2"):
            path = folder / name
            path.write_text("#!/bin/sh\necho BM_Some\n")
            path.chmod(0o755)
        labels = [program.label for program in measure.programs(folder, True)]
        self.assertEqual(labels, ["ours_O2", "against_O2", "repeated_O2", "eigen_O2"])
        labels = [program.label for program in measure.programs(folder, False)]
        self.assertEqual(labels, ["ours_O2", "eigen_O2"])


if __name__ == "__main__":
    unittest.main()
