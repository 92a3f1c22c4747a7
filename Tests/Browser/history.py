#!/usr/bin/env python3
"""Lists the versions of a memo's text, shows one, and restores it, also while the text changes elsewhere.

usage: history.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

from browser import Script

script = Script()
server = script.server
guest = server.other("read")
server.start()
memo = server.memos()[0]["id"]
original = server.get(f"api/memos/{memo}/transcript")["segments"][0]["text"].strip()
server.edit(memo, "A first correction.")
server.edit(memo, "A second correction.")
browser = script.open()


def versions():
    return [item.text for item in browser.all(".versions li")]


def open_history(count):
    browser.click(".memo .bar button[aria-haspopup]")
    browser.click_button("History")
    browser.until(lambda: len(versions()) == count, f"{count} versions")


def click(index, text):
    next(one for one in browser.all(f".versions li:nth-child({index}) button") if one.text == text).click()


def buttons(text):
    return [one for one in browser.all(".versions button") if one.text == text]


def expect_text(text):
    browser.until(lambda: text in browser.one(".transcript").text, f"'{text}'")


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    browser.script(f"location.hash = '#/memo/{memo}'")
    expect_text("A second correction.")

    # The newest version is first, and the current one can't be restored.
    open_history(3)
    assert "Edited" in versions()[0] and "current" in versions()[0], versions()
    assert "Transcribed with" in versions()[2], versions()
    assert len(buttons("Show")) == 3 and len([one for one in buttons("Restore") if one.is_displayed()]) == 2
    click(3, "Show")
    browser.until(lambda: original in versions()[2], "the original text")

    # A change elsewhere comes first: nothing is restored.
    server.edit(memo, "A third correction.")
    click(3, "Restore")
    browser.until(lambda: browser.all(".notice.error"), "the refusal")
    expect_text("A third correction.")
    browser.press("\ue00c")
    browser.until(lambda: not browser.all("dialog[open]"), "the end of the dialog")

    # A restored version is the newest one.
    open_history(4)
    click(4, "Restore")
    browser.expect_notice("Version 1 restored")
    expect_text(original)
    assert server.get(f"api/memos/{memo}/transcript")["segments"][0]["text"].strip() == original
    open_history(5)
    assert "Restored from version 1" in versions()[0], versions()

    # A token that may only read sees the versions.
    browser.driver.get("about:blank")
    browser.driver.get(f"{server.url}/#token={guest.token}")
    browser.one(".row")
    browser.script(f"location.hash = '#/memo/{memo}'")
    expect_text(original)
    open_history(5)
    assert not [one for one in buttons("Restore") if one.is_displayed()]
