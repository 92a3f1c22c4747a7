#!/usr/bin/env python3
"""Two browsers edit the same segment. The second one gets a conflict and chooses the version to keep.

usage: conflict.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo with a transcript.
"""

from browser import Script

script = Script()
server = script.server
server.start()
memo = server.memos()[0]


def text():
    return server.get(f"api/memos/{memo['id']}/transcript")["segments"][0]["text"].strip()


def edit(browser, new):
    """Types a new text into the editor and leaves it open."""
    if not browser.all(".editor"):
        browser.edit_word()
    field = browser.one(".editor textarea")
    field.clear()
    field.send_keys(new)


def conflict(browser):
    """Returns the two choices of the conflict dialog."""
    browser.one("dialog[open] .answers")
    assert "Someone else changed this segment" in browser.one("dialog[open]").text
    return [button.text for button in browser.all("dialog[open] .answers button")]


def shows(browser, sentence):
    browser.until(lambda: sentence in browser.one(".transcript").text, f"'{sentence}'")


with script:
    first, second = script.open(), script.open()
    for browser in (first, second):
        browser.driver.get(f"{server.url}/#token={server.token}")
        browser.click(".row a")
        browser.one(".word")
    edit(first, "The first has written.")
    edit(second, "The second has written.")
    first.click(".editor .primary")
    shows(first, "The first has written.")
    assert text() == "The first has written."

    # Esc keeps their version on the server and mine in the editor.
    second.click(".editor .primary")
    assert conflict(second) == [
        "Keep mine: The second has written.", "Keep theirs: The first has written."]
    second.press("\ue00c")
    second.expect_notice("Not saved")
    assert text() == "The first has written."
    assert second.one(".editor textarea").get_attribute("value") == "The second has written."

    # Keep mine.
    second.click(".editor .primary")
    conflict(second)
    second.click_button("Keep mine:")
    shows(second, "The second has written.")
    second.until(lambda: text() == "The second has written.", "the second version on the server")

    # Keep theirs.
    second.driver.refresh()
    second.one(".word")
    first.driver.refresh()
    first.one(".word")
    edit(second, "The second has changed its mind.")
    edit(first, "The first insists.")
    second.click(".editor .primary")
    shows(second, "The second has changed its mind.")
    first.click(".editor .primary")
    conflict(first)
    first.click_button("Keep theirs:")
    shows(first, "The second has changed its mind.")
    assert text() == "The second has changed its mind."
