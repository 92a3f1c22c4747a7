"""A headless Chromium with recorded speech as its microphone."""

import shutil, subprocess

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from browser import Browser


class Chromium(Browser):
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

    def download_to(self, folder):
        self.driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})

    def faults(self):
        """Returns the errors in the page's console."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and "Failed to load resource" not in entry["message"]]

    def kill(self):
        """Kills the browser, as a phone does that is out of memory."""
        driver = self.driver.service.process.pid
        children = subprocess.run(["pgrep", "-P", str(driver)], capture_output=True, text=True)
        for process in children.stdout.split():
            self.kill_all(int(process))
        self.driver.service.stop()
