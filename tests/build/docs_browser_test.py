"""The site in a real browser, from disk: docs_browser_test.py SITE CHROMIUM.

Types into the search of a page, and looks at what is listed; and whether each page fits into 360 pixels."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SITE, CHROMIUM = Path(sys.argv[1]).resolve(), sys.argv[2]
# What is typed, and the names that are found first: the very name, before members of it and names that
# begin with it.
TYPED = {
    "take": ["take"],
    "index_put_": ["Tensor::index_put_"],
    "Tensor::ind": ["Tensor::index"],
    "sum of squares": ["VarianceOptions::correction"],
    "argsort": ["argsort"],
    "no such name": [],
}


def page(text):
    script = """
      <script>addEventListener("load", () => {
        const input = document.getElementById("search");
        for (const typed of %s) {
          input.value = typed;
          input.dispatchEvent(new Event("input"));
          const names = [...document.querySelectorAll("#found a")].map((a) => [
            a.querySelector("strong").textContent, a.getAttribute("href")]);
          document.body.append(Object.assign(document.createElement("output"), { textContent: JSON.stringify([typed, names]) }));
        }
      });</script>"""
    return text.replace("</body>", script % list(TYPED) + "</body>")


def outputs(html):
    """What the scripts of a page write into elements <output>, as JSON."""
    tried = SITE / "tried.html"
    tried.write_text(html)
    with tempfile.TemporaryDirectory() as profile:
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                   "--allow-file-access-from-files", "--virtual-time-budget=60000", "--dump-dom", tried.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    tried.unlink()
    texts = re.findall(r"<output>(.*?)</output>", done.stdout)
    return [json.loads(t.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")) for t in texts]


def too_wide():
    """The pages that a phone, 360 pixels wide, would have to scroll sideways."""
    pages = [p.relative_to(SITE).as_posix() for p in SITE.rglob("*.html") if p.name != "explorer.html"]
    return outputs("""<body><script>(async () => {
      const wide = [];
      for (const page of %s) {
        const frame = Object.assign(document.createElement("iframe"), { width: 360, height: 800, src: page });
        document.body.append(frame);
        await new Promise((loaded) => { frame.onload = loaded; });
        const width = frame.contentDocument.documentElement.scrollWidth;
        if (width > 360) wide.push(`${page} is ${width} pixels wide`);
        frame.remove();
      }
      document.body.append(Object.assign(document.createElement("output"), { textContent: JSON.stringify(wide) }));
    })();</script>""" % json.dumps(pages))


def main():
    found = dict(outputs(page((SITE / "index.html").read_text())))
    bad = 0
    for typed, wanted in TYPED.items():
        names = [name for name, _ in found.get(typed, [["(no answer)", ""]])]
        links = [SITE / link.split("#")[0] for _, link in found.get(typed, [])]
        if names[: len(wanted)] != wanted or (not wanted and names):
            print(f"{typed}: found {names}, not {wanted}")
            bad = 1
        for link in links:
            if not link.is_file():
                print(f"{typed}: leads to {link}, which is not there")
                bad = 1
    wide = too_wide()
    if wide != [[]]:
        print("\n".join(wide[0]) if wide else "the widths were not measured")
        bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
