#!/usr/bin/env python3
"""Writes the site of the documentation: guide, reference, explorer and report of the benchmarks.

    make_site.py ROOT WORK SITE [--explorer FILE.html] [--bench FOLDER]

ROOT is the checkout, WORK a folder for Doxygen's XML and the pages in Markdown, SITE the folder that MkDocs makes of
them. Fails if a public name has no comment, or a function no line in facts.txt. Needs doxygen and mkdocs-material."""

import argparse
import json
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path

sys.dont_write_bytecode = True
import markup
from reference import Reference

HERE = Path(__file__).parent
GUIDE = Path("examples/guide")
EXPLORER = Path("examples/explorer/README.md")
# A paragraph that is a link to the explorer, with what it shows as the link's fragment.
EMBEDDED = re.compile(r"^\[(.*)\]\(((?:\.\.|examples)/explorer/README\.md)#(\S+)\)$", re.M)


class Site:
    def __init__(self, root, work, target):
        self.root, self.work, self.target = root, work, target
        self.docs = work / "docs"
        self.reference = Reference(root, work)
        self.links = markup.Links(self.reference.places)
        self.explorer = None  # the file, if the site has it
        self.pages = {Path("README.md"): "index.md"}  # of the repository, and where they are on the site
        for page in sorted((root / GUIDE).rglob("*.md")):
            self.pages[page.relative_to(root)] = f"guide/{page.relative_to(root / GUIDE)}"

    def write(self, address, text):
        path = self.docs / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def markdown(self, page, address):
        """A page of the repository; what it links to becomes pages or copied files."""
        base = "../" * address.count("/")

        def target(link):
            if re.match(r"[a-z]+:|#", link):
                return link
            path, _, part = link.partition("#")
            path = (self.root / page).parent.joinpath(path).resolve().relative_to(self.root)
            if self.explorer and path == EXPLORER:
                return f"{base}explorer.html"
            return base + (self.pages.get(path) or self.copied(path)) + ("#" + part if part else "")

        def embedded(found):
            """The explorer itself if the site has it, but on the first page a link; else the link's picture, or the link."""
            label, readme, shown = found.groups()
            picture = re.fullmatch(r"!\[(.*)\]\(.*\)", label)
            if self.explorer and not base:
                return f'<a href="explorer.html#{escape(shown)}">{label}</a>'
            if self.explorer:
                return (f'<iframe class="explorer" loading="lazy" title="{escape(picture[1] if picture else label)}" '
                        f'src="{base}explorer.html?embed=1#{escape(shown)}"></iframe>')
            return label if picture else f"[{label}]({readme})"

        text = EMBEDDED.sub(embedded, (self.root / page).read_text())
        return markup.page(text, self.links, base, target)

    def copied(self, path):
        """The address of a copy of a file; of a page with its files if it is a folder."""
        source, copy = self.root / path, Path("files") / path
        if source.is_dir():
            names = [f"- {file.name}" for file in sorted(source.iterdir()) if not file.name.startswith(".")]
            self.write(f"{copy}.md", f"# {path}\n\n" + "\n".join(names) + "\n")
            return f"{copy}.md"
        to = self.docs / (copy if source.suffix in (".svg", ".png", ".html") else f"{copy}.txt")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, to)
        return to.relative_to(self.docs).as_posix()

    def navigation(self, more):
        """The groups of pages beside each page: those of the guide's own contents, then the reference."""
        groups, listed = [{"Overview": "index.md"}], {"README"}
        for group in re.split(r"^## ", (self.root / GUIDE / "README.md").read_text(), flags=re.M)[1:]:
            title, _, text = group.partition("\n")
            names = [name for name in re.findall(r"\]\((\w+)\.md\)", text) if name not in listed]
            listed.update(names)
            groups.append({title: [f"guide/{name}.md" for name in names]})
        groups[1]["Start here"].insert(0, {"The guide": "guide/README.md"})
        if more:
            groups.append({"See it": more})
        return [*groups, {"Reference": [{"All names": "reference/index.md"}, *(
            {page.short_title: page.address.replace(".html", ".md")} for page in self.reference.pages)]}]

    def write_all(self, explorer, bench, search_words=HERE / "search_words.txt"):
        shutil.rmtree(self.docs, ignore_errors=True)
        self.explorer = explorer if explorer and explorer.exists() else None
        for page, address in self.pages.items():
            self.write(address, self.markdown(page, address))
        for page in self.reference.pages:
            self.write(page.address.replace(".html", ".md"), self.reference.markdown(page, self.links, "../"))
        common = (HERE / "conventions.md").read_text().replace("../examples/guide/", "../guide/")
        self.write("reference/index.md", f"# Reference\n\n{common}\n## All names\n\n{self.reference.contents('../')}\n")
        more = []
        if self.explorer:
            shutil.copyfile(self.explorer, self.docs / "explorer.html")
            more.append({"Index explorer": "explorer.html"})
        if bench and (bench / "report.md").exists():
            self.write("benchmarks/index.md", (bench / "report.md").read_text())
            for picture in bench.glob("*.svg"):
                shutil.copyfile(picture, self.docs / "benchmarks" / picture.name)
            more.append({"Benchmarks": "benchmarks/index.md"})
        self.build(self.navigation(more))
        self.add_search_words(search_words)

    def build(self, navigation):
        settings = {"INHERIT": str(HERE / "mkdocs.yml"), "docs_dir": str(self.docs), "site_dir": str(self.target.resolve()),
                    "nav": navigation, "theme": {"custom_dir": str(HERE / "theme")},
                    "site_name": f"ndx {version_of(self.root)}"}
        file = self.work / "mkdocs.yml"
        file.write_text(json.dumps(settings))  # JSON is YAML
        done = subprocess.run(["mkdocs", "build", "--quiet", "--clean", "--config-file", file],
                              text=True, capture_output=True)
        if done.returncode:
            raise SystemExit(done.stderr)

    def add_search_words(self, path):
        """Gives the pages and names of a list, as the tags of their entries, the words that people look for."""
        index = self.target / "search" / "search_index.json"
        found = json.loads(index.read_text())
        entries = {entry["location"]: entry for entry in found["docs"]}
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                name, words = line.split("|")
                entry = entries[self.reference.places.get(name.strip(), name.strip())]
                entry["tags"] = words.split()
        index.write_text(json.dumps(found, ensure_ascii=False))


def version_of(root):
    config = (root / "include/ndx/base/config.hpp").read_text()
    return ".".join(re.findall(r"#define NDX_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", config))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=lambda p: Path(p).resolve())
    parser.add_argument("work", type=lambda p: Path(p).resolve())
    parser.add_argument("site", type=Path)
    parser.add_argument("--explorer", type=Path)
    parser.add_argument("--bench", type=Path)
    options = parser.parse_args()
    site = Site(options.root, options.work, options.site)
    problems = list(site.reference.problems())
    if problems:
        return "\n".join(problems)
    site.write_all(options.explorer, options.bench)
    print(f"wrote {options.site}/index.html: {len(site.pages)} pages of the guide, {len(site.reference.pages)} of the "
          f"reference with {sum(len(e.names) for e in site.reference.entries)} names")
    return 0


if __name__ == "__main__":
    sys.exit(main())
