#!/usr/bin/env python3
"""Finds memos and places in them: while typing, past the first page of results, and by a link to a time.

usage: find.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import os, tempfile

from browser import Script, noise

script = Script()
server = script.server
server.start()
memo = server.memos()[0]["id"]
server.edit(memo, " ".join(
    "A harbor is a place for boats." if number % 25 == 7 else "Words follow words on and on."
    for number in range(300)))
with tempfile.TemporaryDirectory() as folder:
    for number in range(60):
        server.upload(f"Harbormaster {number:02}", noise(os.path.join(folder, f"{number}.wav"), number))
browser = script.open()


def expect_chosen(text):
    browser.until(lambda: browser.all(".chip.on")[0].text == text, f"the filter '{text}'")


def search(text):
    # At once: results for a part of the text would be replaced while they are read.
    browser.script(
        "(field => { field.value = arguments[0]; field.dispatchEvent(new Event('input')); })"
        "(document.querySelector('#search'))", text)


def expect_middle(start):
    """Expects the word at a time to be highlighted, and near the middle of the window."""
    spoken = "document.querySelector('.word.spoken')"
    browser.until(
        lambda: abs(browser.script(f"Number({spoken}.dataset.start)") - start) < 0.05, f"the word at {start}")
    browser.until(
        lambda: 0.3 < browser.script(
            f"({spoken}.getBoundingClientRect().top - {spoken}.closest('.place').getBoundingClientRect().top)"
            f" / {spoken}.closest('.place').clientHeight") < 0.7,
        "the word in the middle")
    assert browser.script("document.querySelector('audio').paused"), "it plays"


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    expect_chosen("All memos 61")
    browser.click_button("Favorites")
    expect_chosen("Favorites 0")
    browser.click_button("All memos")
    expect_chosen("All memos 61")

    # The last word is found before it is complete.
    search("harb")
    browser.until(lambda: len(browser.all(".hit")) == 50, "the first results")
    assert browser.one(".message").text == "61 memos found"
    expect_chosen("All memos 61")

    # Scrolling loads the others.
    def scrolled():
        browser.script("document.querySelector('.scroller').scrollTo(0, 1e6)")
        return len(browser.all(".hit")) == 61
    browser.until(scrolled, "all results")
    assert len({hit.get_attribute("data-id") for hit in browser.all(".hit")}) == 61

    # All places in one memo.
    search("harbor boats")
    browser.until(lambda: browser.one(".message").text == "1 memo found", "one memo")
    count = int(browser.one(".hit .facts").text.split(" · ")[1].split()[0])
    assert count > 3 and len(browser.all(".hit .place")) == 3
    browser.click_button(f"Show {count - 3} more match")
    browser.until(lambda: len(browser.all(".hit .place")) == count, "all places")

    # A place and a link to a time show the word, without playing it.
    last = browser.all(".hit .place")[-1]
    start = float(last.get_attribute("href").split("t=")[1])
    browser.script("arguments[0].click()", last)
    expect_middle(start)
    browser.driver.get("about:blank")
    browser.driver.get(f"{server.url}/#/memo/{memo}?t={start}")
    expect_middle(start)
