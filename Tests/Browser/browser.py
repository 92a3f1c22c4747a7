"""A headless browser with speech in the place of its microphone, and the server that it looks at."""

import json, os, shutil, signal, subprocess, threading, time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By


class Server:
    def __init__(self, program, library):
        self.program = program
        self.environment = {**os.environ, "SPEECHMEMO_HOME": library}
        self.port = 0
        added = self.run("tokens", "add", f"browser {time.time()}",
                         "--scope", "read,write,transcribe")
        self.token = added.strip()

    def run(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--rate-limit", "0", "--json"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # A transcript that was waited for may be told of first.
        while "port" not in (said := json.loads(self.process.stdout.readline())):
            pass
        self.port = said["port"]
        threading.Thread(target=self.drain, args=(self.process,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.port}"

    @staticmethod
    def drain(process):
        for _ in process.stdout:
            pass

    def end(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)
        self.process.wait()


class Browser:
    def __init__(self, speech, profile=None, is_dark=False, size="1280,860"):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for option in [
            "headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
            f"window-size={size}", "use-fake-ui-for-media-stream",
            "use-fake-device-for-media-stream", f"use-file-for-fake-audio-capture={speech}",
            "autoplay-policy=no-user-gesture-required",
        ]:
            options.add_argument(f"--{option}")
        if profile:
            options.add_argument(f"--user-data-dir={profile}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(
            options=options, service=Service(shutil.which("chromedriver")))
        if is_dark:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": "dark"}]})

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector, seconds=90):
        return self.until(lambda: self.all(selector), selector, seconds)[0]

    def click(self, selector):
        self.one(selector).click()

    def labelled(self, text):
        return self.until(
            lambda: self.driver.find_elements(By.XPATH, f"//button[contains(., '{text}')]"), text)[0]

    def press(self, keys):
        ActionChains(self.driver).send_keys(keys).perform()

    def double_click(self, element):
        ActionChains(self.driver).double_click(element).perform()

    def script(self, text):
        return self.driver.execute_script(f"return {text}")

    def words(self):
        return self.script(
            "[...document.querySelectorAll('.word')].map(w => [w.textContent, w.dataset.start])")

    def until(self, question, what, seconds=90):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if answer := question():
                    return answer
            except Exception:
                # What is looked at may be replaced just then.
                pass
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for: {what}")

    def faults(self):
        """What the page's scripts, or its policy, have complained of."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and "Failed to load resource" not in entry["message"]]

    def quit(self):
        self.driver.quit()

    def kill(self):
        """As a phone ends a page that it has no room for."""
        driver = self.driver.service.process.pid
        children = subprocess.run(["pgrep", "-P", str(driver)], capture_output=True, text=True)
        for process in children.stdout.split():
            subprocess.run(["pkill", "-KILL", "-P", process])
            os.kill(int(process), signal.SIGKILL)
        self.driver.service.stop()
