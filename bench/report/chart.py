"""Draws the chart of a report as a standalone SVG: how many goals are reached, by kind of work; for
each case the speedup over the fastest peer beside the goal, one row a line, with a bar for each set of flags; below it
the time per element as sizes grow."""

import math
import re
from html import escape

WIDTH = 1080
LEFT, RIGHT = 330, 260
ROW, BAR = 20, 6
INK, MUTED, GRID = "#1f2933", "#6b7785", "#dde3ea"
COLOURS = {
    "ours_native": "#0b6bcb",
    "ours_O2": "#6fb1ef",
    "by_hand_native": "#8a94a0",
    "by_hand_O2": "#bcc4cd",
    "NumPy": "#d9822b",
    "PyTorch": "#c23030",
}
# What a bar says: told apart by lightness, too, and by the mark at the end of its row.
VERDICTS = {"reached": "#0b6bcb", "not reached": "#e09a3e", "slower than the best peer": "#8c1d18"}
LEAST, MOST = 1 / 8, 64  # speedup over the peer
GROUPS = {
    "Calls": "View|At/|At$|Select|Tiny",
    "Reads by index": "Gather|Token",
    "Masks": "Mask|Where|Nonzero",
    "Writes by index": "Scatter|Accumulate|Rows",
    "Copies": "Copy",
    "Sorting": "Sort|Argsort|Topk|Partition|Median.+[0-9t]|Unique|Searchsorted",
    "Reductions": "Sum|Mean|Variance|(Max|Min)imum(/|$)|Argm|Product|Norm|Histogram|Dot|Median|Cumsum",
}


def group_of(name):
    word = name.removeprefix("BM_")
    return next((group for group, pattern in GROUPS.items() if re.match(pattern, word)), "Element by element")


def verdict(side):
    """Of one set of flags; None if the goal depends on a peer that was not measured."""
    if side.misses is None:
        return None
    if side.misses <= 1:
        return "reached"
    return "slower than the best peer" if side.behind > 1 else "not reached"


def text(x, y, words, size=12, anchor="start", colour=INK, weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'font-weight="{weight}">{escape(words)}</text>')


def line(x1, y1, x2, y2, colour=GRID, width=1.0):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def box(x, y, width, height, fill, tip=""):
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" height="{height}" fill="{fill}">{title}</rect>'


def place(ratio):
    """The x coordinate of a speedup of `ratio` over the peer."""
    clamped = min(max(ratio, LEAST), MOST)
    share = math.log(clamped / LEAST) / math.log(MOST / LEAST)
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def name_of(ratio):
    return f"{ratio:g}×" if ratio >= 1 else f"1/{1 / ratio:g}"


def grouped(rows):
    """The rows by kind of work, in the order of the goals."""
    groups = {}
    for row in rows:
        groups.setdefault(group_of(row.goal.name), []).append(row)
    return groups


def summary(rows, top):
    """For each kind of work and set of flags a bar: the rows reached, not reached, slower than a peer."""
    parts, y = [], top
    left, width = LEFT - 180, 260
    for at, flags in enumerate(("-O2", "-O3 -march=native")):
        parts.append(text(left + at * (width + 130), y, flags, 12, colour=MUTED))
    y += 8
    for group, members in [*grouped(rows).items(), ("All", rows)]:
        parts.append(text(left - 10, y + 13, group, 12, "end", weight="bold" if group == "All" else "normal"))
        for at in range(2):
            verdicts = [verdict(row.sides[at]) for row in members]
            x = left + at * (width + 130)
            for name, colour in VERDICTS.items():
                count = verdicts.count(name)
                if count:
                    parts.append(box(x, y + 3, width * count / len(members), 12, colour, f"{count} {name}"))
                    x += width * count / len(members)
            count = f"{verdicts.count('reached')} of {len(members)}"
            parts.append(text(left + at * (width + 130) + width + 8, y + 13, count, 12))
        y += ROW
    return parts, y


def legend(y):
    parts, x = [], 20
    for name, colour in VERDICTS.items():
        parts += [box(x, y - 9, 24, BAR, colour), box(x, y - 1, 24, BAR, colour), text(x + 30, y + 3, name)]
        x += 45 + 7 * len(name)
    parts += [line(x, y - 9, x, y + 5, INK, 2), text(x + 8, y + 3, "the goal: ✓, or the factor that is missing")]
    parts.append(text(x + 290, y + 3, "above -O2, below -O3 -march=native", colour=MUTED))
    return parts


def bar(side, y, flags):
    """The speedup over the peer, from 1× on, and the speedup at which the goal is reached."""
    start, end = sorted((place(1), place(side.of_peer)))
    tip = f"{flags}: {side.of_peer:.2f}× {side.peer_name}"
    said = verdict(side)
    parts = [box(start, y, end - start, BAR, VERDICTS.get(said, MUTED), f"{tip}, {said or 'goal unknown'}")]
    if side.misses is not None:
        at = place(side.of_peer * side.misses)
        parts.append(line(at, y - 1, at, y + BAR + 1, INK, 2))
    return parts


def times_as_fast(ratio):
    return f"{ratio:.0f}×" if ratio >= 10 else f"{ratio:.2f}×"


