#!/usr/bin/env python3
"""Records while the microphone, the browser or the session fails. Each must be shown, and end.

usage: trouble.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

The library has one memo.
"""

from browser import Script

script = Script()
server = script.server
other = server.other()
server.start()
browser = script.open()

# Keeps the recording's track and context, counts requests for the screen, and lets audio get stuck.
WATCHED = """(() => {
  window.awake = 0;
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: {
    request: async () => { window.awake += 1; return { released: true, release() {} }; } } });
  const media = navigator.mediaDevices;
  const listen = media.getUserMedia.bind(media);
  media.getUserMedia = async (wanted) => {
    const stream = await listen(wanted);
    window.track = stream.getAudioTracks()[0];
    return stream;
  };
  const resume = AudioContext.prototype.resume;
  AudioContext.prototype.resume = function () {
    window.context = this;
    return window.isStuck ? new Promise(() => {}) : resume.call(this);
  };
})()"""

# The server is not ready at the first request.
BUSY = """(() => {
  window.asked = 0;
  const send = window.fetch;
  window.fetch = (path, options) => {
    if (path === "api/server") window.asked += 1;
    return path === "api/server" && window.asked === 1
      ? Promise.resolve(new Response("{}", { status: 503 })) : send.call(window, path, options);
  };
})()"""


def expect_problem(text):
    browser.until(lambda: text in browser.one(".recording .problem").text, f"'{text}'")


def expect_no_problem():
    browser.until(lambda: not browser.one(".recording .problem", 5).text, "the end of the problem")


def expect_more():
    """Expects the recording to continue."""
    before = browser.clock()
    browser.until(lambda: browser.clock() > before + 1, "more audio")


with script:
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    browser.script(WATCHED)

    # Audio that never starts, as in Firefox without an audio output.
    browser.script("window.isStuck = true")
    browser.click(".record")
    browser.expect_notice("Connect a speaker or another audio output", 20)
    assert browser.script("window.track.readyState") == "ended"
    browser.script("window.isStuck = false")

    # The page asks for the screen again after it was hidden.
    browser.click(".record")
    browser.one(".recording")
    browser.until(lambda: browser.script("window.awake") == 1, "the screen")
    browser.script("document.dispatchEvent(new Event('visibilitychange'))")
    browser.until(lambda: browser.script("window.awake") == 2, "the screen again")
    expect_no_problem()

    # A silent microphone, and a muted one.
    browser.script("window.track.enabled = false")
    expect_problem("is silent")
    browser.script("Object.defineProperty(window.track, 'muted', { value: true, configurable: true }).id")
    expect_problem("is muted")
    browser.script("window.track.enabled = true")
    browser.script("delete window.track.muted")
    expect_no_problem()

    # Interrupted audio resumes by itself.
    browser.script("window.isStuck = true")
    browser.script("window.context.suspend().then(() => true)")
    expect_problem("was interrupted")
    browser.script("window.isStuck = false")
    expect_more()
    expect_no_problem()

    # A revoked token does not cover the recording. Afterwards, the page asks for another one.
    server.run("tokens", "revoke", server.name)
    browser.script(
        "(field => { field.value = 'sense'; field.dispatchEvent(new Event('input')); })"
        "(document.querySelector('#search'))")
    expect_problem("was signed out")
    assert not browser.all(".cover")
    expect_more()
    browser.click(".recording .primary")
    browser.one("#token").send_keys(other.token)
    browser.script(BUSY)
    browser.click(".sign-in .primary")
    browser.until(lambda: browser.script("window.asked") == 2, "another attempt")
    server.token = other.token
    browser.until(lambda: len(server.memos()) == 2, "the recording's memo")
    assert browser.until(lambda: server.memos()[0]["duration"] > 3, "its audio")
