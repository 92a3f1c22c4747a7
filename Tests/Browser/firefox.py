"""A headless Firefox with recorded speech as its microphone, controlled through its built-in Marionette
protocol, because Debian has no package of geckodriver."""

import atexit, json, os, pathlib, shutil, socket, subprocess, sys, tempfile, time

from selenium import webdriver
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.file_detector import UselessFileDetector

from browser import Browser

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Support"))
from sound_server import MEMO, SoundServer

# Selenium commands and their Marionette equivalents, which take the same parameters.
COMMANDS = {
    Command.NEW_SESSION: "WebDriver:NewSession",
    Command.GET: "WebDriver:Navigate",
    Command.GET_CURRENT_URL: "WebDriver:GetCurrentURL",
    Command.REFRESH: "WebDriver:Refresh",
    Command.SCREENSHOT: "WebDriver:TakeScreenshot",
    Command.FIND_ELEMENT: "WebDriver:FindElement",
    Command.FIND_ELEMENTS: "WebDriver:FindElements",
    Command.CLICK_ELEMENT: "WebDriver:ElementClick",
    Command.CLEAR_ELEMENT: "WebDriver:ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "WebDriver:ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "WebDriver:GetElementText",
    Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "WebDriver:ExecuteAsyncScript",
    Command.W3C_ACTIONS: "WebDriver:PerformActions",
    Command.SET_TIMEOUTS: "WebDriver:SetTimeouts",
    Command.QUIT: "Marionette:Quit",
}

SETTINGS = {
    "marionette.port": 0,
    "media.navigator.permission.disabled": True,
    "media.autoplay.default": 0,
    "media.autoplay.blocking_policy": 0,
    # A killed browser starts again without asking.
    "toolkit.startup.max_resumed_crashes": -1,
    "browser.sessionstore.resume_from_crash": False,
    # No requests to other servers.
    "app.normandy.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}


class Marionette:
    """Sends Selenium commands to Firefox as JSON preceded by its length."""

    def __init__(self, port):
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.answers = self.connection.makefile("rb")
        self.number = 0
        self.read()

    def read(self):
        length = b""
        while (character := self.answers.read(1)) != b":":
            if not character:
                raise ConnectionError("Firefox exited")
            length += character
        return json.loads(self.answers.read(int(length)))

    def ask(self, name, parameters):
        self.number += 1
        text = json.dumps([0, self.number, name, parameters]).encode()
        self.connection.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.read()
        return error, result

    def execute(self, command, parameters):
        parameters.pop("sessionId", None)
        if command == Command.QUIT:
            parameters = {"flags": ["eForceQuit"]}
        elif command == Command.NEW_SESSION:
            parameters = parameters["capabilities"].get("alwaysMatch", {})
        error, result = self.ask(COMMANDS[command], parameters)
        if error:
            return {"status": error["error"], "value": error}
        # A result that is not an object is wrapped in one.
        if isinstance(result, dict) and list(result) == ["value"]:
            result = result["value"]
        return {"value": result}

    def close(self):
        self.answers.close()
        self.connection.close()


class Firefox(Browser):
    microphone = None

    def __init__(self, speech, profile=None):
        self.folder = None if profile else tempfile.mkdtemp(prefix="speechmemo-firefox-")
        profile = profile or self.folder
        with open(os.path.join(profile, "user.js"), "w") as file:
            for name, value in SETTINGS.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        place = pathlib.Path(profile, "MarionetteActivePort")
        place.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--marionette",
             "--remote-allow-system-access", "--profile", profile, "about:blank"],
            env={**os.environ, "HOME": profile, "PULSE_SERVER": self.sound_server(speech),
                 "MOZ_HEADLESS_WIDTH": "1280", "MOZ_HEADLESS_HEIGHT": "960"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.clean)
        port = self.until(
            lambda: self.process.poll() is not None or int(place.read_text()), "Firefox")
        if self.process.poll() is not None:
            raise SystemExit(f"Firefox did not start: exit status {self.process.returncode}")
        self.marionette = Marionette(port)
        self.driver = webdriver.Remote(
            self.marionette, file_detector=UselessFileDetector(), options=webdriver.FirefoxOptions())

    @classmethod
    def sound_server(cls, speech):
        """Returns the address of a sound server whose microphone plays the speech in a loop."""
        if not cls.microphone:
            folder = pathlib.Path(tempfile.mkdtemp(prefix="speechmemo-sound-"))
            # Firefox doesn't offer the monitor of a sink as a microphone.
            cls.microphone = SoundServer(folder / "pulse", [
                MEMO, "module-null-sink sink_name=loudspeaker",
                "module-remap-source source_name=microphone master=memo.monitor"])
            cls.microphone.control("set-default-source", "microphone")
            cls.microphone.control("set-default-sink", "loudspeaker")

            def end():
                cls.microphone.kill()
                shutil.rmtree(folder, ignore_errors=True)
            atexit.register(end)
            cls.microphone.play_in_loop([speech])
        return cls.microphone.address

    def in_firefox(self, script, *arguments):
        """Runs a script with the privileges of Firefox."""
        self.marionette.ask("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.driver.execute_script(script, *arguments)
        finally:
            self.marionette.ask("Marionette:SetContext", {"value": "content"})

    def download_to(self, folder):
        self.in_firefox("""
            Services.prefs.setIntPref("browser.download.folderList", 2);
            Services.prefs.setStringPref("browser.download.dir", arguments[0]);
            Services.prefs.setBoolPref("browser.download.useDownloadDir", true);
            Services.prefs.setBoolPref("browser.download.always_ask_before_handling_new_types", false);
        """, folder)

    def faults(self):
        """Returns the errors in the page's console."""
        return self.in_firefox("""
            return Services.console.getMessageArray()
              .filter((message) => message instanceof Ci.nsIScriptError
                && !(message.flags & Ci.nsIScriptError.warningFlag)
                && message.sourceName.startsWith("http://127.0.0.1"))
              .map((message) => `${message.sourceName}:${message.lineNumber}: ${message.errorMessage}`);
        """)

    def quit(self):
        try:
            self.driver.quit()
            self.marionette.close()
            self.process.wait(30)
        finally:
            self.clean()

    def kill(self):
        """Kills the browser, as a phone does that is out of memory."""
        self.clean()

    def clean(self):
        if self.process.poll() is None:
            self.kill_all(self.process.pid)
            self.process.wait()
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)
