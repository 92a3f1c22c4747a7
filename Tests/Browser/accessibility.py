#!/usr/bin/env python3
"""Checks each view of the page with axe-core, light and dark.

usage: accessibility.py SPEECHMEMO LIBRARY SPEECH.wav

The library has memos with transcripts, one of which contains 'sense'.
"""

import importlib.util, os, sys, time

from browser import Server
from chromium import Chromium

program, library, speech = sys.argv[1:]
package = os.path.dirname(importlib.util.find_spec("axe_playwright_python").origin)
with open(os.path.join(package, "axe.min.js")) as file:
    axe = file.read()
server = Server(program, library, scopes="read,write,transcribe,admin")
server.start()
problems = views = 0


def check(browser, name):
    global problems, views
    time.sleep(0.3)
    browser.driver.execute_script(axe)
    found = browser.driver.execute_async_script("axe.run().then(arguments[0])")["violations"]
    views += 1
    for violation in found:
        problems += 1
        print(f"{name}: {violation['id']}: {violation['help']}: {violation['nodes'][0]['html']}")


for is_dark in (False, True):
    browser = Chromium(speech, is_dark=is_dark)
    try:
        browser.driver.get(server.url)
        browser.one(".sign-in")
        check(browser, "sign-in")
        browser.driver.get("about:blank")
        browser.driver.get(f"{server.url}/#token={server.token}")
        browser.click(".row input")
        check(browser, "the list with a selected memo")
        browser.click(".row input")
        browser.one("#search").send_keys("sense")
        browser.one(".hit")
        check(browser, "search")
        browser.click(".hit .place")
        browser.one(".word")
        check(browser, "a memo")
        browser.click(".play")
        browser.until(lambda: browser.script("!document.querySelector('audio').paused"), "playback")
        browser.script("location.hash = '#/'")
        browser.one(".playing .name")
        check(browser, "the bar of a memo that plays")
        browser.click(".playing .name")
        browser.one(".word")
        browser.edit_word(1)
        browser.one(".editor")
        check(browser, "editing")
        browser.click(".editor button:last-child")
        browser.click(".memo button[aria-haspopup]")
        browser.one(".menu")
        check(browser, "the menu of a memo")
        browser.press("\ue00c")
        browser.click(".memo button[aria-haspopup]")
        browser.click_button("History")
        browser.one(".versions li")
        check(browser, "the history of a memo")
        browser.press("\ue00c")
        browser.click("button[aria-label='Share a link']")
        browser.click_button("1 day")
        address = browser.one(".address").get_attribute("value")
        check(browser, "sharing")
        browser.press("\ue00c")
        browser.press("?")
        browser.one("dialog[open]")
        check(browser, "keys")
        browser.press("\ue00c")
        browser.click(".top button[aria-haspopup]")
        browser.click_button("Sign in on a phone")
        browser.one("svg.code")
        check(browser, "the code for a phone")
        browser.press("\ue00c")
        browser.click(".record")
        browser.one(".recording")
        check(browser, "recording")
        browser.click(".recording .primary")
        browser.until(lambda: not browser.all(".recording"), "the end of the recording")
        browser.driver.get(address)
        browser.one(".word")
        check(browser, "a shared memo")
    finally:
        browser.quit()
server.end()
print(f"{views} views, {problems} problems")
sys.exit(1 if problems else 0)
