#!/usr/bin/env python3
"""Uses the actions that replace or delete something. Each must ask first, and apply to the right memos.

usage: lose.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import os, tempfile

from browser import Script, noise

script = Script()
server = script.server
server.start()
memo = server.memos()[0]["id"]
server.edit(memo, "A corrected text.")
with tempfile.TemporaryDirectory() as folder:
    for number in range(3):
        server.upload(f"Memo {number}", noise(os.path.join(folder, f"{number}.wav"), number))
browser = script.open()


# In one script each: the page replaces rows whose memos change.
ROWS = "[...document.querySelectorAll('.row')]"
NAME = "row.querySelector('.name').textContent"


def titles():
    return browser.script(f"{ROWS}.map((row) => {NAME})")


def part(title, selector):
    """Returns an element of a memo's row."""
    return browser.script(
        f"{ROWS}.find((row) => {NAME} === arguments[0]).querySelector(arguments[1])", title, selector)


def click(title, selector):
    browser.click_first(lambda: [part(title, selector)], f"the row of '{title}'")


def check(title):
    click(title, "input")


def answer(question, text):
    """Expects a question, and answers it."""
    asked = browser.one("dialog[open]")
    assert question in asked.text, asked.text
    next(one for one in browser.all("dialog[open] .answers button") if one.text == text).click()
    browser.until(lambda: not browser.all("dialog[open]"), "the end of the question")


def job():
    return server.get(f"api/memos/{memo}/transcription").get("job")


def expect_focused_row():
    browser.until(
        lambda: browser.script("document.activeElement.closest('.row') !== null"), "the focus on a row")


def delete(title):
    """Presses Delete in a memo's row."""
    browser.script(f"{ROWS}.find((row) => {NAME} === arguments[0]).querySelector('a').focus()", title)
    browser.press("\ue017")


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 4, "four memos")
    original = next(title for title in titles() if not title.startswith("Memo "))

    # Cancel removes the check marks.
    check("Memo 0")
    check("Memo 1")
    assert "2 selected" in browser.one(".bulk").text
    browser.click_button("Cancel")
    browser.until(lambda: not browser.one(".bulk").is_displayed(), "the end of the selection")
    browser.until(lambda: not browser.all(".row input:checked"), "no check marks")

    # Transcribing a corrected memo again asks, in the list and in the memo.
    check(original)
    browser.click_button("Transcribe again")
    answer("Replace your corrections?", "Cancel")
    assert "1 selected" in browser.one(".bulk").text
    browser.click_button("Cancel")
    click(original, "a")
    browser.one(".word")
    for choice in ("Cancel", "Transcribe again"):
        assert job() is None
        browser.click(".memo .bar button[aria-haspopup]")
        browser.click_button("Transcribe again")
        answer("The history keeps the old version", choice)
    browser.until(job, "the transcription")

    # Delete applies to the focused memo, and the next one gets the focus. The open memo stays.
    delete("Memo 1")
    browser.until(lambda: sorted(titles()) == sorted([original, "Memo 0", "Memo 2"]), "'Memo 1' to disappear")
    expect_focused_row()
    assert memo in browser.script("location.hash") and browser.all("article.memo")
    delete("Memo 2")
    browser.until(lambda: sorted(titles()) == sorted([original, "Memo 0"]), "'Memo 2' to disappear")
    expect_focused_row()

    # A tag is added to the memo as it is now, not as the list shows it.
    browser.script("""(() => {
      window.sendNow = window.fetch;
      window.fetch = (path, options) => path.startsWith("api/memos?")
        ? Promise.reject(new TypeError()) : window.sendNow.call(window, path, options);
    })()""")
    zero = next(one["id"] for one in server.memos() if one["title"] == "Memo 0")
    server.change("PATCH", f"api/memos/{zero}", {"tags": ["elsewhere"]})
    check("Memo 0")
    browser.click_button("Add a tag")
    browser.one(".bulk .add-tag").send_keys("here", "\ue007")
    browser.until(lambda: server.get(f"api/memos/{zero}")["tags"] == ["elsewhere", "here"], "both tags")
    browser.script("(() => { window.fetch = window.sendNow; })()")

    # An open memo that is trashed with others closes.
    browser.driver.refresh()
    click("Memo 0", "a")
    browser.until(lambda: zero in browser.script("location.hash"), "the memo")
    check("Memo 0")
    browser.click(".bulk button:nth-of-type(3)")
    browser.until(lambda: browser.script("location.hash") == "#/", "the memo to close")
    browser.click_button("Undo")
    browser.until(lambda: "Memo 0" in titles(), "the memo to return")

    # Deleting permanently asks, and removes the text that was typed.
    first = next(one["id"] for one in server.get("api/memos?place=trash")["memos"] if one["title"] == "Memo 1")
    browser.script(f"localStorage.setItem('unsaved {first} 0', '{{}}')")
    browser.click_button("Trash")
    browser.until(lambda: sorted(titles()) == ["Memo 1", "Memo 2"], "the trash")
    for choice in ("Keep", "Permanently delete"):
        assert len(server.get("api/memos?place=trash")["memos"]) == 2
        check("Memo 1")
        browser.until(lambda: "1 selected" in browser.one(".bulk").text, "the selection")
        browser.click_button("Permanently delete")
        answer("can’t be recovered", choice)
        if choice == "Keep":
            browser.until(lambda: browser.all(".row input:checked"), "the selection to stay")
            check("Memo 1")
    browser.until(lambda: titles() == ["Memo 2"], "one memo in the trash")
    assert browser.script(f"localStorage.getItem('unsaved {first} 0')") is None
    delete("Memo 2")
    answer("can’t be recovered", "Permanently delete")
    browser.until(lambda: not titles(), "an empty trash")
