"""For gdb: prints, for each line of main that reads the watched element, the functions between the two."""
import re

import gdb


def quietly(command):
    return gdb.execute(command, to_string=True)


def functions():
    """The functions from the one that reads up to main, and the line of main."""
    frame, names = gdb.newest_frame(), []
    while frame is not None and frame.name() != "main":
        names.append(re.sub(r"\bndx::(v\w+::)?|<.*|\(.*", "", frame.name() or "?"))
        frame = frame.older()
    return names, frame.find_sal().line if frame else 0


for setting in ("pagination off", "confirm off", "debuginfod enabled off"):
    quietly(f"set {setting}")
quietly("break start_watching")
quietly("run")
address = int(gdb.parse_and_eval("element"))
quietly("finish")
quietly(f"rwatch *(float*){address}")
longest = {}
while True:
    try:
        quietly("continue")
        names, line = functions()
    except gdb.error:  # the program has ended
        break
    if names and len(names) > len(longest.get(line, [])):
        longest[line] = names
source = open("bench/frames/journeys.cpp").read().split("\n")
for line, names in sorted(longest.items()):
    print(f"{len(names):3} frames: {source[line - 1].strip()}\n    {' < '.join(names)}")
