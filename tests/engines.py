"""Firefox and WebKit as Linux ships them. Playwright brings builds of its own, Selenium wants a driver for Firefox."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, ClassVar

CONTROL = "\ue009"  # as WebDriver names the key
SECONDS = 30


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Engine:
    """A browser with one window, in a folder of its own."""

    programs: tuple[str, ...]
    packages: str

    def __init__(self, folder: Path):
        self.folder, self.port = folder, free_port()
        environment = os.environ | {"HOME": str(folder)}
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(self.line(), env=environment, start_new_session=True, **silent)
        try:
            self.start(self.connected())
        except BaseException:
            self.close()
            raise

    @classmethod
    def missing(cls) -> list[str]:
        return [program for program in cls.programs if not shutil.which(program)]

    def line(self) -> list[str]:
        raise NotImplementedError

    def start(self, connection: socket.socket) -> None:
        raise NotImplementedError

    def send(self, command: str, **values: object) -> Any:
        raise NotImplementedError

    def connected(self) -> socket.socket:
        for _ in range(10 * SECONDS):
            with contextlib.suppress(OSError):
                return socket.create_connection(("127.0.0.1", self.port))
            time.sleep(0.1)
        raise TimeoutError(f"{self.line()[0]} does not answer")

    def close(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def open(self, url: str) -> None:
        self.send("Navigate", url=url)

    def run(self, script: str, *args: object) -> Any:
        """The value of an expression, or of a function called with args."""
        return self.send("ExecuteScript", script=f"return ({script})" + "(...arguments)" * bool(args), args=args)

    def until(self, script: str, *args: object) -> Any:
        for _ in range(10 * SECONDS):
            if value := self.run(script, *args):
                return value
            time.sleep(0.1)
        raise TimeoutError(f"never true: {script}")

    def find(self, selector: str) -> str:
        return next(iter(self.send("FindElement", using="css selector", value=selector).values()))

    def click(self, selector: str) -> None:
        self.send("ElementClick", id=self.find(selector))

    def type(self, selector: str, text: str) -> None:
        self.send("ElementSendKeys", id=self.find(selector), text=text)


class Firefox(Engine):
    """By Marionette, the protocol that its driver speaks too: a length, a colon and JSON."""

    programs = ("firefox-esr",)
    packages = "firefox-esr"

    def line(self) -> list[str]:
        (self.folder / "user.js").write_text(f'user_pref("marionette.port", {self.port});\n')
        return ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", str(self.folder)]

    def start(self, connection: socket.socket) -> None:
        self.socket, self.stream = connection, connection.makefile("rb")
        self.answer()
        self.send("NewSession")

    def close(self) -> None:
        super().close()
        self.stream.close()
        self.socket.close()

    def answer(self) -> list:
        length = b""
        while (character := self.stream.read(1)) not in (b":", b""):
            length += character
        return json.loads(self.stream.read(int(length)))

    def send(self, command: str, **values: object) -> Any:
        message = json.dumps([0, 0, f"WebDriver:{command}", values]).encode()
        self.socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, result = self.answer()
        assert not error, error
        return result.get("value", result)


class WebKit(Engine):
    """By the driver that comes with it, over HTTP, on a screen that nobody sees."""

    programs = ("WebKitWebDriver", "xvfb-run")
    packages = "webkit2gtk-driver and xvfb"
    paths: ClassVar = {
        "Navigate": "/url",
        "ExecuteScript": "/execute/sync",
        "FindElement": "/element",
        "ElementClick": "/element/{id}/click",
        "ElementSendKeys": "/element/{id}/value",
    }

    def line(self) -> list[str]:
        return ["xvfb-run", "--auto-servernum", "WebKitWebDriver", f"--port={self.port}"]

    def start(self, connection: socket.socket) -> None:
        connection.close()
        self.session = f"http://127.0.0.1:{self.port}/session"
        self.session += f"/{self.post('', {'capabilities': {}})['sessionId']}"

    def post(self, path: str, body: dict) -> dict:
        head = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.session + path, json.dumps(body).encode(), head)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def send(self, command: str, **values: object) -> Any:
        return self.post(self.paths[command].format(**values), values)
