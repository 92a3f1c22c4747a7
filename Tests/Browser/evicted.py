#!/usr/bin/env python3
"""Freezes a page while it records, and discards it, as browsers do on phones and with sleeping tabs. The
next visit must find the recording and upload it as a memo.

usage: evicted.py SPEECHMEMO LIBRARY SPEECH.wav
"""

from browser import Script

script = Script(checks_faults=False)
server = script.server
server.start()
browser = script.open()


def record():
    browser.click(".record")
    browser.until(lambda: browser.clock() >= 2, "two seconds")
    return browser.clock()


def expect_memo(shown):
    browser.expect_notice("Found 1 recording that had not been uploaded")
    memo = browser.until(
        lambda: [memo for memo in server.memos() if memo["id"] not in known], "its memo")[0]
    print(f"shown {shown} s, stored {memo['duration']:.1f} s")
    assert memo["duration"] > shown - 1
    known.add(memo["id"])
    browser.until(lambda: not browser.one(".waiting").is_displayed(), "the uploads to finish")


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    known = {memo["id"] for memo in server.memos()}

    # Discarded while frozen: none of the page's code runs again.
    shown = record()
    browser.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    browser.driver.switch_to.new_window("tab")
    target = next(
        one["targetId"] for one in browser.driver.execute_cdp_cmd("Target.getTargets", {})["targetInfos"]
        if one["type"] == "page" and one["url"].startswith(server.url))
    browser.driver.execute_cdp_cmd("Target.closeTarget", {"targetId": target})
    browser.driver.get(server.url)
    expect_memo(shown)

    # Resumed after a freeze, then crashed.
    record()
    browser.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    browser.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    before = browser.clock()
    browser.until(lambda: browser.clock() > before + 1, "the recording to continue")
    shown = browser.clock()

    page = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    spare = browser.driver.current_window_handle
    browser.driver.switch_to.window(page)
    # Ends the page's process; the browser shows a crash page.
    try:
        browser.driver.execute_cdp_cmd("Page.crash", {})
    except Exception:
        # The crashed page can't answer.
        pass
    browser.driver.switch_to.window(spare)
    browser.driver.get(server.url)
    expect_memo(shown)
