#!/usr/bin/env python3
"""Plays a memo while the list or another memo is open.

usage: listen.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav
"""

import os, tempfile

from browser import Script, padded

script = Script()
server = script.server
server.start()
with tempfile.TemporaryDirectory() as folder:
    first, second = (
        server.upload(title, padded(script.speech, os.path.join(folder, f"{title}.wav"), 300 + len(title)))
        for title in ("First", "Another"))
browser = script.open()
IN_MEMO, IN_BAR = ".player audio", ".playing audio"


def open_memo(id, title):
    browser.script(f"location.hash = '#/memo/{id}'")
    browser.until(lambda: browser.one(".memo .title").get_attribute("value") == title, title)
    browser.one(".memo .player")


def position(selector):
    return browser.script("document.querySelector(arguments[0]).currentTime", selector)


def expect_playing(selector):
    browser.until(
        lambda: browser.script("!document.querySelector(arguments[0]).paused", selector), f"{selector} to play")
    start = position(selector)
    browser.until(lambda: position(selector) > start + 0.2, f"{selector} to advance")


def expect_paused(selector):
    browser.until(
        lambda: browser.script("document.querySelector(arguments[0]).paused", selector), f"{selector} to pause")


def expect_bar(title):
    browser.until(lambda: browser.one(".playing .name").text == title, f"'{title}' in the bar")


def expect_no_bar():
    browser.until(lambda: not browser.one(".playing").is_displayed(), "no bar")


def session(expression):
    return browser.script(f"navigator.mediaSession.{expression}")


def remembered(id):
    return browser.script("JSON.parse(localStorage.getItem('positions'))?.[arguments[0]] ?? 0", id)


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 3, "three memos")

    # It plays while the list is open, and while another memo is.
    open_memo(first, "First")
    browser.click(".player .play")
    expect_playing(IN_MEMO)
    browser.script("document.querySelector('.player audio').isSame = true")
    browser.script("location.hash = '#/'")
    expect_bar("First")
    expect_playing(IN_BAR)
    open_memo(second, "Another")
    expect_playing(IN_BAR)
    assert session("metadata.title") == "First" and session("playbackState") == "playing"

    # Nothing covers the bar.
    for selector in (".playing .play", ".playing .name", ".playing > button"):
        assert browser.script("""(one => {
          const at = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2));
        })(document.querySelector(arguments[0]))""", selector), f"{selector} is covered"

    # Its button, and the space bar while no memo is open, pause and play it.
    browser.click(".playing .play")
    expect_paused(IN_BAR)
    browser.script("location.hash = '#/'")
    browser.until(lambda: not browser.all(".memo"), "the list")
    expect_bar("First")
    browser.script("document.activeElement.blur()")
    browser.press(" ")
    expect_playing(IN_BAR)

    # Only one memo plays.
    open_memo(second, "Another")
    browser.click(".player .play")
    expect_playing(IN_MEMO)
    expect_paused(IN_BAR)
    browser.click(".playing .play")
    expect_playing(IN_BAR)
    expect_paused(IN_MEMO)

    # The title follows changes, and leads back. The memo shows the player as it plays.
    server.change("PATCH", f"api/memos/{first}", {"title": "Renamed"})
    expect_bar("Renamed")
    before = position(IN_BAR)
    browser.click(".playing .name")
    browser.until(lambda: browser.one(".memo .title").get_attribute("value") == "Renamed", "the memo")
    expect_playing(IN_MEMO)
    expect_no_bar()
    assert browser.script("document.querySelector('.player audio').isSame"), "another player"
    assert position(IN_MEMO) >= before, (position(IN_MEMO), before)

    # A paused memo leaves no bar.
    browser.click(".player .play")
    expect_paused(IN_MEMO)
    browser.script("location.hash = '#/'")
    browser.until(lambda: not browser.all(".memo"), "the list")
    expect_no_bar()

    # Closing the bar ends playback, and the position is remembered.
    open_memo(first, "Renamed")
    browser.script("document.querySelector('.player audio').currentTime = 20")
    browser.click(".player .play")
    expect_playing(IN_MEMO)
    browser.script("location.hash = '#/'")
    expect_bar("Renamed")
    browser.click(".playing > button")
    expect_no_bar()
    assert remembered(first) >= 20, remembered(first)

    # So does moving the memo to the trash.
    open_memo(first, "Renamed")
    browser.click(".player .play")
    expect_playing(IN_MEMO)
    browser.script("location.hash = '#/'")
    expect_bar("Renamed")
    server.change("POST", "api/memos/trash", {"ids": [first]})
    expect_no_bar()
