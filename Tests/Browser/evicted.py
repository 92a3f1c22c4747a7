#!/usr/bin/env python3
"""A page that is frozen while it records, and then thrown out of the memory, as phones and sleeping tabs
have it: what was shown until then is found at the next visit, and becomes a memo.

usage: evicted.py SPEECHMEMO LIBRARY SPEECH.wav
"""

import sys

from browser import Server
from chromium import Chromium

program, library, speech = sys.argv[1:]
server = Server(program, library)
server.start()
browser = Chromium(speech)


def begin():
    browser.click(".record")
    browser.until(lambda: browser.clock() >= 2, "two seconds")
    return browser.clock()


def expect_memo(shown):
    browser.told("Found 1 recording that had not been uploaded")
    memo = browser.until(
        lambda: [memo for memo in server.memos() if memo["id"] not in known], "its memo")[0]
    print(f"{shown} s were shown, {memo['duration']:.1f} s are there")
    assert memo["duration"] > shown - 1
    known.add(memo["id"])
    browser.until(lambda: not browser.one(".waiting").is_displayed(), "nothing that waits")


try:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    known = {memo["id"] for memo in server.memos()}

    # Frozen, and thrown out while it is: nothing of the page is asked any more.
    shown = begin()
    browser.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    browser.driver.switch_to.new_window("tab")
    target = next(
        one["targetId"] for one in browser.driver.execute_cdp_cmd("Target.getTargets", {})["targetInfos"]
        if one["type"] == "page" and one["url"].startswith(server.url))
    browser.driver.execute_cdp_cmd("Target.closeTarget", {"targetId": target})
    browser.driver.get(server.url)
    expect_memo(shown)

    # Frozen, and woken up: the recording goes on.
    begin()
    browser.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    browser.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    before = browser.clock()
    browser.until(lambda: browser.clock() > before + 1, "more of it")
    shown = browser.clock()

    page = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    spare = browser.driver.current_window_handle
    browser.driver.switch_to.window(page)
    # Its process ends, and the browser shows that the page has crashed.
    try:
        browser.driver.execute_cdp_cmd("Page.crash", {})
    except Exception:
        # Who is asked is gone.
        pass
    browser.driver.switch_to.window(spare)
    browser.driver.get(server.url)
    expect_memo(shown)
    print("done")
finally:
    browser.quit()
    server.end()
