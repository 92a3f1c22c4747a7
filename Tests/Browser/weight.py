#!/usr/bin/env python3
"""Loads the page for the first time, and plays a memo. Prints and checks the requests, bytes, and layouts.

usage: weight.py SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import sys

from browser import Server
from chromium import Chromium

program, library, speech = sys.argv[1:]
server = Server(program, library)
server.start()
memo = server.memos()[0]["id"]
browser = Chromium(speech)


def position():
    return browser.script("document.querySelector('audio').currentTime")


def layouts():
    metrics = browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount")


try:
    # Until the list is shown.
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row .subject")
    requests = browser.script(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(({ name, transferSize }) => [name, transferSize])")
    count, size = len(requests), sum(size for _, size in requests)
    print(f"{count} requests, {size} bytes")
    assert 4 < count <= 10, requests
    assert 20_000 < size <= 80_000, requests

    # Words and seconds change the layout, frames do not.
    browser.driver.execute_cdp_cmd("Performance.enable", {})
    browser.script(f"location.hash = '#/memo/{memo}'")
    browser.one(".word")
    browser.click(".play")
    browser.until(lambda: position() > 1, "playback")
    before, start = layouts(), position()
    frames = browser.driver.execute_async_script("""
      const done = arguments[0];
      let count = 0;
      const next = () => {
        count += 1;
        if (document.querySelector("audio").currentTime < 5) requestAnimationFrame(next);
        else done(count);
      };
      requestAnimationFrame(next);""")
    number, seconds = layouts() - before, position() - start
    print(f"{number} layouts in {seconds:.1f} s and {frames} frames")
    assert number <= 4 * seconds + 10, "a layout in each frame"
    faults = browser.faults()
    assert not faults, faults
    print("done")
finally:
    browser.quit()
    server.end()
