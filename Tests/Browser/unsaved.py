#!/usr/bin/env python3
"""Leaves the page, or a memo, with a text that is not saved and a file that is not uploaded. Both must stay.

usage: unsaved.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import os, tempfile

from browser import Script, noise

script = Script(checks_faults=False)
server = script.server
server.start()
memo = server.memos()[0]["id"]
folder = tempfile.TemporaryDirectory()
other = server.upload("Another memo", noise(os.path.join(folder.name, "other.wav"), 0))
browser = script.open()


def open_memo(id):
    browser.script(f"location.hash = '#/memo/{id}'")
    title = next(one["title"] for one in server.memos() if one["id"] == id)
    browser.until(lambda: browser.one(".memo .title").get_attribute("value") == title, title)


def field():
    return browser.one(".editor textarea")


def expect_text(text):
    browser.until(lambda: field().get_attribute("value") == text, f"'{text}' in the editor")


def stored():
    return server.get(f"api/memos/{memo}/transcript")["segments"][0]["text"].strip()


def named(title):
    return [one for one in server.memos() if one["title"] == title]


def choose(*names):
    browser.one("input[type=file]").send_keys("\n".join(os.path.join(folder.name, name) for name in names))


with script, folder:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 2, "two memos")

    # A typed text stays when another memo opens, and when the page reloads.
    open_memo(memo)
    browser.one(".word")
    assert not browser.asks_before_leaving()
    browser.edit_word()
    field().clear()
    field().send_keys("Typed, not saved.")
    assert browser.asks_before_leaving()
    open_memo(other)
    browser.expect_notice("The text that you didn’t save is kept")
    open_memo(memo)
    expect_text("Typed, not saved.")
    browser.driver.refresh()
    expect_text("Typed, not saved.")
    assert "Unsaved text" in browser.one(".editor").text
    browser.click(".editor .primary")
    browser.until(lambda: stored() == "Typed, not saved.", "the saved text")
    browser.until(lambda: not browser.all(".editor"), "the end of the edit")
    assert not browser.asks_before_leaving()

    # A canceled edit does not come back.
    browser.edit_word()
    field().send_keys(" More.")
    browser.press("\ue00c")
    browser.until(lambda: not browser.all(".editor"), "the end of the edit")
    browser.driver.refresh()
    browser.one(".word")
    assert not browser.all(".editor")

    # A chosen file is uploaded after a reload, with its date.
    noise(os.path.join(folder.name, "Chosen.wav"), 1)
    os.utime(os.path.join(folder.name, "Chosen.wav"), (1577934245, 1577934245))
    server.end()
    choose("Chosen.wav")
    browser.one("#uploads progress")
    assert browser.asks_before_leaving()
    browser.one(".waiting:not([hidden])")
    browser.driver.get("about:blank")
    server.start()
    browser.driver.get(server.url)
    browser.until(lambda: named("Chosen"), "the chosen file")
    assert named("Chosen")[0]["date"].startswith("2020-01-02T03:04:05"), named("Chosen")
    browser.until(lambda: not browser.all("#uploads li"), "the end of the upload")
    assert not browser.asks_before_leaving()

    # Browsers don't have this function over plain HTTP.
    browser.script("delete Crypto.prototype.randomUUID")

    # An error stays among many successes, until it is dismissed.
    with open(os.path.join(folder.name, "Broken.wav"), "w") as file:
        file.write("no audio")
    choose("Broken.wav")
    browser.expect_notice("Broken.wav: ")
    names = [f"Good {number}.wav" for number in range(5)]
    for number, name in enumerate(names):
        noise(os.path.join(folder.name, name), 10 + number)
    choose(*names)
    browser.until(lambda: all(named(name[:-4]) for name in names), "the other files")
    browser.until(lambda: not browser.all("#uploads li"), "the end of the uploads")
    assert any("Broken.wav: " in notice for notice in browser.notices()), browser.notices()
    browser.click(".notice.kept button")
    browser.until(lambda: not any("Broken.wav" in notice for notice in browser.notices()), "the dismissal")

    browser.driver.refresh()
    browser.one(".row")

    # A recording is discarded when the user has confirmed, and continues until then.
    known = {one["id"] for one in server.memos()}
    browser.click(".record")
    browser.until(lambda: browser.clock() >= 1, "a second")
    for choice in ("Keep", "Discard"):
        before = browser.clock()
        browser.click_button("Discard")
        assert "can’t be recovered" in browser.one("dialog[open]").text
        browser.until(lambda: browser.clock() > before, "the recording to continue")
        next(one for one in browser.all("dialog[open] .answers button") if one.text == choice).click()
        browser.until(lambda: not browser.all("dialog[open]"), "the end of the question")
    browser.until(lambda: not browser.all(".recording"), "the end of the recording")
    browser.driver.refresh()
    browser.one(".row")

    # A recording gets a title with its date, until its first words are known.
    browser.click(".record")
    browser.until(lambda: browser.clock() >= 1, "a second")
    browser.click(".recording .primary")
    browser.expect_notice("“Memo of 2")
    assert len({one["id"] for one in server.memos()} - known) == 1