def mark(row):
    """What stands at the end of a row: whether the goal is reached, or what is missing of it."""
    marks = []
    for side in row.sides:
        marks.append("–" if side.misses is None else "✓" if side.misses <= 1 else f"{side.misses:.2f}×")
    return marks[0] if marks[0] == marks[1] else " / ".join(marks)


def row_of(row, y):
    """One row a line: title, two bars, both speedups, the peer and the mark."""
    parts = [text(LEFT - 10, y + 12, row.goal.title.replace("`", ""), 12, "end")]
    for at, flags in enumerate(("-O2", "-O3 -march=native")):
        parts += bar(row.sides[at], y + 3 + at * (BAR + 1), flags)
    right = WIDTH - RIGHT
    parts.append(text(right + 95, y + 12, " / ".join(times_as_fast(side.of_peer) for side in row.sides), 11, "end"))
    parts.append(text(right + 103, y + 12, row.sides[1].peer_name.split(" ")[0], 11, colour=MUTED))
    missed = any((side.misses or 0) > 1 for side in row.sides)
    parts.append(text(WIDTH - 14, y + 12, mark(row), 11, "end", VERDICTS["slower than the best peer"] if missed else INK))
    return parts


def scale(top, bottom):
    parts, ratio = [], LEAST
    while ratio <= MOST:
        parts.append(line(place(ratio), top, place(ratio), bottom, INK if ratio == 1 else GRID))
        parts.append(text(place(ratio), top - 6, name_of(ratio), 11, "middle", MUTED))
        ratio *= 2
    return parts


def beside_peers(rows, top):
    parts, y = [], top
    for group, members in grouped(row for row in rows if all(side.peer for side in row.sides)).items():
        parts.append(text(20, y + 16, group, 14, weight="bold"))
        y += 40
        parts += scale(y, y + ROW * len(members))
        parts.append(text(WIDTH - RIGHT + 95, y - 6, "-O2 / native", 11, "end", MUTED))
        parts.append(text(WIDTH - RIGHT + 103, y - 6, "best peer", 11, colour=MUTED))
        parts.append(text(WIDTH - 14, y - 6, "goal", 11, "end", MUTED))
        for number, row in enumerate(members):
            if number % 2:
                parts.append(box(0, y + number * ROW, WIDTH, ROW, "#0b6bcb0d"))
            parts += row_of(row, y + number * ROW)
        y += ROW * len(members) + 18
    return parts, y


def panel(operation, contestants, left, top, width, height):
    """One small chart of the time per element by size, both axes logarithmic."""
    points = [(n, ns) for series in contestants.values() for n, ns in series]
    x_range = [math.log(f(n for n, _ in points)) for f in (min, max)]
    y_range = [math.log(f(ns for _, ns in points)) for f in (min, max)]

    def at(n, ns):
        x = (math.log(n) - x_range[0]) / max(x_range[1] - x_range[0], 1e-9)
        y = (math.log(ns) - y_range[0]) / max(y_range[1] - y_range[0], 1e-9)
        return left + x * width, top + height - y * height

    parts = [text(left, top - 8, operation, 13, weight="bold")]
    power = math.ceil(y_range[0] / math.log(10))
    while 10**power <= math.exp(y_range[1]):
        y = at(points[0][0], 10**power)[1]
        parts += [line(left, y, left + width, y), text(left - 4, y + 4, f"{10**power:g}", 10, "end", MUTED)]
        power += 1
    for n in sorted({n for n, _ in points})[::2]:
        x = at(n, math.exp(y_range[0]))[0]
        parts.append(text(x, top + height + 14, f"2^{n.bit_length() - 1}", 10, "middle", MUTED))
    for contestant, series in contestants.items():
        if contestant not in COLOURS:
            continue
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(n, ns) for n, ns in series))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[contestant]}" stroke-width="2">'
                     f"<title>{escape(contestant)}</title></polyline>")
    return parts


def growth_panels(series, top):
    parts = [text(20, top, "ns for each element, by the number of elements", 14, weight="bold")]
    x = 20
    for contestant, colour in COLOURS.items():
        parts += [line(x, top + 20, x + 18, top + 20, colour, 3), text(x + 23, top + 24, contestant.replace("_", " "))]
        x += 145
    width, height, columns = 280, 150, 3
    for number, (operation, contestants) in enumerate(series.items()):
        left = 50 + number % columns * (width + 65)
        parts += panel(operation, contestants, left, top + 65 + number // columns * (height + 60), width, height)
    return parts, top + 65 + math.ceil(len(series) / columns) * (height + 60)


def draw(rows, series, machine):
    title = f"ndx: times as fast as the best peer ({machine['processor']}, {machine['compiler'].split(' (')[0]}, one thread)"
    parts = [text(20, 28, title, 15, weight="bold"), *legend(54)]
    body, bottom = summary(rows, 88)
    parts += body
    body, bottom = beside_peers(rows, bottom + 24)
    parts += body
    if series:
        body, bottom = growth_panels(series, bottom + 40)
        parts += body
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 10:.0f}" width="{WIDTH}" height="{bottom + 10:.0f}" '
            f'font-family="system-ui, sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
            + "\n".join(parts) + "\n</svg>\n")
