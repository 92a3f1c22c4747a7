#!/usr/bin/env python3
"""Two browsers change the same sentence: the second one is told, sees both, and says which one stays.

usage: conflict.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import sys

from browser import Browser, Server

kind, program, library, speech = sys.argv[1:]
server = Server(program, library)
server.start()
browsers = []
memo = server.memos()[0]


def text():
    return server.get(f"api/memos/{memo['id']}/transcription")["segments"][0]["text"].strip()


def edit(browser, new):
    """Writes another sentence into the editor, and leaves it open."""
    if not browser.all(".editor"):
        browser.double_click(browser.all(".word")[0])
    field = browser.one(".editor textarea")
    field.clear()
    field.send_keys(new)


def conflict(browser):
    """What the two answers are that the browser offers."""
    browser.one("dialog[open] .answers")
    assert "Someone else changed this segment" in browser.one("dialog[open]").text
    return [button.text for button in browser.all("dialog[open] .answers button")]


def shows(browser, sentence):
    browser.until(lambda: sentence in browser.one(".transcript").text, f"'{sentence}'")


try:
    for _ in range(2):
        browser = Browser.kind(kind)(speech)
        browsers.append(browser)
        browser.driver.get(f"{server.url}/#token={server.token}")
        browser.click(".row a")
        browser.one(".word")
    first, second = browsers
    edit(first, "The first has written.")
    edit(second, "The second has written.")
    first.click(".editor .primary")
    shows(first, "The first has written.")
    assert text() == "The first has written."

    # Told, with both; who does not say keeps both: theirs there, and mine where it was typed.
    second.click(".editor .primary")
    assert conflict(second) == [
        "Keep mine: The second has written.", "Keep theirs: The first has written."]
    second.press("\ue00c")
    second.told("Not saved")
    assert text() == "The first has written."
    assert second.one(".editor textarea").get_attribute("value") == "The second has written."

    # Mine: the other browser sees it.
    second.click(".editor .primary")
    conflict(second)
    second.labelled("Keep mine:").click()
    shows(second, "The second has written.")
    second.until(lambda: text() == "The second has written.", "mine on the server")

    # Theirs: mine goes.
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
    first.labelled("Keep theirs:").click()
    shows(first, "The second has changed its mind.")
    assert text() == "The second has changed its mind."
    faults = first.faults() + second.faults()
    assert not faults, faults
    print("done")
finally:
    for browser in browsers:
        browser.quit()
    server.end()
