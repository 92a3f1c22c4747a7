#!/usr/bin/env python3
"""Opens a memo that cannot be loaded, changes elsewhere, has no words, or may only be read.

usage: states.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import glob, os, tempfile

from browser import Script, noise

script = Script(checks_faults=False)
server = script.server
guest = server.other("read")
server.start()
memo = server.memos()[0]["id"]
folder = tempfile.TemporaryDirectory()
other = server.upload("Another memo", noise(os.path.join(folder.name, "other.wav"), 0))
browser = script.open()
ESCAPE, ENTER, SPACE = "\ue00c", "\ue007", " "


def title():
    return browser.one(".memo .title")


def stored():
    return server.get(f"api/memos/{memo}")["title"]


def tags():
    return server.get(f"api/memos/{memo}")["tags"]


def is_playing():
    return browser.script("!document.querySelector('audio').paused")


def expect_text(text):
    browser.until(lambda: text in browser.one(".transcript").text, f"'{text}'")


def is_shown(selector):
    return any(one.is_displayed() for one in browser.all(selector))


def menu(selector):
    """Returns the items of a menu."""
    browser.click(selector)
    browser.one(".menu")
    items = [item.text for item in browser.all(".menu button")]
    browser.press(ESCAPE)
    return items


with script, folder:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 2, "two memos")
    browser.until(lambda: browser.script("navigator.serviceWorker.controller !== null"), "the service worker")

    # A memo that fails to load offers another attempt.
    server.end()
    browser.script(f"location.hash = '#/memo/{memo}'")
    browser.until(lambda: "cannot be reached" in browser.one(".memo [role=alert]").text, "the problem")
    server.start()
    browser.click_button("Try again")
    browser.one(".word")

    # It follows edits made elsewhere, except during an edit here.
    browser.script("document.querySelector('.memo').focus()")
    server.edit(memo, "Edited elsewhere.")
    expect_text("Edited elsewhere.")
    browser.edit_word()
    browser.one(".editor")
    server.edit(memo, "Edited elsewhere again.")
    server.change("PATCH", f"api/memos/{memo}", {"title": "Named elsewhere"})
    browser.until(lambda: title().get_attribute("value") == "Named elsewhere", "the new title")
    assert browser.all(".editor")
    browser.press(ESCAPE)
    expect_text("Edited elsewhere again.")

    # Space plays after a click on the waveform, and an edit or a recording pauses.
    browser.click(".track input")
    # From the start, so that it does not end first.
    browser.script("document.querySelector('audio').currentTime = 0")
    browser.press(SPACE)
    browser.until(is_playing, "playback")
    browser.press(SPACE)
    browser.until(lambda: not is_playing(), "the pause")
    browser.press(SPACE)
    browser.until(is_playing, "playback")
    browser.press("e")
    browser.one(".editor")
    assert not is_playing()
    browser.press(ESCAPE)
    browser.press(SPACE)
    browser.until(is_playing, "playback")
    browser.click(".record")
    browser.one(".recording")
    assert not is_playing()
    browser.until(lambda: browser.clock() >= 1, "a second")
    browser.click(".recording .primary")
    browser.until(lambda: not browser.all(".recording"), "the end of the recording")
    browser.until(lambda: len(server.memos()) == 3, "its memo")

    # Esc restores the title.
    title().click()
    title().send_keys(" and more", ESCAPE)
    browser.until(lambda: title().get_attribute("value") == "Named elsewhere", "the old title")
    assert browser.script("location.hash") == f"#/memo/{memo}"

    # Of two new titles, the second one asks.
    title().click()
    browser.script("arguments[0].select()", title())
    title().send_keys("Named here")
    assert stored() == "Named elsewhere"
    server.change("PATCH", f"api/memos/{memo}", {"title": "Named by another"})
    title().send_keys(ENTER)
    browser.expect_notice("renamed to “Named by another” while you were typing “Named here”")
    assert stored() == "Named by another"
    browser.click_button("Rename anyway")
    browser.until(lambda: stored() == "Named here", "the new title")

    # Text in the other direction does not move its neighbors.
    server.change("PATCH", f"api/memos/{memo}", {"title": "\u202eTitle", "tags": ["\u202eone", "two"]})
    row = f".row[data-id='{memo}']"
    browser.until(lambda: len(browser.all(f"{row} .facts bdi")) == 2, "both tags")
    first, second = browser.script(
        f"[...document.querySelectorAll(\"{row} .facts bdi\")].map((tag) => tag.getBoundingClientRect().left)")
    assert first < second
    browser.until(lambda: title().get_attribute("value") == "\u202eTitle", "the title")
    assert title().get_attribute("dir") == "auto"

    # The next tag can be typed while one is saved.
    field = browser.one(".memo .add-tag")
    field.send_keys("three", ENTER, "four")
    browser.until(lambda: "three" in tags(), "the first tag")
    browser.until(lambda: len(browser.all(".memo .tag")) == 3, "three tags")
    assert field.get_attribute("value") == "four"
    field.send_keys(ENTER)
    browser.until(lambda: "four" in tags(), "the second tag")

    # A memo without words has only its audio to export.
    count = len(server.get(f"api/memos/{memo}/transcript")["segments"])
    for _ in range(count):
        server.edit(memo, "")
    browser.until(lambda: "No speech was found" in browser.one(".memo .progress").text, "the explanation")
    items = menu(".memo .bar button[aria-haspopup]")
    assert items == ["Export: Audio", "History", "Transcribe again", "Move to trash"], items
    versions = f"api/memos/{memo}/versions"
    current = next(one["version"] for one in server.get(versions)["versions"] if one["isCurrent"])
    server.change("POST", f"{versions}/1/restore", {"current": current})
    browser.one(".word")

    # A failed transcription hides the server's paths.
    for path in glob.glob(os.path.join(server.library, "audio", f"{other}.*")):
        os.remove(path)
    server.change("POST", f"api/memos/{other}/transcription", {})
    browser.script(f"location.hash = '#/memo/{other}'")
    browser.until(lambda: "Transcription failed: " in browser.one(".memo .progress").text, "the failure")
    assert "is missing" in browser.one(".memo .progress").text
    assert server.library not in browser.one(".memo").text, browser.one(".memo").text
    job = server.get(f"api/memos/{other}/transcription")["job"]["id"]
    browser.click_button("Try again")
    browser.until(lambda: server.get(f"api/memos/{other}/transcription")["job"]["id"] != job, "another attempt")

    # Signing out with a file that is not uploaded asks.
    server.end()
    browser.one("input[type=file]").send_keys(noise(os.path.join(folder.name, "Late.wav"), 1))
    browser.one(".waiting:not([hidden])")
    browser.click(".top button[aria-haspopup]")
    browser.click_button("Sign out")
    question = browser.one("dialog[open]").text
    assert "1 upload will stay on this device" in question, question
    browser.press(ESCAPE)
    server.start()
    browser.until(lambda: any(one["title"] == "Late" for one in server.memos()), "the file")
    browser.until(lambda: not browser.all("#uploads li"), "the end of the upload")

    # A token that may only read is not offered changes.
    actions = ".record, .row input, .memo .add-tag, button[aria-label='Import files'], .memo button[aria-pressed]"
    browser.one(".row input")
    assert all(is_shown(action) for action in actions.split(", "))
    assert "Transcribe again" in menu(".memo .bar button[aria-haspopup]")
    browser.driver.get("about:blank")
    browser.driver.get(f"{server.url}/#token={guest.token}")
    browser.until(lambda: len(browser.all(".row")) == 4, "the memos")
    browser.script(f"location.hash = '#/memo/{memo}'")
    browser.until(lambda: title().get_attribute("value") == "\u202eTitle", "the memo")
    assert not [action for action in actions.split(", ") if is_shown(action)]
    assert browser.script("arguments[0].readOnly", title())
    items = [item for item in menu(".memo .bar button[aria-haspopup]") if "Export: " not in item]
    # Some browsers can also share.
    assert [item for item in items if item != "Share transcript"] == ["Copy transcript", "Print", "History"], items
    browser.press("r")
    browser.expect_notice("only allows reading")
