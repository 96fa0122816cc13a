#!/usr/bin/env python3
"""Writes the site of the documentation: guide, reference, explorer and report of the benchmarks.

    make_site.py ROOT WORK SITE [--explorer FILE.html] [--bench FOLDER]

ROOT is the checkout, WORK a folder for Doxygen's XML, SITE the folder that is written anew. Fails if
a public name has no comment, or a function no line in facts.txt. Needs doxygen and cmark-gfm."""

import argparse
import json
import re
import shutil
import sys
from html import escape
from pathlib import Path

sys.dont_write_bytecode = True
import markup
from reference import Reference

HERE = Path(__file__).parent
GUIDE = Path("examples/guide")


class Site:
    def __init__(self, root, work, target):
        self.root, self.target = root, target
        self.reference = Reference(root, work)
        self.links = markup.Links(self.reference.places)
        self.search = list(self.reference.search_rows())
        self.version = version_of(root)
        self.more = []  # (title, address) of the explorer and the benchmarks
        self.guide = {page: f"guide/{page.relative_to(GUIDE).with_suffix('.html')}" for page in self.guide_pages()}
        self.titles = {page: title_of(root / page) for page in self.guide}

    def guide_pages(self):
        """All pages, in the order in which the README of the guide lists them."""
        listed = ["README", *re.findall(r"\]\((\w+)\.md\)", (self.root / GUIDE / "README.md").read_text())]
        pages = sorted(page.relative_to(self.root) for page in (self.root / GUIDE).rglob("*.md"))
        return sorted(pages, key=lambda page: listed.index(page.stem) if page.stem in listed else len(listed))

    def write(self, address, title, body):
        path = self.target / address
        path.parent.mkdir(parents=True, exist_ok=True)
        base = "../" * address.count("/")
        path.write_text(f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} · ndx</title>
<link rel="stylesheet" href="{base}style.css">
<script src="{base}search-index.js" defer></script>
<script src="{base}search.js" defer></script>
</head>
<body data-root="{base}">
<header>
<a class="home" href="{base}index.html">ndx <small>{self.version}</small></a>
<div class="search" role="search"><input type="search" id="search" placeholder="Search names and pages ( / )"
 aria-label="Search" autocomplete="off" aria-controls="found"><ol id="found" aria-live="polite" hidden></ol></div>
