"""Scripts with the server under test, and the operations that every kind of browser offers."""

import base64, importlib, json, os, random, signal, subprocess, sys, threading, time, urllib.request, wave

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By


class Server:
    def __init__(self, program, library, scopes="read,write,transcribe"):
        self.program = program
        self.library = library
        self.environment = {**os.environ, "SPEECHMEMO_HOME": library}
        self.port = 0
        self.name = f"browser {time.time()}"
        added = self.run("tokens", "add", self.name, "--scope", scopes)
        self.token = added.strip()

    def other(self, scopes="read,write,transcribe"):
        """Returns another client of the same library, which has no server of its own."""
        return Server(self.program, self.library, scopes)

    def run(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def send(self, method, path, body=None, **headers):
        """Sends a request with the token, and returns the response."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return urllib.request.urlopen(urllib.request.Request(
            f"{self.url}/{path}", body, {"Authorization": f"Bearer {self.token}", **headers}, method=method))

    def get(self, path):
        """Returns the JSON that the server sends to a client with the token."""
        with self.send("GET", path) as response:
            return json.load(response)

    def change(self, method, path, value=None):
        """Sends JSON with the token."""
        body = None if value is None else json.dumps(value).encode()
        self.send(method, path, body, Content_Type="application/json").close()

    def upload(self, title, path):
        """Adds a memo without a transcript, and returns its id."""
        with open(path, "rb") as file:
            sound = file.read()
        values = {"filename": os.path.basename(path), "title": title, "transcript": "false"}
        metadata = ",".join(
            f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in values.items())
        with self.send("POST", "api/uploads", Tus_Resumable="1.0.0", Upload_Length=str(len(sound)),
                       Upload_Metadata=metadata) as response:
            place = response.headers["Location"].lstrip("/")
        with self.send("PATCH", place, sound, Tus_Resumable="1.0.0", Upload_Offset="0",
                       Content_Type="application/offset+octet-stream") as response:
            return response.headers["Upload-Memo"]

    def edit(self, memo, text):
        """Replaces the text of a memo's first segment."""
        path = f"api/memos/{memo}/transcript"
        was = self.get(path)["segments"][0]["text"]
        self.change("PATCH", path, {"segment": 0, "was": was, "text": text})

    def memos(self):
        return self.get("api/memos?limit=1000")["memos"]

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--rate-limit", "0", "--json"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # Events about pending transcripts may come first.
        while "port" not in (event := json.loads(self.process.stdout.readline())):
            pass
        self.port = event["port"]
        threading.Thread(target=self.drain, args=(self.process,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.port}"

    @staticmethod
    def drain(process):
        for _ in process.stdout:
            pass

    def end(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)
        self.process.wait()


class Script:
    """A script's server and browsers, from its arguments: [chromium|firefox] SPEECHMEMO LIBRARY SPEECH.wav.

    `with` ends them, and fails if a page had errors.
    """

    def __init__(self, scopes="read,write,transcribe", checks_faults=True):
        arguments = sys.argv[1:]
        self.kind = arguments.pop(0) if arguments[0] in ("chromium", "firefox") else "chromium"
        program, library, self.speech = arguments
        self.server = Server(program, library, scopes)
        self.checks_faults = checks_faults
        self.browsers = []

    def open(self):
        """Starts a browser."""
        self.browsers.append(Browser.kind(self.kind)(self.speech))
        return self.browsers[-1]

    def close(self, browser):
        self.browsers.remove(browser)
        browser.quit()

    def __enter__(self):
        return self

    def __exit__(self, error, *_):
        try:
            if not error:
                faults = [fault for browser in self.browsers for fault in browser.faults()]
                assert not faults or not self.checks_faults, faults
                print("done")
        finally:
            for browser in self.browsers:
                browser.quit()
            self.server.end()


def padded(speech, path, seconds):
    """Writes the audio followed by silence, which the library imports as a different memo."""
    with wave.open(speech) as file, wave.open(path, "w") as other:
        other.setparams(file.getparams())
        other.writeframes(file.readframes(file.getnframes()))
        frame = bytes(file.getnchannels() * file.getsampwidth())
        other.writeframes(frame * round(seconds * file.getframerate()))
    return path


def noise(path, number):
    """Writes a short audio file, a different one for each number."""
    with wave.open(path, "w") as file:
        file.setparams((1, 2, 16000, 0, "NONE", None))
        file.writeframes(random.Random(number).randbytes(3200))
    return path


class Browser:
    """A browser controlled through its driver. Subclasses start and end it."""

    @staticmethod
    def kind(name):
        """Returns the subclass with this name: `chromium` or `firefox`."""
        return getattr(importlib.import_module(name), name.capitalize())

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector, seconds=90):
        return self.until(lambda: self.all(selector), selector, seconds)[0]

    def click(self, selector):
        self.click_first(lambda: self.all(selector), selector)

    def click_button(self, text):
        self.click_first(
            lambda: self.driver.find_elements(By.XPATH, f"//button[contains(., '{text}')]"), f"'{text}'")

    def click_first(self, elements, what):
        # A click fails while the page replaces the element, or a notice covers it.
        self.until(lambda: elements()[0].click() is None, what)

    def press(self, keys):
        ActionChains(self.driver).send_keys(keys).perform()

    def edit_word(self, index=0):
        """Opens the editor of a word's segment, and returns its field."""
        def opened():
            if not self.all(".editor"):
                ActionChains(self.driver).double_click(self.all(".word")[index]).perform()
            return self.all(".editor textarea")
        return self.until(opened, "an editor")[0]

    def script(self, text, *arguments):
        return self.driver.execute_script(f"return {text}", *arguments)

    def asks_before_leaving(self):
        return self.script("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")

    def clock(self):
        """Returns the seconds that the running recording shows."""
        minutes, seconds = self.one(".recording .clock").text.split(":")
        return int(minutes) * 60 + int(seconds)

    def notices(self):
        return self.script("[...document.querySelectorAll('.notice')].map((notice) => notice.innerText)")

    def expect_notice(self, text, seconds=90):
        self.until(lambda: any(text in notice for notice in self.notices()), f"'{text}'", seconds)

    def words(self):
        return self.script(
            "[...document.querySelectorAll('.word')].map(w => [w.textContent, w.dataset.start])")

    def until(self, condition, what, seconds=90):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if result := condition():
                    return result
            except Exception:
                # The page may replace an element while it is read.
                pass
            time.sleep(0.05)
        raise AssertionError(f"timed out waiting for {what}")

    def quit(self):
        self.driver.quit()

    @staticmethod
    def kill_all(process):
        """Kills a process and its descendants."""
        children = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True)
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        for child in children.stdout.split():
            Browser.kill_all(int(child))
