#!/usr/bin/env python3
"""Names each link of a site that leads nowhere: a file that is not there, or a part that it does not have.

    check_links.py SITE

Links of pages and of the search are followed; those to other sites are not. Of a link to the explorer, the fragment is
what it shows, such as x=(4)&i=1."""

import json
import re
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value is not None:
                self.links.append(unescape(value))
            elif name == "id":
                self.ids.append(value)


def dead_links(site):
    pages = {path: Page(path.read_text()) for path in site.rglob("*.html")}
    links = [(path, link) for path, page in pages.items() for link in page.links]
    index = site / "search" / "search_index.json"
    if index.exists():
        links += [(site / "index.html", entry["location"]) for entry in json.loads(index.read_text())["docs"]]
    for path, link in links:
        if re.match(r"[a-z]+:", link):
            continue
        file, _, part = link.partition("#")
        file = file.partition("?")[0]
        folder = site if file.startswith("/") else path.parent  # the page of errors is shown at any address
        target = (folder / unquote(file).lstrip("/")).resolve() if file else path
        if not target.is_file():
            yield f"{path.relative_to(site)}: {link}: no such file"
        elif part and "=" not in part and target in pages and unquote(part) not in pages[target].ids:
            yield f"{path.relative_to(site)}: {link}: no such part"
    for path, page in pages.items():
        for twice in sorted({i for i in page.ids if page.ids.count(i) > 1}):
            yield f"{path.relative_to(site)}: two parts are named {twice}"


def main():
    site = Path(sys.argv[1]).resolve()
    dead = list(dead_links(site))
    print("\n".join(dead) if dead else f"every link of {len(list(site.rglob('*.html')))} pages leads somewhere")
    return bool(dead)


if __name__ == "__main__":
    sys.exit(main())
