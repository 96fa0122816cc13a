"""For gdb: prints, for each line of main that reads the watched page, the functions between the two.

The page may not be read, so that each instruction that reads it stops the program; it then runs alone while the page
may be read. Unlike hardware watchpoints, virtual machines have that, too.
"""
import re

import gdb


def quietly(command):
    return gdb.execute(command, to_string=True)


def protect(protection):
    gdb.parse_and_eval(f"((int (*)(void*, unsigned long, int))mprotect)((void*){page}, 4096, {protection})")


def functions():
    """The functions from the one that reads up to main, and the line of main."""
    frame, names = gdb.newest_frame(), []
    while frame.name() != "main":
        if frame.function():  # one of ours: those of the C library have no symbols here
            names.append(re.sub(r"\bndx::(v\w+::)?|<.*|\(.*", "", frame.name()))
        frame = frame.older()
    return names, frame.find_sal().line


for setting in ("pagination off", "confirm off", "debuginfod enabled off"):
    quietly(f"set {setting}")
quietly("handle SIGSEGV stop nopass")
quietly("break start_watching")
quietly("run")
page = int(gdb.parse_and_eval("page"))
quietly("finish")
longest = {}
while True:
    protect(0)
    quietly("continue")
    if not gdb.selected_inferior().pid:  # the program has ended
        break
    names, line = functions()
    if len(names) > len(longest.get(line, [])):
        longest[line] = names
    protect(3)
    quietly("stepi")
source = open("bench/frames/journeys.cpp").read().split("\n")
calls = range(source.index("  start_watching(page);") + 2, source.index("}") + 1)
for line in calls:
    names = longest.get(line, [])
    print(f"{len(names):3} frames: {source[line - 1].strip()}\n    {' < '.join(names)}")
if not all(0 < len(longest.get(line, [])) <= 12 for line in calls):
    print("frames: a call reads nothing, or has more than twelve")
    gdb.execute("quit 1")
