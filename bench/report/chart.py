"""Draws the chart of a report as a standalone SVG: the speedup of each case over the fastest peer,
with the limit and the goal; below it the time per element as sizes grow."""

import math
from html import escape

WIDTH = 1080
LEFT, RIGHT = 330, 40
ROW = 19
INK, MUTED, GRID = "#1f2933", "#6b7785", "#dde3ea"
COLOURS = {
    "ours_native": "#0b6bcb",
    "ours_O2": "#6fb1ef",
    "by_hand_native": "#8a94a0",
    "by_hand_O2": "#bcc4cd",
    "NumPy": "#d9822b",
    "PyTorch": "#c23030",
}
LEAST, MOST = 1 / 8, 64  # speedup over the peer


def text(x, y, words, size=12, anchor="start", colour=INK, weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'font-weight="{weight}">{escape(words)}</text>')


def line(x1, y1, x2, y2, colour=GRID, width=1.0):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def dot(x, y, fill, stroke, tip):
    return (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{fill}" stroke="{stroke}" stroke-width="1.6">'
            f"<title>{escape(tip)}</title></circle>")


def place(ratio):
    """The x coordinate of a speedup of `ratio` over the peer."""
    clamped = min(max(ratio, LEAST), MOST)
    share = math.log(clamped / LEAST) / math.log(MOST / LEAST)
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def name_of(ratio):
    return f"{ratio:g}×" if ratio >= 1 else f"1/{1 / ratio:g}"


def beside_peers(rows, top):
    rows = [row for row in rows if all(side.peer for side in row.sides)]
    bottom = top + ROW * len(rows) + 8
    parts = []
    ratio = LEAST
    while ratio <= MOST:
        parts.append(line(place(ratio), top, place(ratio), bottom, INK if ratio == 1 else GRID))
        parts.append(text(place(ratio), top - 6, name_of(ratio), 11, "middle", MUTED))
        ratio *= 2
    for number, row in enumerate(rows):
        y = top + ROW * (number + 0.5) + 4
        o2, native = (side.of_peer for side in row.sides)
        parts.append(text(LEFT - 10, y + 4, row.goal.title.replace("`", ""), 12, "end"))
        parts.append(line(place(o2), y, place(native), y, COLOURS["ours_O2"], 2))
        if row.limit:
            x = place(row.sides[1].peer / row.limit)
            parts.append(line(x, y - 7, x, y + 7, "#2a9d5c", 3))
        if row.goal.to_peer:
            x = place(row.goal.to_peer)
            parts.append(f'<path d="M{x - 4:.1f} {y + 7:.1f}h8l-4 -6z" fill="{MUTED}"/>')
        parts.append(dot(place(o2), y, "white", COLOURS["ours_native"], f"-O2: {o2:.2f}× {row.sides[0].peer_name}"))
        parts.append(dot(place(native), y, COLOURS["ours_native"], COLOURS["ours_native"],
                         f"native: {native:.2f}× {row.sides[1].peer_name}"))
    return parts, bottom


def legend(y):
    parts = [dot(LEFT, y, "white", COLOURS["ours_native"], ""), text(LEFT + 9, y + 4, "ours, -O2")]
    parts += [dot(LEFT + 110, y, COLOURS["ours_native"], COLOURS["ours_native"], ""),
              text(LEFT + 119, y + 4, "ours, -O3 -march=native")]
    parts += [line(LEFT + 290, y - 7, LEFT + 290, y + 7, "#2a9d5c", 3), text(LEFT + 299, y + 4, "the limit")]
    parts.append(f'<path d="M{LEFT + 376} {y + 4}h8l-4 -6z" fill="{MUTED}"/>')
    parts.append(text(LEFT + 389, y + 4, "the goal, where it is a ratio to the peer"))
    return parts


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
    parts = [text(20, 28, title, 15, weight="bold"), *legend(50)]
    body, bottom = beside_peers(rows, 90)
    parts += body
    if series:
        body, bottom = growth_panels(series, bottom + 40)
        parts += body
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 10:.0f}" width="{WIDTH}" height="{bottom + 10:.0f}" '
            f'font-family="system-ui, sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
            + "\n".join(parts) + "\n</svg>\n")
