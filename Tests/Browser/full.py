#!/usr/bin/env python3
"""A browser runs out of storage while it records. The recording must become a memo.

usage: full.py SPEECHMEMO LIBRARY SPEECH.wav
"""

from browser import Script

script = Script(checks_faults=False)
server = script.server
server.start()
browser = script.open()


def leave(byte_count):
    """Limits the free storage. Chromium checks the quota more often when little is left."""
    used = browser.driver.execute_async_script(
        "navigator.storage.estimate().then((e) => arguments[0](e.usage))")
    browser.driver.execute_cdp_cmd(
        "Storage.overrideQuotaForOrigin",
        {"origin": server.url, "quotaSize": max(1, used + byte_count)})


def recorded():
    return [memo for memo in server.memos() if memo["id"] not in known]


def expect_whole(shown):
    memo = browser.until(recorded, "the recording's memo", 60)[0]
    print(f"shown {shown} s, stored {memo['duration']:.1f} s")
    assert memo["duration"] > shown - 1
    return memo


def fill():
    """Records until the storage is full, and returns the last seconds shown."""
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


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    browser.until(lambda: browser.script("navigator.serviceWorker.controller !== null"),
                  "the service worker")
    known = {memo["id"] for memo in server.memos()}
    # With a server: audio that the browser can't store is uploaded.
    shown = fill()
    browser.expect_notice("ran out of space")
    known.add(expect_whole(shown)["id"])

    # Without a server: the browser keeps what it has stored until the next visit.
    server.end()
    shown = fill()
    browser.expect_notice("ran out of space")
    browser.until(lambda: "1 recording not uploaded yet" in browser.one(".waiting").text, "the pending upload")
    browser.driver.execute_script("location.reload()")
    server.start()
    expect_whole(shown)
    browser.until(lambda: not browser.one(".waiting").is_displayed(), "the uploads to finish")

    # Too little storage to start.
    leave(-100_000)
    browser.click(".record")
    browser.expect_notice("not enough space to record")
    assert not browser.all(".recording")
    # The live text's connection fails while the server is down.
    faults = [fault for fault in browser.faults() if "WebSocket connection" not in fault]
    assert not faults, faults
