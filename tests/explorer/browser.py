"""A page in headless Chromium, driven over the pipe of its DevTools protocol; needs Python alone.

https://chromedevtools.github.io/devtools-protocol/: messages are JSON, each ending in a NUL, on file
descriptors 3 (to the browser) and 4 (from it).
"""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


class Browser:
    def __init__(self, program="chromium"):
        self.profile = tempfile.mkdtemp()
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()

        def connect():
            # Both are moved out of the way first: either may have the number of the other's place.
            a, b = os.dup(to_browser), os.dup(from_browser)
            while a < 5:
                a = os.dup(a)
            while b < 5:
                b = os.dup(b)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={self.profile}",
             "--js-flags=--expose-gc", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number = 0
        self.received = b""
        self.session = None
        self.exceptions = []
        self.requests = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")
        self.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1,
                  uploadThroughput=-1)

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        number = self.number
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.received:
            part = os.read(self.into, 1 << 16)
            if not part:
                raise RuntimeError("the browser has ended")
            self.received += part
        message, self.received = self.received.split(b"\0", 1)
        answer = json.loads(message)
        if answer.get("method") == "Runtime.exceptionThrown":
            details = answer["params"]["exceptionDetails"]
            self.exceptions.append(details.get("exception", {}).get("description", details["text"]))
        if answer.get("method") == "Network.requestWillBeSent":
            self.requests.append(answer["params"]["request"]["url"])
        return answer

    def ask(self, expression):
        """The value of a JavaScript expression; a promise is awaited."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description", "exception"))
        return result["result"].get("value")

    def wait(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while not self.ask(expression):
            if time.monotonic() > end:
                raise RuntimeError(f"never true: {expression}")
            time.sleep(0.01)

    def open(self, address):
        self.call("Page.navigate", url="about:blank")  # else a new fragment alone would not load the page
        self.call("Page.navigate", url=address)
        self.wait("document.body !== null && 'ready' in document.body.dataset")

    def size(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def press(self, key, code=0, modifiers=0):
        event = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        if key in ("Enter", " "):
            event["text"] = "\r" if key == "Enter" else " "
        self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        """As a person types: one key after the other, into what has the focus."""
        for character in text:
            self.call("Input.dispatchKeyEvent", type="keyDown", text=character, key=character)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=character)

    def picture(self, file, whole=True):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))
