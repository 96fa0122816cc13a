"""The site in a real browser, from a server of its own: docs_browser_test.py SITE CHROMIUM.

Types each line of docs_searches.txt into the search, and compares what is found first; looks whether each page fits
into 360 pixels, whether the explorers that pages embed answer and follow the switch of colours, and whether the
pages of the reference name what is internal."""

import functools
import http.server
import json
import re
import subprocess
import sys
import tempfile
import threading
from html import unescape
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1] / "explorer"))
from browser import Browser

SITE, CHROMIUM = Path(sys.argv[1]).resolve(), sys.argv[2]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def output(script):
    """What a script returns that runs on a page beside those of the site."""
    tried = SITE / "tried.html"
    tried.write_text(f"""<!doctype html><body><script src="search.js"></script><script>(async () => {{ {script} }})().then(
      (value) => document.body.append(Object.assign(document.createElement("output"), {{ textContent: JSON.stringify(value) }})));
      </script></body>""")
    server = http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as profile:
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                   "--virtual-time-budget=120000", "--dump-dom", f"http://localhost:{server.server_port}/tried.html"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    server.shutdown()
    tried.unlink()
    found = re.search(r"<output>(.*?)</output>", done.stdout, re.S)
    return json.loads(unescape(found[1])) if found else None


def searches():
    lines = Path(__file__).with_name("docs_searches.txt").read_text().splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line.strip() and not line.startswith("#")]


def found_first(typed):
    """The address of the first result of each search, by the worker and the settings that the pages use."""
    return output("""
      const page = new DOMParser().parseFromString(await (await fetch("index.html")).text(), "text/html");
      const config = JSON.parse(page.getElementById("__config").textContent);
      const index = await (await fetch("search/search_index.json")).json();
      index.options = { pipeline: config.translations["search.config.pipeline"].split(/, */), suggestions: false };
      const worker = await (await fetch(config.search)).text();  // run here: virtual time does not wait for a real one
      let handle, done;
      new Function("addEventListener", "postMessage", worker)(
        (_, handler) => { handle = handler; }, (message) => done(message.data));
      const answer = (data) => new Promise((resolve) => { done = resolve; handle({ data }); });
      await answer({ type: 0, data: index });
      const first = [];
      for (const typed of %s) {
        const { items } = await answer({ type: 2, data: __search.transform(typed) });
        first.push(items.length ? items[0][0].location : "nothing");
      }
      return first;""" % json.dumps(typed))


def too_wide():
    """The pages that a phone, 360 pixels wide, would have to scroll sideways. Their scripts, each of which would load the
    search, do not run."""
    pages = [p.relative_to(SITE).as_posix() for p in SITE.rglob("*.html") if p.name not in ("explorer.html", "tried.html")]
    return output("""
      const wide = [];
      for (const page of %s) {
        const frame = Object.assign(document.createElement("iframe"), { width: 360, height: 800, src: page });
        frame.sandbox = "allow-same-origin";
        document.body.append(frame);
        await new Promise((loaded) => { frame.onload = loaded; });
        const width = frame.contentDocument.documentElement.scrollWidth;
        if (width > 360) wide.push(`${page} is ${width} pixels wide`);
        frame.remove();
      }
      return wide;""" % json.dumps(pages))


def without_answer():
    """What is embedded in pages, 328 pixels wide as on a phone, and shows an error or has to be scrolled sideways."""
    frames = {page.name: unescape(src) for page in SITE.glob("guide/*.html")
              for src in re.findall(r'<iframe class="explorer"[^>]* src="\.\./([^"]+)"', page.read_text())}
    assert len(frames) >= 7 or not (SITE / "explorer.html").exists(), frames
    browser, bad = Browser(CHROMIUM), []  # in real time: a frame that compiles its engine does not hold up virtual time
    try:
        browser.size(328, 600)
        for page, src in frames.items():
            browser.open(f"{SITE.as_uri()}/{src}")
            shown, width = browser.ask("[document.body.className, document.documentElement.scrollWidth]")
            if set(shown.split()) != {"embed", "answered"}:
                bad.append(f"{page}: {src} has no answer")
            if width > 328:
                bad.append(f"{page}: {src} is {width} pixels wide")
    finally:
        browser.close()
    return bad


def without_switch():
    """What a page embeds and has not the colours that the site's switch is at."""
    pages = [page for page in SITE.glob("guide/*.html") if '<iframe class="explorer"' in page.read_text()][:1]
    browser, bad = Browser(CHROMIUM), []
    try:
        for page in pages:
            browser.call("Page.navigate", url=page.as_uri())
            browser.wait("document.readyState === 'complete' && document.querySelector('iframe.explorer') !== null")
            for scheme, colours in ("default", "light"), ("slate", "dark"):
                shown = browser.ask(f"""document.body.setAttribute("data-md-color-scheme", "{scheme}"),
                    getComputedStyle(document.querySelector("iframe.explorer")).colorScheme""")
                if shown != colours:
                    bad.append(f"{page.name}: its explorer is {shown} where the page is {colours}")
    finally:
        browser.close()
    return bad


def main():
    wanted = searches()
    found = found_first([typed for typed, _ in wanted]) or ["no answer"] * len(wanted)
    bad = [f"{typed}: found {first}, not {end}" for (typed, end), first in zip(wanted, found) if not first.endswith(end)]
    wide = too_wide()
    bad += ["the widths were not measured"] if wide is None else wide
    bad += without_answer() + without_switch()
    bad += [f"{page.name} names detail::" for page in SITE.glob("reference/*.html") if "detail::" in page.read_text()]
    print("\n".join(bad) if bad else f"{len(wanted)} searches found what they should")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
