#!/usr/bin/env python3
"""Uses the actions that replace or delete something. Each must ask first, and apply to the right memos.

usage: lose.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import os, sys, tempfile

from browser import Browser, Server, noise

kind, program, library, speech = sys.argv[1:]
server = Server(program, library)
server.start()
memo = server.memos()[0]["id"]
server.edit(memo, "A corrected text.")
with tempfile.TemporaryDirectory() as folder:
    for number in range(3):
        server.upload(f"Memo {number}", noise(os.path.join(folder, f"{number}.wav"), number))
browser = Browser.kind(kind)(speech)


def titles():
    return [name.text for name in browser.all(".row .name")]


def part(title, selector):
    """Returns an element of a memo's row."""
    return browser.all(f".row {selector}")[titles().index(title)]


def check(title):
    part(title, "input").click()


def answer(question, text):
    """Expects a question, and answers it."""
    asked = browser.one("dialog[open]", 10)
    assert question in asked.text, asked.text
    next(one for one in browser.all("dialog[open] .answers button") if one.text == text).click()
    browser.until(lambda: not browser.all("dialog[open]"), "the end of the question", 10)


def job():
    return server.get(f"api/memos/{memo}/job").get("job")


def focus(title):
    browser.script("arguments[0].focus()", part(title, "a"))


try:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 4, "four memos")
    original = next(title for title in titles() if not title.startswith("Memo "))

    # Cancel removes the check marks.
    check("Memo 0")
    check("Memo 1")
    assert "2 selected" in browser.one(".bulk").text
    browser.button("Cancel").click()
    browser.until(lambda: not browser.one(".bulk").is_displayed(), "the end of the selection", 10)
    browser.until(lambda: not browser.all(".row input:checked"), "no check marks", 10)

    # Transcribing a corrected memo again asks, in the list and in the memo.
    check(original)
    browser.button("Transcribe again").click()
    answer("Replace your corrections?", "Cancel")
    assert "1 selected" in browser.one(".bulk").text
    browser.button("Cancel").click()
    part(original, "a").click()
    browser.one(".word")
    for choice in ("Cancel", "Transcribe again"):
        assert job() is None
        browser.click(".memo .bar button[aria-haspopup]")
        browser.button("Transcribe again").click()
        answer("speechmemo history", choice)
    browser.until(job, "the transcription")

    # Delete applies to the focused memo, and the next one gets the focus. The open memo stays.
    focus("Memo 1")
    browser.press("\ue017")
    browser.until(lambda: sorted(titles()) == sorted([original, "Memo 0", "Memo 2"]), "'Memo 1' to disappear", 10)
    browser.until(lambda: browser.script("document.activeElement.closest('.row') !== null"), "the next memo", 10)
    assert memo in browser.script("location.hash") and browser.all("article.memo")
    focus("Memo 2")
    browser.press("\ue017")
    browser.until(lambda: sorted(titles()) == sorted([original, "Memo 0"]), "'Memo 2' to disappear", 10)

    # Deleting permanently asks.
    browser.button("Trash").click()
    browser.until(lambda: sorted(titles()) == ["Memo 1", "Memo 2"], "the trash", 10)
    for choice in ("Keep", "Permanently delete"):
        assert len(server.get("api/memos?place=trash")["memos"]) == 2
        check("Memo 1")
        browser.until(lambda: "1 selected" in browser.one(".bulk").text, "the selection", 10)
        browser.button("Permanently delete").click()
        answer("can’t be recovered", choice)
        if choice == "Keep":
            browser.until(lambda: browser.all(".row input:checked"), "the selection to stay", 10)
            check("Memo 1")
    browser.until(lambda: titles() == ["Memo 2"], "one memo in the trash", 10)
    focus("Memo 2")
    browser.press("\ue017")
    answer("can’t be recovered", "Permanently delete")
    browser.until(lambda: not titles(), "an empty trash", 10)
    faults = browser.faults()
    assert not faults, faults
    print("done")
finally:
    browser.quit()
    server.end()
