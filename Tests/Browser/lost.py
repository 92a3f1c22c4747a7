#!/usr/bin/env python3
"""Kills the browser or the server, or stops the server, at random moments of recording and uploading. Each
recording must become one memo at the next visit, at most one second shorter than its clock showed.

usage: lost.py chromium|firefox SPEECHMEMO LIBRARY SPEECH.wav [COUNT] [SEED]
"""

import random, shutil, signal, sys, tempfile, time

from browser import Browser, Server

kind, program, library, speech = sys.argv[1:5]
start = Browser.kind(kind)
count = int(sys.argv[5]) if len(sys.argv) > 5 else 50
chance = random.Random(int(sys.argv[6]) if len(sys.argv) > 6 else 1)
server = Server(program, library)
server.start()

profile = tempfile.mkdtemp(prefix="speechmemo-browser-")
ways = {"tab": 0, "server": 0, "network": 0}
lost, worst = 0, 0
browser = start(speech, profile)
browser.driver.get(f"{server.url}/#token={server.token}")
browser.one(".top")
for number in range(count):
    way = ("tab", "server", "network")[number % 3]
    ways[way] += 1
    known = {memo["id"] for memo in server.memos()}
    browser.until(lambda: browser.script("document.activeElement") is not None, "the page")
    browser.click(".record")
    browser.one(".recording")
    length = chance.uniform(1.2, 4)
    time.sleep(length)
    if way == "tab":
        shown = browser.clock()
        # Kill some while recording, others while uploading.
        if chance.random() < 0.4:
            browser.click(".recording .primary")
            time.sleep(chance.uniform(0, 0.3))
        browser.kill()
        browser = start(speech, profile)
        # A killed browser may have lost its session.
        browser.driver.get(f"{server.url}/#token={server.token}")
    else:
        how = signal.SIGKILL if way == "server" else signal.SIGTERM
        is_early = chance.random() < 0.5
        if is_early:
            server.end(how)
            time.sleep(chance.uniform(0.5, 1.5))
        shown = browser.clock()
        browser.click(".recording .primary")
        if not is_early:
            time.sleep(chance.uniform(0, 0.2))
            server.end(how)
        time.sleep(chance.uniform(0.2, 1))
        server.start()
        if chance.random() < 0.5:
            browser.driver.get(server.url)

    def found():
        return [memo for memo in server.memos() if memo["id"] not in known]

    try:
        memo = browser.until(found, "the recording's memo", 60)[0]
        missing = shown - memo["duration"]
        worst = max(worst, missing)
        if missing > 1:
            lost += 1
            print(f"{number}: {way}: shown {shown} s, stored {memo['duration']} s")
    except AssertionError as error:
        lost += 1
        print(f"{number}: {way}: {error}")
    browser.until(lambda: not browser.all(".recording"), "the recording to end")
    if len(found()) > 1:
        lost += 1
        print(f"{number}: {way}: {len(found())} memos from one recording")
browser.quit()
server.end()
shutil.rmtree(profile, ignore_errors=True)
print(f"{count} recordings: {ways}; {lost} lost; at most {worst:.1f} s shorter than shown")
sys.exit(1 if lost else 0)
