#!/usr/bin/env python3
"""A browser that is signed in shows a code, and whoever reads it is signed in, as long as it is shown.

usage: phone.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav

It takes 'zbarimg', which reads the code from a picture of the page.
"""

import os, subprocess, sys, tempfile

from browser import Browser, Server

kind, program, library, speech = sys.argv[1:]
begin = Browser.kind(kind)
server = Server(program, library, scopes="read,write,transcribe,admin")
server.start()
browsers = []


def signed_in(address):
    browser = begin(speech)
    browsers.append(browser)
    browser.driver.get(address)
    return browser


def show_code(browser):
    browser.click(".top button[aria-haspopup]")
    browser.labelled("Sign in on a phone").click()


def read_code(browser):
    """What a camera reads."""
    browser.one("svg.code")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.png")
        browser.driver.save_screenshot(path)
        return subprocess.run(
            ["zbarimg", "--quiet", "--raw", path], check=True, capture_output=True, text=True
        ).stdout.strip()


def codes():
    return [token for token in server.get("api/tokens")["tokens"]
            if token["name"].startswith("Code for a phone")]


try:
    browser = signed_in(f"{server.url}/#token={server.token}")
    browser.one(".row")

    # One that is shown, and not used, ends when it is no longer shown.
    show_code(browser)
    unused = read_code(browser)
    assert unused.startswith(f"{server.url}/#token=speechmemo_"), unused
    assert [token["scopes"] for token in codes()] == [["read", "write", "transcribe"]], codes()
    browser.press("\ue00c")
    browser.until(lambda: not codes(), "no token of the code")

    # One that is used signs in, and ends then; who was signed in stays so.
    show_code(browser)
    address = read_code(browser)
    assert address != unused
    phone = signed_in(address)
    phone.one(".row")
    assert address.split("=")[1] not in phone.driver.current_url
    browser.told("the phone is signed in")
    browser.until(lambda: not codes() and not browser.all("dialog[open]"), "the end of the code")
    phone.driver.refresh()
    phone.one(".row")

    # Neither of them opens anything to who has kept it.
    for old in (unused, address):
        stranger = signed_in(old)
        stranger.told("This server does not accept that token")
        assert not stranger.all(".row")
        browsers.remove(stranger)
        stranger.quit()

    # The phone may let nobody else in, and says who can.
    show_code(phone)
    phone.until(lambda: "speechmemo tokens add Phone" in phone.one("dialog[open] pre").text, "how")
    assert not phone.all("svg.code")
    # It is signed out with the others.
    phone.press("\ue00c")
    browser.click(".top button[aria-haspopup]")
    browser.labelled("Sign out everywhere").click()
    browser.one(".sign-in")
    phone.driver.refresh()
    phone.one(".sign-in")
    faults = browser.faults() + phone.faults()
    assert not faults, faults
    print("done")
finally:
    for browser in browsers:
        browser.quit()
    server.end()
