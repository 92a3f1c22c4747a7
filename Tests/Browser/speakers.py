#!/usr/bin/env python3
"""Edits speakers on the page: renames, merges, and splits them, and remembers and forgets their voices. A
token without the `admin` scope can't manage voices.

usage: speakers.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo whose transcript has at least two segments.
"""

from browser import Script

script = Script(scopes="read,write,transcribe,admin")
server = script.server
guest = server.other()
server.run("settings", "speakers", "remember")
server.start()
memo = server.memos()[0]


def transcription():
    return server.get(f"api/memos/{memo['id']}/transcript")


def assign(voices):
    """Assigns the first half of the words to one speaker and the rest to another."""
    words = [word for segment in transcription()["segments"] for word in segment["words"]]
    edit = {"transcript": transcription()["id"], "op": "replace",
            "words": [int(2 * at >= len(words)) for at in range(len(words))],
            "speakers": [{"id": number, "voice": {"model": "m", "embedding": voice,
                                                  "sameLikeness": 0.65}}
                         for number, voice in enumerate(voices)]}
    server.change("POST", f"api/memos/{memo['id']}/transcript/speakers", edit)


def labels(browser):
    return browser.script(
        "[...document.querySelectorAll('.transcript .speaker')].map((label) => label.textContent)")


def shows(browser, *names):
    browser.until(lambda: labels(browser) == list(names), f"speakers {names}, not {labels(browser)}")


def choose(browser, name, item):
    browser.until(lambda: name in labels(browser), name)
    browser.all(".transcript .speaker")[labels(browser).index(name)].click()
    browser.click_button(item)


def items(browser, name):
    browser.all(".transcript .speaker")[labels(browser).index(name)].click()
    browser.one(".menu")
    found = [button.text for button in browser.all(".menu button")]
    browser.press("\ue00c")
    return found


def opened(by):
    browser = script.open()
    browser.driver.get(f"{server.url}/#token={by.token}")
    browser.click(".row a")
    browser.one(".word")
    return browser


with script:
    assign([[1, 0], [0, 1]])
    page = opened(server)
    shows(page, "Speaker 1", "Speaker 2")
    colors = page.script("[...document.querySelectorAll('.speaker')].map((one) => getComputedStyle(one).color)")
    assert len(set(colors)) == 2, colors

    choose(page, "Speaker 1", "Rename Speaker 1")
    page.one("input.speaker").send_keys("Anna\ue007")
    shows(page, "Anna", "Speaker 2")
    choose(page, "Speaker 2", "Merge into Anna")
    shows(page, "Anna")
    assert [speaker["name"] for speaker in transcription()["speakers"]] == ["Anna"]

    # Give the last segment a new speaker.
    page.edit_word(-1)
    page.click_button("Change speaker")
    page.click_button("Rest of this turn: new speaker")
    page.until(lambda: len(labels(page)) == 2 and labels(page)[0] == "Anna", "a second speaker")
    last = transcription()["segments"][-1]["words"]
    assert {word["speaker"] for word in last} == {transcription()["speakers"][1]["id"]}

    # Remember, recognize, and forget a voice.
    choose(page, "Anna", "Remember Anna’s voice")
    page.expect_notice("Anna’s voice is now remembered")
    assert [voice["name"] for voice in server.get("api/voices")["voices"]] == ["Anna"]
    assign([[0.1, 1], [0.9, 0.1]])
    page.driver.refresh()
    page.one(".word")
    shows(page, "Speaker 1", "Anna?")
    choose(page, "Anna?", "This is Anna")
    shows(page, "Speaker 1", "Anna")
    page.click(".top [aria-haspopup]")
    page.click_button("Voices")
    page.until(lambda: "Anna, since" in page.one("dialog[open] .links").text, "the voice")
    page.click_button("Forget all voices")
    page.until(lambda: "Forget the voices of all speakers" in page.all("dialog[open]")[-1].text, "the confirmation")
    page.all("dialog[open] .dangerous")[-1].click()
    page.expect_notice("Voice data deleted")
    page.until(lambda: "No voices are remembered" in page.one("dialog[open] .links").text, "no voices")
    assert server.get("api/voices")["voices"] == []

    # A token without `admin` isn't offered voices.
    other = opened(guest)
    shows(other, "Speaker 1", "Anna")
    assert not [item for item in items(other, "Anna") if "Remember" in item or "Forget" in item]
    other.click(".top [aria-haspopup]")
    other.click_button("Voices")
    other.expect_notice("does not allow managing voices")
