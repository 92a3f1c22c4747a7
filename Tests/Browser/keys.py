#!/usr/bin/env python3
"""Goes through the page by keys alone: the list, what a search finds, and a memo.

usage: keys.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo that says 'sense'.
"""

import os, sys, tempfile

from selenium.webdriver.common.keys import Keys

from browser import Browser, Server, longer

kind, program, library, speech = sys.argv[1:]
server = Server(program, library)
# Two more, so that there is something to go through.
with tempfile.TemporaryDirectory() as folder:
    for number in (1, 2):
        server.run("import", longer(speech, os.path.join(folder, f"{number}.wav"), number))
server.start()
browser = Browser.kind(kind)(speech)


def focused(selector):
    """Which of those elements has the focus; None if none has."""
    return browser.driver.execute_script(
        "const all = [...document.querySelectorAll(arguments[0])];"
        "const index = all.indexOf(document.activeElement); return index < 0 ? null : index", selector)


def expect(selector, index):
    browser.until(lambda: focused(selector) == index, f"the focus on {selector} {index}", 10)


def hash():
    return browser.script("location.hash")


def titles():
    return browser.script("[...document.querySelectorAll('.row .name')].map((one) => one.textContent)")


try:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 3, "three memos")

    # Down from the search field into the list, to its end, and back up again.
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

    # The order is chosen by keys, holds after a reload, and the focus stays at the choice.
    dates = titles()
    browser.script("document.querySelector('select.chip').focus()")
    browser.press("b")
    browser.until(lambda: titles() == sorted(dates, key=str.lower), "the order of titles")
    expect("select.chip", 0)
    browser.driver.refresh()
    browser.until(lambda: titles() == sorted(dates, key=str.lower), "the same order")
    browser.script("document.querySelector('select.chip').focus()")
    browser.press("n")
    browser.until(lambda: titles() == dates, "the newest first")
    browser.script("document.activeElement.blur()")
    browser.press("/")
    expect("#search", 0)

    # Through what was found: each memo's title, and its places.
    browser.press("sense")
    browser.until(lambda: len(browser.all(".hit .place")) == 3, "three places")
    for index in range(6):
        browser.press(Keys.ARROW_DOWN)
        expect(".hit a", index)
    for index in (4, 3):
        browser.press(Keys.ARROW_UP)
        expect(".hit a", index)
    wanted = browser.all(".hit a")[3].get_attribute("href")
    browser.press(Keys.ENTER)
    browser.until(lambda: wanted.endswith(hash()) and hash(), "the place that had the focus")
    browser.one(".word")
    start = float(wanted.split("t=")[1])
    browser.until(
        lambda: abs(browser.script("document.querySelector('audio').currentTime") - start) < 0.5,
        f"the sound at {start}")

    # Enter in the field opens what is found first, however fast one types.
    browser.press(Keys.ESCAPE)
    browser.until(lambda: hash() == "#/", "the list")
    browser.one("#search").clear()
    browser.one("#search").send_keys("sense", Keys.ENTER)
    browser.until(lambda: "?t=" in hash(), "a place")
    assert browser.all(".hit .place")[0].get_attribute("href").endswith(hash())
    # The keys of the memo that is open work there.
    browser.one(".word")
    browser.press(Keys.SPACE)
    browser.until(lambda: browser.script("!document.querySelector('audio').paused"), "the sound")
    faults = browser.faults()
    assert not faults, faults
    print("done")
finally:
    browser.quit()
    server.end()
