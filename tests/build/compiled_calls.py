"""Checks that the compiled library is complete.

    python3 compiled_calls.py CALLS.cpp TYPE MOST_BYTES COMPILER [FLAGS...]

Compiles CALLS.cpp, one call of each public function for elements of type TYPE, against the compiled library, and
looks into the object. A call may leave MOST_BYTES of code there, in its own function and in all that this uses, and
no kernel, for kernels are what loops over elements. Prints the calls that leave more, the largest first, and fails
if there are any. With NDX_KERNELS_OF=NAME it prints the kernels of that call, too.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile


def sections_of(object_file):
    """Returns the sections' sizes, the symbols that each defines, and the sections that each refers to."""
    run = lambda *command: subprocess.run(command, check=True, capture_output=True, text=True).stdout
    sizes = {}
    for line in run("objdump", "-hw", object_file).splitlines():
        fields = line.split()
        if len(fields) > 6 and fields[0].isdigit():
            sizes[fields[1]] = int(fields[2], 16)
    section_of = {name: name for name in sizes}
    symbols = collections.defaultdict(list)
    for line in run("objdump", "-tw", object_file).splitlines():
        match = re.match(r"[0-9a-f]{8,} .{7} (\S+)\t[0-9a-f]+ +(?:\.hidden )?(\S+)$", line)
        if match and match[1] in sizes:
            section_of[match[2]] = match[1]
            symbols[match[1]].append(match[2])
    uses = collections.defaultdict(set)
    section = None
    for line in run("objdump", "-rw", object_file).splitlines():
        if line.startswith("RELOCATION RECORDS FOR"):
            section = line.split("[")[1].split("]")[0]
        elif section and "R_" in line:
            target = re.split(r"[+-]0x", line.split()[-1])[0]
            if target in section_of:
                uses[section].add(section_of[target])
    return sizes, symbols, uses


def demangled(names):
    text = subprocess.run(["c++filt"], input="\n".join(names), check=True, capture_output=True, text=True).stdout
    return text.splitlines()


def find_calls(object_file):
    """Returns for each call the bytes of code that it leaves in the object, and the kernels among it."""
    sizes, symbols, uses = sections_of(object_file)
    kernel = {}
    names = [(section, name) for section in symbols for name in symbols[section]]
    for (section, _), text in zip(names, demangled([name for _, name in names])):
        function = re.sub(r"<.*", "", re.sub(r"^.*?(ndx::)", r"\1", text))
        if section.startswith(".text") and "::kernel::" in function:
            kernel[section] = text
    calls = {}
    for section in sizes:
        if not section.startswith(".text.ndx_call_"):
            continue
        seen, waiting = {section}, [section]
        while waiting:
            for other in uses[waiting.pop()]:
                if other not in seen and other.startswith((".text", ".rodata", ".data")):
                    seen.add(other)
                    waiting.append(other)
        text = [name for name in seen if name.startswith(".text")]
        # A function this short has no loop that is worth a call.
        loops = [name for name in text if name in kernel and sizes[name] > 128]
        name = section[len(".text.ndx_call_"):]
        calls[name] = (sum(sizes[s] for s in text), sum(sizes[s] for s in loops), sorted(kernel[s] for s in loops))
    return calls


def main():
    source, element, most = sys.argv[1:4]
    compiler = sys.argv[4:]
    with tempfile.TemporaryDirectory() as folder:
        object_file = os.path.join(folder, "calls.o")
        subprocess.run([*compiler, "-O2", "-DNDX_COMPILED", f"-DNDX_ELEMENT={element}", "-ffunction-sections",
                        "-c", source, "-o", object_file], check=True)
        calls = find_calls(object_file)
    missing = {name: call for name, call in calls.items() if call[0] > int(most) or call[1] > 0}
    for name, (text, in_kernels, kernels) in sorted(missing.items(), key=lambda item: -item[1][0]):
        print(f"{element:14} {name:28} {text:7} bytes, {in_kernels:7} of kernels")
        if os.environ.get("NDX_KERNELS_OF") == name:
            print("\n".join("    " + kernel for kernel in kernels))
    print(f"{element}: {len(calls) - len(missing)} of {len(calls)} calls are in the library")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
