#!/usr/bin/env python3
"""Looks at the list and a memo as a user does: days, lengths, the title, colors, and the player.

usage: look.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo, with a transcript.
"""

import os, tempfile
from datetime import datetime, timedelta, timezone

from selenium.webdriver.common.action_chains import ActionChains

from browser import Script, noise

script = Script()
server = script.server
server.start()
memo = server.memos()[0]["id"]
server.edit(memo, "Words follow words on and on. " * 300)
server.change("PATCH", f"api/memos/{memo}", {"title": "A long title that does not fit on one line " * 3})
now = datetime.now(timezone.utc)
with tempfile.TemporaryDirectory() as folder:
    for number, days in enumerate((1, 1, 400)):
        other = server.upload(f"Memo {number}", noise(os.path.join(folder, f"{number}.wav"), number))
        date = (now - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
        server.change("PATCH", f"api/memos/{other}", {"date": date})
browser = script.open()


def style(selector, name):
    return browser.script(f"getComputedStyle(document.querySelector(\"{selector}\")).{name}")


def is_reachable(scroller, selector):
    """Returns whether nothing covers an element when its surroundings are scrolled to the end."""
    return browser.script("""((scroller, one) => {
      scroller.scrollTo(0, scroller.scrollHeight);
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    })(document.querySelector(arguments[0]), document.querySelector(arguments[1]))""", scroller, selector)


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.until(lambda: len(browser.all(".row")) == 4, "four memos")

    # A heading for each day, and the lengths in one column.
    days = [day.text for day in browser.all(".row .day")]
    assert len(days) == 3 and days[1] == "Yesterday", days
    assert str((now - timedelta(days=400)).year) in days[2], days
    tops = browser.script("[...document.querySelectorAll('.row')].map((row) => row.getBoundingClientRect().top)")
    heights = browser.script("[...document.querySelectorAll('.row')].map((row) => row.offsetHeight)")
    assert all(abs(top + height - next) < 1 for top, height, next in zip(tops, heights, tops[1:])), (tops, heights)
    ends = browser.script("[...document.querySelectorAll('.row .length')].map((one) => one.getBoundingClientRect().right)")
    assert max(ends) - min(ends) < 1, ends

    # The other orders have no days.
    browser.script("(field => { field.value = 'title'; field.dispatchEvent(new Event('change')); })"
                   "(document.querySelector('select.chip'))")
    browser.until(lambda: len(browser.all(".row")) == 4 and not browser.all(".row .day"), "the order of titles")

    # The open memo's row is highlighted, and the title shows all its lines, also after scrolling.
    plain = style(".row", "backgroundImage")
    browser.script(f"location.hash = '#/memo/{memo}'")
    browser.one(".word")
    assert style(f".row[data-id='{memo}']", "backgroundImage") != plain
    title = browser.one(".memo .title")
    height, content = browser.script("[arguments[0].clientHeight, arguments[0].scrollHeight]", title)
    assert height >= content and height > 50, (height, content)
    browser.script("document.querySelector('.place').scrollTo(0, 600)")
    for selector in (".memo .title", ".player"):
        top, shown = browser.script(
            f"[document.querySelector('{selector}').getBoundingClientRect().top,"
            " document.querySelector('.place').getBoundingClientRect().top]")
        assert shown <= top < shown + 250, (selector, top, shown)
    assert browser.script("document.querySelector('.player').getBoundingClientRect().top"
                          " >= document.querySelector('.memo .bar').getBoundingClientRect().bottom - 1")

    # Red means recording. The skip buttons show their seconds, and the speed has steps.
    assert style(".record", "backgroundColor") != style(".play", "backgroundColor")
    assert browser.script("getComputedStyle(document.querySelector('.skip'), '::after').content") == '"10"'
    for label, speed in (("Faster", "1.25×"), ("Slower", "1×"), ("Slower", "0.75×")):
        browser.click(f".player button[aria-label='{label}']")
        assert browser.one(".speed").text == speed, browser.one(".speed").text

    # The waveform shows the time at the pointer.
    duration = server.get(f"api/memos/{memo}")["duration"]
    for part in (0.25, 0.75):
        width = browser.script("document.querySelector('.track').offsetWidth")
        ActionChains(browser.driver).move_to_element_with_offset(
            browser.one(".track"), round((part - 0.5) * width), 0).perform()
        minutes, seconds = browser.one(".pointed").text.split(":")
        assert abs(int(minutes) * 60 + int(seconds) + 0.5 - part * duration) < 1, (part, duration)
    ActionChains(browser.driver).move_to_element(browser.one(".top h1")).perform()
    browser.until(lambda: not browser.one(".pointed").is_displayed(), "the end of the time")

    # Errors look like errors, and other notices do not.
    browser.one("input[type=file]").send_keys(os.path.abspath(__file__))
    browser.until(lambda: browser.all(".notice.error"), "the error")
    browser.click(".notice.error button")

    # On a small screen, Save is readable, and Record covers nothing at the end of the memo and the list.
    if script.kind == "chromium":
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 360, "height": 640, "deviceScaleFactor": 2, "mobile": True})
        browser.script("document.querySelector('.memo').focus()")
        browser.press("e")
        browser.one(".editor")
        fits = browser.script("(one => one.offsetWidth > 60 && one.scrollWidth <= one.clientWidth)"
                              "(document.querySelector('.editor .primary'))")
        assert fits, "Save does not fit"
        browser.press("\ue00c")
        browser.until(lambda: not browser.all(".editor"), "the end of the edit")
        browser.until(lambda: is_reachable(".place", ".sentence:last-child .word:last-of-type"), "the last word")
        browser.script("location.hash = '#/'")
        browser.until(lambda: is_reachable(".scroller", ".row:last-child .length"), "the last row")
