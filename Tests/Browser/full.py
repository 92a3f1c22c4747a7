#!/usr/bin/env python3
"""A browser that has no room left while it records: what was shown becomes a memo nonetheless.

usage: full.py SPEECHMEMO LIBRARY SPEECH.wav
"""

import sys

from browser import Server
from chromium import Chromium

program, library, speech = sys.argv[1:]
server = Server(program, library)
server.start()
browser = Chromium(speech)


def leave(byte_count):
    """Leaves so much room. Chromium looks seldom while there is much, and often while there is little."""
    used = browser.driver.execute_async_script(
        "navigator.storage.estimate().then((e) => arguments[0](e.usage))")
    browser.driver.execute_cdp_cmd(
        "Storage.overrideQuotaForOrigin",
        {"origin": server.url, "quotaSize": max(1, used + byte_count)})


def recorded():
    return [memo for memo in server.memos() if memo["id"] not in known]


def expect_whole(shown):
    memo = browser.until(recorded, "the recording's memo", 60)[0]
    print(f"{shown} s were shown, {memo['duration']:.1f} s are there")
    assert memo["duration"] > shown - 1
    return memo


def fill():
    """Records until the room is gone, and returns how much was shown last."""
    leave(200_000)
    browser.click(".record")
    browser.until(lambda: browser.clock() >= 2, "two seconds")
    shown = 2

    def is_over():
        nonlocal shown
        clocks = browser.all(".recording .clock")
        if not clocks:
            return True
        minutes, seconds = clocks[0].text.split(":")
        shown = max(shown, int(minutes) * 60 + int(seconds))

    browser.until(is_over, "the end of the recording")
    return shown


try:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    browser.until(lambda: browser.script("navigator.serviceWorker.controller !== null"),
                  "the service worker, which has the page without a server")
    known = {memo["id"] for memo in server.memos()}
    # The server is there: it has what the browser has no room for.
    shown = fill()
    browser.told("ran out of space")
    known.add(expect_whole(shown)["id"])

    # There is none: the browser keeps what was written, until the next visit.
    server.end()
    shown = fill()
    browser.told("ran out of space")
    browser.until(lambda: "1 recording not uploaded yet" in browser.one(".waiting").text, "it waits")
    browser.driver.execute_script("location.reload()")
    server.start()
    expect_whole(shown)
    browser.until(lambda: not browser.one(".waiting").is_displayed(), "nothing that waits")

    # Where none begins, it is said.
    leave(-100_000)
    browser.click(".record")
    browser.told("not enough space to record")
    assert not browser.all(".recording")
    # Without the server nobody says what is heard.
    faults = [fault for fault in browser.faults() if "WebSocket connection" not in fault]
    assert not faults, faults
    print("done")
finally:
    browser.quit()
    server.end()
