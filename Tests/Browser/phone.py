#!/usr/bin/env python3
"""A signed-in browser shows a QR code that signs in another device while it is displayed.

usage: phone.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

Needs 'zbarimg', which reads the code from a screenshot.
"""

import os, subprocess, tempfile

from browser import Script

script = Script(scopes="read,write,transcribe,admin")
server = script.server
server.start()


def signed_in(address):
    browser = script.open()
    browser.driver.get(address)
    return browser


def show_code(browser):
    browser.click(".top button[aria-haspopup]")
    browser.click_button("Sign in on a phone")


def read_code(browser):
    browser.one("svg.code")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.png")
        browser.driver.save_screenshot(path)
        return subprocess.run(
            ["zbarimg", "--quiet", "--raw", path], check=True, capture_output=True, text=True
        ).stdout.strip()


def codes():
    return [token for token in server.get("api/tokens")["tokens"]
            if token["kind"] == "code"]


with script:
    browser = signed_in(f"{server.url}/#token={server.token}")
    browser.one(".row")

    # An unused code expires when its dialog is closed.
    show_code(browser)
    unused = read_code(browser)
    assert unused.startswith(f"{server.url}/#token=speechmemo_"), unused
    assert [token["scopes"] for token in codes()] == [["read", "write", "transcribe"]], codes()
    browser.press("\ue00c")
    browser.until(lambda: not codes(), "the code's token to be revoked")

    # A used code signs in the phone and ends; the phone's session is below the browser's.
    show_code(browser)
    address = read_code(browser)
    assert address != unused
    phone = signed_in(address)
    phone.one(".row")
    assert address.split("=")[1] not in phone.driver.current_url
    browser.expect_notice("the phone is signed in")
    browser.until(lambda: not codes() and not browser.all("dialog[open]"), "the code to be revoked")
    phone.driver.refresh()
    phone.one(".row")
    parents = {token["name"]: token.get("parent") for token in server.get("api/tokens")["tokens"]}
    sessions = [name for name in parents if name.startswith("Browser, ")]
    assert sorted(parents[name] in sessions for name in sessions) == [False, True], parents

    # Neither code can be used again.
    for old in (unused, address):
        stranger = signed_in(old)
        stranger.expect_notice("This server does not accept that token")
        assert not stranger.all(".row")
        script.close(stranger)

    # The phone's session can't create codes; the page shows the command that can.
    show_code(phone)
    phone.until(lambda: "speechmemo tokens add Phone" in phone.one("dialog[open] pre").text, "the command")
    assert not phone.all("svg.code")
    # Signing out everywhere includes the phone.
    phone.press("\ue00c")
    browser.click(".top button[aria-haspopup]")
    browser.click_button("Sign out everywhere")
    browser.one(".sign-in")
    phone.driver.refresh()
    phone.one(".sign-in")
