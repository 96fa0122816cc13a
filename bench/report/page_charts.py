#!/usr/bin/env python3
"""Draws the charts of a page from the page's own tables, so that a chart and its table cannot differ.

    page_charts.py PAGE.md FOLDER

A chart is a picture of the page, `![Question? Versions and machine](…/speed/NAME.svg)`, where NAME may have a folder,
and shows the table that follows it.
What a bar says depends on the table's columns:

- `ndx` and `fastest peer`: how many times as fast ndx is at -O2, the first number of a cell;
- cells of two numbers, `0.28, 0.32` or `0.12 / 0.11, 0.13`: the second divided by the first, a bar for each column;
- cells of a number of times, `1.8×`: that number, a bar for each column;
- all others: the number itself, or the larger one of `1.4 to 1.5`, a bar for each column.
"""

import math
import re
import sys
import textwrap
from pathlib import Path

from chart import GRID, INK, MUTED, box, line, text

WIDTH, MARGIN, RIGHT = 480, 16, 56  # RIGHT has room for the number at the end of the longest bar
BAR = 9
COLOURS = ["#0b6bcb", "#6fb1ef", "#d9822b", "#8a94a0"]
SLOWER = "#8c1d18"  # a bar of less than 1
NUMBER = r"\d+(?:\.\d+)?"


def tables(page):
    """For each chart of the page: its name, question, head, columns and rows of cells."""
    lines = page.splitlines()
    for number, at in enumerate(lines):
        picture = re.match(r"!\[(.*\?) (.*)\]\(.*/speed/([\w/]+)\.svg\)$", at)
        if not picture:
            continue
        first = next(n for n in range(number, len(lines)) if lines[n].startswith("|"))
        last = next((n for n in range(first, len(lines)) if not lines[n].startswith("|")), len(lines))
        rows = [[cell.strip().replace("`", "") for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in lines[first:last]]
        yield picture[3], picture[1], picture[2], rows[0][1:], [(row[0], row[1:]) for row in rows[2:]]


def pair(cell):
    """The quotient of the second of two times and the first."""
    ours, _, peer = cell.rpartition(", ")
    return float(re.match(NUMBER, peer)[0]) / float(re.match(NUMBER, ours)[0])


def series(columns, rows):
    """The names of the bars of a row, the bars of each row, None for none, and whether they are ratios."""
    if "fastest peer" in columns:
        ndx, peer = columns.index("ndx"), columns.index("fastest peer")
        return ["ndx"], [[pair(f"{cells[ndx]}, {cells[peer]}")] for _, cells in rows], True
    if any(", " in cell for _, cells in rows for cell in cells):
        return columns, [[pair(cell) for cell in cells] for _, cells in rows], True
    ratio = all(cell.endswith("×") for _, cells in rows for cell in cells)
    return columns, [[max(map(float, re.findall(NUMBER, cell)), default=None) for cell in cells] for _, cells in rows], ratio


def said(value, ratio):
    digits = f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 3 or not ratio else f"{value:.2f}"
    return digits + ("×" if ratio else "")


class Scale:
    """Where a value is drawn: ratios on a logarithmic axis that has 1, other numbers on one that begins at 0."""

    def __init__(self, values, ratio):
        self.ratio = ratio
        if ratio:
            self.least = 2.0 ** min(0, math.floor(math.log2(min(values))))
            self.most = 2.0 ** max(1, math.ceil(math.log2(max(values))))
            self.marks = [2.0**n for n in range(round(math.log2(self.least)), round(math.log2(self.most)) + 1)]
        else:
            step = next(s for s in (0.5, 1, 2, 5, 10, 20, 50) if max(values) <= 6 * s)
            self.least, self.most = 0, step * math.ceil(max(values) / step)
            self.marks = [step * n for n in range(round(self.most / step) + 1)]

    def place(self, value):
        if self.ratio:
            share = math.log(value / self.least) / math.log(self.most / self.least)
        else:
            share = value / self.most
        return MARGIN + share * (WIDTH - MARGIN - RIGHT)

    @property
    def base(self):
        return self.place(1 if self.ratio else 0)

    def grid(self, top, bottom):
        for mark in self.marks:
            x = self.place(mark)
            name = f"1/{1 / mark:g}" if self.ratio and mark < 1 else f"{mark:g}"
            yield line(x, top, x, bottom, INK if x == self.base else GRID)
            yield text(x, top - 5, name + ("×" if self.ratio else ""), 11, "middle", MUTED)


def draw(question, head, columns, rows):
    names, bars, ratio = series(columns, rows)
    scale = Scale([value for row in bars for value in row if value is not None], ratio)
    parts, y = [], 8
    for words in textwrap.wrap(question, 50):
        y += 19
        parts.append(text(MARGIN, y, words, 15, weight="bold"))
    for words in textwrap.wrap(head, 70):
        y += 16
        parts.append(text(MARGIN, y, words, 12, colour=MUTED))
    if len(names) > 1:
        x, y = MARGIN, y + 20
        for name, colour in zip(names, COLOURS):
            if x + 23 + 7.2 * len(name) > WIDTH:
                x, y = MARGIN, y + 16
            parts += [box(x, y - BAR, 18, BAR, colour), text(x + 23, y, name, 12)]
            x += 38 + 7.2 * len(name)
    top = y + 24
    body, y = [], top
    for (label, cells), row in zip(rows, bars):
        body.append(text(MARGIN + 5, y + 15, label, 13))
        if "fastest peer" in columns:
            times = " / ".join(cells[columns.index(name)].split(" / ")[0] for name in ("ndx", "fastest peer"))
            peer = cells[columns.index("fastest peer") + 1].split(" / ")[0]
            body.append(text(WIDTH - MARGIN, y + 15, f"{times} {peer}", 11, "end", MUTED))
        y += 19
        for value, colour in zip(row, COLOURS):
            if value is None:
                continue
            start, end = sorted((scale.base, scale.place(value)))
            colour = SLOWER if ratio and value < 1 else colour
            body += [box(start, y, end - start, BAR, colour), text(end + 5, y + BAR - 0.5, said(value, ratio), 11)]
            y += BAR + 2
        y += 6
    parts += [*scale.grid(top, y - 4), *body]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 4}" width="{WIDTH}" height="{y + 4}" '
            f'font-family="system-ui, sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
            + "\n".join(parts) + "\n</svg>\n")


def charts(page):
    """The name and the SVG of each chart of the page."""
    return {name: draw(*what) for name, *what in tables(page)}


def main():
    page, folder = map(Path, sys.argv[1:])
    for name, picture in charts(page.read_text()).items():
        path = folder / f"{name}.svg"
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture)


if __name__ == "__main__":
    main()
