#!/usr/bin/env python3
"""Loads the page for the first time, and plays memos. Prints and checks the requests, bytes, layouts, and
changes of the position.

usage: weight.py SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import os, tempfile

from browser import Script, padded

script = Script()
server = script.server
server.start()
memo = server.memos()[0]["id"]
with tempfile.TemporaryDirectory() as folder:
    long = server.upload("Long", padded(script.speech, os.path.join(folder, "Long.wav"), 170))
browser = script.open()


def position():
    return browser.script("document.querySelector('audio').currentTime")


def play(id):
    """Opens a memo, and plays a second."""
    browser.script(f"location.hash = '#/memo/{id}'")
    title = next(one["title"] for one in server.memos() if one["id"] == id)
    browser.until(lambda: browser.one(".memo .title").get_attribute("value") == title, title)
    browser.click(".player .play")
    browser.until(lambda: position() > 1, "playback")


def layouts():
    metrics = browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount")


with script:
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
    play(memo)
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

    # The position of a long memo moves by pixels.
    play(long)
    pixels, count, seconds = browser.driver.execute_async_script("""
      const done = arguments[0];
      const [audio, played] = [document.querySelector(".player audio"), document.querySelector(".played")];
      let count = 0;
      new MutationObserver(() => { count += 1; }).observe(played, { attributes: true });
      const start = audio.currentTime;
      audio.addEventListener("timeupdate", () => {
        if (audio.currentTime > start + 4) done([played.clientWidth, count, audio.currentTime - start]);
      });""")
    print(f"{count} changes of the position in {seconds:.1f} s")
    assert 4 < count <= (pixels / 180 + 1) * seconds + 5, "a change in each frame"
