"""Whether the search of the site finds names, in a real browser and from disk: docs_search_test.py SITE CHROMIUM.

Types into the search of a page, and looks at what is listed."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SITE, CHROMIUM = Path(sys.argv[1]).resolve(), sys.argv[2]
# What is typed, and how the names that are found begin. Exact names come first, then functions
# before members.
TYPED = {
    "take": ["take", "DistributedTensor::take"],
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


def listed():
    tried = SITE / "searched.html"
    tried.write_text(page((SITE / "index.html").read_text()))
    with tempfile.TemporaryDirectory() as profile:
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--dump-dom",
                   tried.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    tried.unlink()
    outputs = re.findall(r"<output>(.*?)</output>", done.stdout)
    return dict(json.loads(o.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")) for o in outputs)


def main():
    found = listed()
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
    return bad


if __name__ == "__main__":
    sys.exit(main())
