#!/usr/bin/env python3
"""Opens a memo that cannot be loaded, changes elsewhere, has no words, or may only be read.

usage: states.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import glob, os, sys, tempfile

from browser import Browser, Server, noise

kind, program, library, speech = sys.argv[1:]
server = Server(program, library)
guest = Server(program, library, "read")
server.start()
memo = server.memos()[0]["id"]
folder = tempfile.TemporaryDirectory()
other = server.upload("Another memo", noise(os.path.join(folder.name, "other.wav"), 0))
browser = Browser.kind(kind)(speech)
ESCAPE, ENTER, SPACE = "\ue00c", "\ue007", " "


def title():
    return browser.one(".memo .title")


def stored():
    return next(one["title"] for one in server.memos() if one["id"] == memo)


def is_playing():
    return browser.script("!document.querySelector('audio').paused")


def expect_text(text):
    browser.until(lambda: text in browser.one(".transcript").text, f"'{text}'", 10)


def is_shown(selector):
    return any(one.is_displayed() for one in browser.all(selector))


def menu(selector):
    """Returns the items of a menu."""
    browser.click(selector)
    browser.one(".menu")
    items = [item.text for item in browser.all(".menu button")]
    browser.press(ESCAPE)
    return items


try:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 2, "two memos")
    browser.until(lambda: browser.script("navigator.serviceWorker.controller !== null"), "the service worker")

    # A memo that fails to load offers another attempt.
    server.end()
    browser.script(f"location.hash = '#/memo/{memo}'")
    browser.until(lambda: "cannot be reached" in browser.one(".memo [role=alert]").text, "the problem", 20)
    server.start()
    browser.button("Try again").click()
    browser.one(".word")

    # It follows edits made elsewhere, except during an edit here.
    browser.script("document.querySelector('.memo').focus()")
    server.edit(memo, "Edited elsewhere.")
    expect_text("Edited elsewhere.")
    browser.double_click(browser.all(".word")[0])
    browser.one(".editor")
    server.edit(memo, "Edited elsewhere again.")
    server.change("PATCH", f"api/memos/{memo}", {"title": "Named elsewhere"})
    browser.until(lambda: title().get_attribute("value") == "Named elsewhere", "the new title", 10)
    assert browser.all(".editor")
    browser.press(ESCAPE)
    expect_text("Edited elsewhere again.")

    # Space plays after a click on the waveform, and an edit or a recording pauses.
    browser.click(".track input")
    browser.press(SPACE)
    browser.until(is_playing, "playback", 10)
    browser.press(SPACE)
    browser.until(lambda: not is_playing(), "the pause", 10)
    browser.press(SPACE)
    browser.until(is_playing, "playback", 10)
    browser.press("e")
    browser.one(".editor")
    assert not is_playing()
    browser.press(ESCAPE)
    browser.press(SPACE)
    browser.until(is_playing, "playback", 10)
    browser.click(".record")
    browser.one(".recording")
    assert not is_playing()
    browser.click(".recording .primary")
    browser.until(lambda: not browser.all(".recording"), "the end of the recording", 20)
    browser.until(lambda: len(server.memos()) == 3, "its memo")

    # Esc restores the title.
    title().click()
    title().send_keys(" and more", ESCAPE)
    browser.until(lambda: title().get_attribute("value") == "Named elsewhere", "the old title", 10)
    assert browser.script("location.hash") == f"#/memo/{memo}"

    # Of two new titles, the second one asks.
    title().click()
    browser.script("arguments[0].select()", title())
    title().send_keys("Named here")
    assert stored() == "Named elsewhere"
    server.change("PATCH", f"api/memos/{memo}", {"title": "Named by another"})
    title().send_keys(ENTER)
    browser.expect_notice("renamed to “Named by another” while you were typing “Named here”", 10)
    assert stored() == "Named by another"
    browser.button("Rename anyway").click()
    browser.until(lambda: stored() == "Named here", "the new title", 10)

    # Text in the other direction does not move its neighbors.
    server.change("PATCH", f"api/memos/{memo}", {"title": "\u202eTitle", "tags": ["\u202eone", "two"]})
    row = f".row[data-id='{memo}']"
    browser.until(lambda: len(browser.all(f"{row} .facts bdi")) == 2, "both tags", 10)
    first, second = browser.script(
        f"[...document.querySelectorAll(\"{row} .facts bdi\")].map((tag) => tag.getBoundingClientRect().left)")
    assert first < second
    browser.until(lambda: title().get_attribute("value") == "\u202eTitle", "the title", 10)
    assert title().get_attribute("dir") == "auto"

    # A memo without words.
    count = len(server.get(f"api/memos/{memo}/transcription")["segments"])
    for _ in range(count):
        server.edit(memo, "")
    browser.until(lambda: "No speech was found" in browser.one(".memo .progress").text, "the explanation", 10)

    # A failed transcription hides the server's paths.
    for path in glob.glob(os.path.join(library, "audio", f"{other}.*")):
        os.remove(path)
    server.change("POST", f"api/memos/{other}/transcription", {})
    browser.script(f"location.hash = '#/memo/{other}'")
    browser.until(lambda: "Transcription failed: " in browser.one(".memo .progress").text, "the failure", 60)
    assert "is missing" in browser.one(".memo .progress").text
    assert library not in browser.one(".memo").text, browser.one(".memo").text
    job = server.get(f"api/memos/{other}/job")["job"]["id"]
    browser.button("Try again").click()
    browser.until(lambda: server.get(f"api/memos/{other}/job")["job"]["id"] != job, "another attempt", 60)

    # Signing out with a file that is not uploaded asks.
    server.end()
    browser.one("input[type=file]").send_keys(noise(os.path.join(folder.name, "Late.wav"), 1))
    browser.one(".waiting:not([hidden])")
    browser.click(".top button[aria-haspopup]")
    browser.button("Sign out").click()
    question = browser.one("dialog[open]", 10).text
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
    browser.until(lambda: title().get_attribute("value") == "\u202eTitle", "the memo", 10)
    assert not [action for action in actions.split(", ") if is_shown(action)]
    assert browser.script("arguments[0].readOnly", title())
    assert all("Export" in item for item in menu(".memo .bar button[aria-haspopup]"))
    browser.press("r")
    browser.expect_notice("only allows reading")
    print("done")
finally:
    browser.quit()
    server.end()
    folder.cleanup()
