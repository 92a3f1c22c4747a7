#!/usr/bin/env python3
"""Copies, shares, prints, and plays a memo, transcribes it with choices, and empties the trash.

usage: take.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import json, os, tempfile

from browser import Script, noise

script = Script()
server = script.server
server.start()
memo = server.memos()[0]["id"]
count = len(server.get(f"api/memos/{memo}/transcript")["segments"])
for _ in range(count - 1):
    server.edit(memo, "")
server.edit(memo, "The whole text of this memo.")
folder = tempfile.TemporaryDirectory()
others = [server.upload(f"Memo {number}", noise(os.path.join(folder.name, f"{number}.wav"), number))
          for number in range(3)]
browser = script.open()
LABELS = "[...document.querySelectorAll('dialog[open] label')]"


def choose(item):
    browser.click(".memo .bar button[aria-haspopup]")
    browser.one(".menu")
    browser.click_button(item)


def position():
    return browser.script("document.querySelector('audio').currentTime")


def session(expression):
    return browser.script(f"navigator.mediaSession.{expression}")


with script, folder:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 4, "four memos")
    browser.script("""(() => {
      window.actions = {};
      MediaSession.prototype.setActionHandler = (name, action) => { window.actions[name] = action; };
      const put = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true });
      put(navigator, "clipboard", { writeText: async (text) => { window.copied = text; } });
      put(navigator, "share", async (shared) => { window.shared = shared; });
      put(window, "print", () => { window.isPrinted = true; });
    })()""")
    browser.script(f"location.hash = '#/memo/{memo}'")
    browser.one(".word")
    title = browser.script("document.querySelector('.memo .title').value")

    # The text, also during an edit.
    browser.press("e")
    browser.one(".editor")
    choose("Copy transcript")
    browser.expect_notice("Copied")
    assert browser.script("window.copied") == "The whole text of this memo.", browser.script("window.copied")
    browser.click(".editor button:nth-of-type(2)")
    choose("Share transcript")
    browser.until(lambda: browser.script("window.shared") == {
        "title": title, "text": "The whole text of this memo."}, "the shared text")
    choose("Print")
    assert browser.script("window.isPrinted")
    if script.kind == "chromium":
        # Only the memo is on paper.
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        shown = {name: browser.one(name).is_displayed()
                 for name in (".memo .title", ".paragraph", ".library", ".top", ".player", ".record")}
        assert [name for name in shown if shown[name]] == [".memo .title", ".paragraph"], shown
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    # The system's controls play the memo, and its position is remembered.
    browser.click(".play")
    browser.until(lambda: session("playbackState") == "playing", "playback")
    assert session("metadata.title") == title
    browser.script("window.actions.seekto({ seekTime: 3 })")
    browser.until(lambda: 3 <= position() < 6, "the position")
    browser.script("window.actions.pause()")
    browser.until(lambda: session("playbackState") == "paused", "the pause")
    paused = position()
    browser.script("location.hash = '#/'")
    browser.until(lambda: browser.script("window.actions.play === null"), "the end of the controls")
    browser.script(f"location.hash = '#/memo/{memo}'")
    browser.one(".word")
    browser.driver.refresh()
    browser.one(".word")
    browser.until(lambda: abs(position() - paused) < 0.2, f"the position {paused}")
    assert browser.script("document.querySelector('audio').paused")

    # A new transcript asks how. Its choices are sent.
    choose("Transcribe again")
    dialog = browser.one("dialog[open]")
    assert "Replace your corrections?" in dialog.text, dialog.text
    options = browser.script(
        f"{LABELS}.map((label) => [label.firstChild.data, [...label.control.options].map(({{ text }}) => text)])")
    assert [name for name, _ in options] == ["Language", "Model", "Number of speakers"], options
    model = options[1][1][1]
    for text in ("English", model, "2"):
        browser.script(f"{LABELS}.forEach(({{ control }}) => [...control.options].filter((option) => "
                       "option.text === arguments[0]).forEach((option) => { option.selected = true; }))", text)
    browser.script("""(() => {
      const send = window.fetch;
      window.fetch = (path, options) => {
        if (options?.method === "POST") window.sent = [path, options.body];
        return send(path, options);
      };
    })()""")
    next(one for one in browser.all("dialog[open] .answers button") if one.text == "Transcribe again").click()
    browser.until(lambda: browser.script("window.sent"), "the request")
    path, body = browser.script("window.sent")
    assert path == f"api/memos/{memo}/transcription", path
    assert browser.script("JSON.parse(arguments[0])", body) == {
        "language": "en", "model": model, "speakers": "2"}, body

    # A memo without a transcript offers one.
    browser.script(f"location.hash = '#/memo/{others[0]}'")
    browser.until(lambda: "no transcript" in browser.one(".memo .progress").text, "the explanation")
    browser.click(".memo .progress button")
    assert "Number of speakers" in browser.one("dialog[open]").text
    browser.press("\ue00c")

    # The trash is emptied when confirmed.
    server.change("POST", "api/memos/trash", {"ids": others})
    browser.click_button("Trash")
    browser.until(lambda: len(browser.all(".row")) == 3, "the trash")
    for choice in ("Keep", "Permanently delete"):
        browser.click_button("Empty trash")
        assert "Permanently delete 3 memos?" in browser.one("dialog[open]").text
        next(one for one in browser.all("dialog[open] .answers button") if one.text == choice).click()
        browser.until(lambda: not browser.all("dialog[open]"), "the end of the question")
        if choice == "Keep":
            assert len(server.get("api/memos?place=trash")["memos"]) == 3
    browser.until(lambda: "The trash is empty" in browser.one(".message").text, "an empty trash")
    assert not server.get("api/memos?place=trash")["memos"]

    # A shared memo is printed, too.
    if script.kind == "chromium":
        with server.send("POST", f"api/memos/{memo}/links", b'{"expiresIn": 60}',
                         Content_Type="application/json") as response:
            link = json.load(response)["path"]
        browser.driver.get(f"{server.url}/{link.lstrip('/')}")
        browser.one(".word")
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert browser.one(".paragraph").is_displayed()
        assert not browser.one(".player").is_displayed()
