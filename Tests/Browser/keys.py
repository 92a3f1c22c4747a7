#!/usr/bin/env python3
"""Navigates the list, the search results, and a memo with keys only.

usage: keys.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, which contains 'sense'.
"""

import os, tempfile

from selenium.webdriver.common.keys import Keys

from browser import Script, padded

script = Script()
server = script.server
# Two more memos to navigate.
with tempfile.TemporaryDirectory() as folder:
    for number in (1, 2):
        server.run("import", padded(script.speech, os.path.join(folder, f"{number}.wav"), number))
server.start()
browser = script.open()


def focused(selector):
    """Returns the index of the focused element among those matching, or None."""
    return browser.driver.execute_script(
        "const all = [...document.querySelectorAll(arguments[0])];"
        "const index = all.indexOf(document.activeElement); return index < 0 ? null : index", selector)


def expect(selector, index):
    browser.until(lambda: focused(selector) == index, f"the focus on {selector} at {index}")


def hash():
    return browser.script("location.hash")


def titles():
    return browser.script("[...document.querySelectorAll('.row .name')].map((name) => name.textContent)")


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 3, "three memos")

    # From the search field down to the end of the list, and back.
    browser.press("/")
    expect("#search", 0)
    for index in (0, 1, 2, 2):
        browser.press(Keys.ARROW_DOWN)
        expect(".row a", index)
    for index in (1, 0):
        browser.press(Keys.ARROW_UP)
        expect(".row a", index)
    browser.press(Keys.ARROW_UP)
    expect("#search", 0)

    # The order chosen by keys survives a reload, and the focus stays.
    dates = titles()
    browser.script("document.querySelector('select.chip').focus()")
    browser.press("b")
    browser.until(lambda: titles() == sorted(dates, key=str.lower), "the order of titles")
    expect("select.chip", 0)
    browser.driver.refresh()
    browser.until(lambda: titles() == sorted(dates, key=str.lower), "the same order")
    browser.script("document.querySelector('select.chip').focus()")
    browser.press("n")
    browser.until(lambda: titles() == dates, "the newest memos first")
    browser.script("document.activeElement.blur()")
    browser.press("/")
    expect("#search", 0)

    # Search results: each memo's title and its matches.
    browser.press("sense")
    browser.until(lambda: len(browser.all(".hit .place")) == 3, "three matches")
    for index in range(6):
        browser.press(Keys.ARROW_DOWN)
        expect(".hit a", index)
    for index in (4, 3):
        browser.press(Keys.ARROW_UP)
        expect(".hit a", index)
    wanted = browser.all(".hit a")[3].get_attribute("href")
    browser.press(Keys.ENTER)
    browser.until(lambda: wanted.endswith(hash()) and hash(), "the focused match")
    browser.one(".word")
    start = float(wanted.split("t=")[1])
    browser.until(
        lambda: abs(browser.script("document.querySelector('audio').currentTime") - start) < 0.5,
        f"playback at {start}")

    # Enter in the search field opens the first match, even right after typing.
    browser.press(Keys.ESCAPE)
    browser.until(lambda: hash() == "#/", "the list")
    browser.one("#search").clear()
    browser.one("#search").send_keys("sense", Keys.ENTER)
    browser.until(lambda: "?t=" in hash(), "a match")
    assert browser.all(".hit .place")[0].get_attribute("href").endswith(hash())
    # The open memo handles its keys as soon as its words are shown.
    browser.one(".word")
    assert focused("article.memo") == 0, "keys go elsewhere"
    browser.press(Keys.SPACE)
    browser.until(lambda: browser.script("!document.querySelector('audio').paused"), "playback")
