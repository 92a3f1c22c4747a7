#!/usr/bin/env python3
"""A day of typical use of the page, in a headless browser with recorded speech as its microphone.

usage: day.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has memos with transcripts, one of which contains 'sense'.
"""

import os, tempfile, time

from browser import Script

script = Script()
server = script.server
server.start()
browser = script.open()
with script:
    # Signing in by a link removes the token from the address.
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    assert server.token not in browser.driver.current_url
    assert server.token not in browser.script("document.cookie")
    count = len(browser.all(".row"))

    # Record: live text, then a memo.
    browser.press("r")
    browser.one(".recording")
    begun = time.monotonic()
    placeholder = browser.one(".live").text
    browser.until(lambda: browser.one(".live").text != placeholder, "live text", 180)
    print(f"first words after {time.monotonic() - begun:.1f} s: {browser.one('.live').text}")
    browser.until(lambda: len(browser.one(".live").text.split()) > 3, "four live words", 180)
    print(f"four words after {time.monotonic() - begun:.1f} s: {browser.one('.live').text}")
    browser.click(".recording .primary")
    browser.until(lambda: len(browser.all(".row")) == count + 1, "the recording's memo")
    browser.until(lambda: not browser.all(".row .state"), "its transcript", 180)

    # Search, and play from a word.
    browser.one("#search").send_keys("sense")
    browser.click(".hit .place")
    browser.one(".word")
    words = browser.words()
    number = next(index for index, (text, _) in enumerate(words) if "sense" in text)
    browser.all(".word")[number].click()
    start = float(words[number][1])
    browser.until(
        lambda: abs(browser.script("document.querySelector('audio').currentTime") - start) < 0.5,
        f"playback at {start}")
    browser.until(lambda: browser.all(".word.spoken"), "the highlighted word")
    browser.script("document.querySelector('audio').pause()")

    # Edit a segment: unchanged words keep their times.
    browser.edit_word(number)
    field = browser.one(".editor textarea")
    text = field.get_attribute("value")
    field.clear()
    field.send_keys(text.replace("sense", "meaning"))
    browser.click(".editor .primary")
    browser.until(lambda: any("meaning" in text for text, _ in browser.words()), "the new word")
    kept = sum(before == after for before, after in zip(words, browser.words()))
    print(f"{kept} of {len(words)} words kept their times")
    assert kept >= len(words) - 1

    # Export subtitles.
    with tempfile.TemporaryDirectory() as folder:
        browser.download_to(folder)
        browser.click(".memo button[aria-haspopup]")
        browser.click_button("Export: Subtitles (SRT)")
        # Firefox creates the file empty.
        files = lambda: [
            name for name in os.listdir(folder)
            if name.endswith(".srt") and os.path.getsize(os.path.join(folder, name)) > 0]
        name = browser.until(files, "the exported file")[0]
        with open(os.path.join(folder, name)) as file:
            assert "meaning" in file.read()

    # Delete and undo.
    browser.script("document.querySelector('.memo').focus()")
    browser.script("document.querySelector('#search').value = ''")
    browser.script("document.querySelector('#search').dispatchEvent(new Event('input'))")
    browser.until(lambda: len(browser.all(".row")) == count + 1, "the list")
    browser.press("\ue017")
    browser.until(lambda: len(browser.all(".row")) == count, "the memo to disappear")
    browser.click_button("Undo")
    browser.until(lambda: len(browser.all(".row")) == count + 1, "the memo to return")

    # Share: a link opens the memo in another browser until it is revoked.
    browser.click(".row a")
    browser.one(".word")
    browser.click("button[aria-label='Share a link']")
    browser.click_button("1 day")
    address = browser.one(".address").get_attribute("value")
    other = script.open()
    other.driver.get(address)
    other.one(".word")
    browser.click(".links button")
    browser.until(lambda: not browser.all(".links li"), "the link to disappear")
    other.driver.refresh()
    assert "link is not valid" in other.one(".message[role=alert]").text

    # Sign out.
    browser.press("\ue00c")
    browser.click(".top button[aria-haspopup]")
    browser.click_button("Sign out everywhere")
    browser.one(".sign-in")
