#!/usr/bin/env python3
"""Another app shares a file with the page, while the server runs and while it doesn't. Each file must become
a memo.

usage: share.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav
"""

import os, tempfile, urllib.parse

from browser import Script, padded

script = Script()
server = script.server
server.start()
browser = script.open()
folder = tempfile.TemporaryDirectory()


def share(title, seconds):
    # Posts a form to the manifest's share target, as a phone does.
    manifest = browser.driver.execute_async_script(
        "fetch('manifest.webmanifest').then((r) => r.json()).then(arguments[0])")
    target = manifest["share_target"]
    address = urllib.parse.urljoin(f"{server.url}/", target["action"])
    # From an address that isn't a page, because the pages' policy forbids forms.
    browser.driver.get(f"{server.url}/health")
    browser.driver.execute_script("""
      const form = document.createElement("form");
      const [action, { method, enctype, params }, title] = arguments;
      Object.assign(form, { action, method, enctype });
      for (const [type, name, value] of
        [["text", params.title, title], ["file", params.files[0].name, ""], ["submit", "", ""]]) {
        form.append(Object.assign(document.createElement("input"), { type, name, value }));
      }
      document.body.append(form);
    """, address, target, title)
    file = padded(script.speech, os.path.join(folder.name, f"{title}.wav"), seconds)
    browser.one("input[type=file]").send_keys(file)
    if title == "Without":
        server.end()
    browser.click("input[type=submit]")
    browser.one(".top")
    assert browser.driver.current_url == f"{server.url}/", browser.driver.current_url


def shared(title):
    return [memo for memo in server.memos() if memo["title"] == title]


with script, folder:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    browser.until(lambda: browser.script("navigator.serviceWorker.controller !== null"),
                  "the service worker")
    seconds = browser.until(lambda: server.memos(), "a memo")[0]["duration"]
    share("With", 1)
    browser.expect_notice("“With” is in the library")
    assert abs(shared("With")[0]["duration"] - seconds - 1) < 0.1, shared("With")
    browser.until(lambda: len(browser.all(".row")) == 2, "the shared file in the list")

    # Without the server, the browser keeps the file and uploads it later.
    share("Without", 2)
    browser.expect_notice("No connection to the server")
    browser.until(lambda: "1 recording not uploaded yet" in browser.one(".waiting").text, "the pending upload")
    server.start()
    browser.expect_notice("“Without” is in the library")
    assert len(shared("With")) == len(shared("Without")) == 1
    browser.until(lambda: not browser.one(".waiting").is_displayed(), "the uploads to finish")