</header>
<nav aria-label="Pages"><details><summary>Pages</summary>{self.menu(address, base)}</details></nav>
<main>
{body}
</main>
</body>
</html>
""")

    def menu(self, here, base):
        def items(pairs):
            return "".join(f'<li><a href="{base}{to}"{" aria-current=page" if to == here else ""}>{escape(name)}</a></li>'
                           for name, to in pairs)

        guide = [("Overview", "index.html"), *((self.titles[page], to) for page, to in self.guide.items())]
        reference = [("All names", "reference/index.html"),
                     *((page.short_title, page.address) for page in self.reference.pages)]
        parts = [f"<h2>Guide</h2><ul>{items(guide)}</ul>"]
        if self.more:
            parts.append(f"<h2>See it</h2><ul>{items(self.more)}</ul>")
        parts.append(f"<h2>Reference</h2><ul>{items(reference)}</ul>")
        return "".join(parts)

    def markdown(self, page, address):
        """A page of the repository; what it links to becomes pages or copied files."""
        base = "../" * address.count("/")

        def target(found):
            link = found[2]
            if re.match(r"[a-z]+:|#", link):
                return found[0]
            path, _, part = link.partition("#")
            path = (self.root / page).parent.joinpath(path).resolve().relative_to(self.root)
            part = "#" + part if part else ""
            if path == Path("README.md"):
                return f'{found[1]}"{base}index.html{part}"'
            if path in self.guide:
                return f'{found[1]}"{base}{self.guide[path]}{part}"'
            return f'{found[1]}"{base}{self.copied(path)}{part}"'

        html = markup.markdown((self.root / page).read_text(), self.links, base)
        return re.sub(r'((?:href|src)=)"([^"]*)"', lambda f: f[0] if "reference/" in f[2] else target(f), html)

    def copied(self, path):
        """The address of a copy of a file; of a page with its files if it is a folder."""
        source, copy = self.root / path, Path("files") / path
        if source.is_dir():
            names = [f"<li>{escape(f.name)}</li>" for f in sorted(source.iterdir()) if not f.name.startswith(".")]
            self.write(f"{copy}.html", str(path), f"<h1>{escape(str(path))}</h1><ul>{''.join(names)}</ul>")
            return f"{copy}.html"
        to = self.target / (copy if source.suffix in (".svg", ".png", ".html") else f"{copy}.txt")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, to)
        return to.relative_to(self.target).as_posix()

    def write_guide(self):
        self.write("index.html", "Tensors with NumPy-style indexing", self.markdown(Path("README.md"), "index.html"))
        for page, address in self.guide.items():
            body = self.markdown(page, address)
            self.write(address, self.titles[page], body)
            self.search.append([self.titles[page], "guide", address, ""])
            for anchor, title in re.findall(r'<h[23] id="([^"]*)">(.*?)</h', body):
                plain = re.sub(r"<[^>]*>", "", title).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
                self.search.append([plain, self.titles[page], f"{address}#{anchor}", ""])

    def write_reference(self):
        for page in self.reference.pages:
            self.write(page.address, page.title, self.reference.html(page, self.links, "../"))
        common = (HERE / "conventions.md").read_text().replace("../examples/guide/", "../guide/").replace(".md)", ".html)")
        body = "<h1>Reference</h1>" + markup.markdown(common, self.links, "../")
        self.write("reference/index.html", "Reference",
                   body + "<h2>All names</h2>" + self.reference.contents(self.links, "../"))

    def add_explorer(self, file):
        shutil.copyfile(file, self.target / "explorer.html")
        self.search.append(["Index explorer", "what an index does, in pictures", "explorer.html", ""])

    def add_bench(self, folder):
        (self.target / "benchmarks").mkdir()
        for picture in folder.glob("*.svg"):
            shutil.copyfile(picture, self.target / "benchmarks" / picture.name)
        report = markup.markdown((folder / "report.md").read_text(), markup.Links({}), "../")
        self.write("benchmarks/index.html", "How fast ndx is", report)
        self.search.append(["Benchmarks", "measured on one machine", "benchmarks/index.html", ""])

    def write_all(self, explorer, bench):
        shutil.rmtree(self.target, ignore_errors=True)
        self.target.mkdir(parents=True)
        for name in ("style.css", "search.js"):
            shutil.copyfile(HERE / name, self.target / name)
        bench = bench if bench and (bench / "report.md").exists() else None
        explorer = explorer if explorer and explorer.exists() else None
        self.more = [pair for pair, there in ((("Index explorer", "explorer.html"), explorer),
                                              (("Benchmarks", "benchmarks/index.html"), bench)) if there]
        if explorer:
            self.add_explorer(explorer)
        if bench:
            self.add_bench(bench)
        self.write_guide()
        self.write_reference()
        (self.target / "search-index.js").write_text(f"const searchRows = {json.dumps(self.search, ensure_ascii=False)};\n")


def version_of(root):
    config = (root / "include/ndx/base/config.hpp").read_text()
    return ".".join(re.findall(r"#define NDX_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", config))


def title_of(path):
    return next((line.lstrip("# ").strip().replace("`", "") for line in path.read_text().splitlines()
                 if line.startswith("# ")), path.stem)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=lambda p: Path(p).resolve())
    parser.add_argument("work", type=Path)
    parser.add_argument("site", type=Path)
    parser.add_argument("--explorer", type=Path)
    parser.add_argument("--bench", type=Path)
    options = parser.parse_args()
    for tool in ("doxygen", "cmark-gfm"):
        if not shutil.which(tool):
            return f"make_site.py needs {tool}: apt-get install {tool}"
    site = Site(options.root, options.work, options.site)
    problems = list(site.reference.problems())
    if problems:
        return "\n".join(problems)
    site.write_all(options.explorer, options.bench)
    print(f"wrote {options.site}/index.html: {len(site.guide)} pages of the guide, {len(site.reference.pages)} of the "
          f"reference with {sum(len(e.names) for e in site.reference.entries)} names")
    return 0


if __name__ == "__main__":
    sys.exit(main())
