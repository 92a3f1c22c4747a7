#!/usr/bin/env python3
"""Measures the web page in a headless Chromium: the first paint and the list, also on a slow network, the
page's size, the longest task while scrolling a large library, and the memory that playback adds.

usage: page.py SPEECHMEMO LIBRARY [SECONDS]
  LIBRARY  a library with many memos, from 'SpeechMemoBenchmarks generate 100000 FOLDER'
  SECONDS  duration of the playback (60)
"""

import os, statistics, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Tests/Browser"))
from browser import Server
from chromium import Chromium

program, library = sys.argv[1:3]
seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 60
latency, rate = 300, 1.6e6
server = Server(program, library)
server.start()
browser = Chromium("/dev/null")
cdp = browser.driver.execute_cdp_cmd


def line(what, value, unit, aim=None):
    verdict = "" if aim is None else f"{'met' if value <= aim else 'MISSED'} (≤ {aim} {unit})"
    print(f"| {what} | {value:.2f} {unit} | {verdict} |", flush=True)


def load_cold():
    """Loads the page without its cache. Returns the seconds until its first paint and until its list."""
    cdp("Network.clearBrowserCache", {})
    browser.driver.get("about:blank")
    browser.driver.get(server.url)
    browser.one(".row")
    browser.until(lambda: browser.script("window.listAt"), "the time of the list")
    paint = browser.script("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    return paint / 1000, browser.script("window.listAt") / 1000


def memory():
    cdp("HeapProfiler.collectGarbage", {})
    return browser.script("performance.memory.usedJSHeapSize") / (1 << 20)


try:
    print("| what | measured | aim |\n|---|--:|---|")
    browser.driver.get(f"{server.url}/#token={server.token}")
    browser.one(".row")
    cdp("Network.enable", {})
    cdp("Network.setBypassServiceWorker", {"bypass": True})
    cdp("Page.addScriptToEvaluateOnNewDocument", {"source": """
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".row")) return;
        requestAnimationFrame(() => { window.listAt ??= performance.now(); });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    """})
    line("first paint, cold cache", load_cold()[0], "s", 0.3)
    cdp("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency, "downloadThroughput": rate / 8, "uploadThroughput": rate / 8})
    loads = [load_cold() for _ in range(5)]
    cdp("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    conditions = f"{latency} ms latency for each request, {rate / 1e6} Mbit/s, cold cache, median of 5"
    for what, values, aim in zip(("first paint", "list"), zip(*loads), (1, 1.5)):
        line(f"{what}, {conditions}", statistics.median(values), "s", aim)
    size = browser.script(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType("
        "'navigation')).filter(e => !e.name.includes('/api/')).reduce("
        "(sum, e) => sum + e.decodedBodySize, 0)")
    line("the whole page", size / 1000, "KB", 150)

    browser.driver.execute_script("""
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
      }).observe({ type: 'longtask' });
    """)
    begun = time.monotonic()
    count = 0
    while time.monotonic() < begun + 30:
        count = browser.script(
            "(() => { const s = document.querySelector('.scroller');"
            " s.scrollTop = s.scrollHeight;"
            " return parseFloat(document.querySelector('.space').style.height) / 72; })()")
        time.sleep(0.02)
    rows = browser.script("document.querySelectorAll('.row').length")
    print(f"| memos scrolled past in 30 s, rows in the page | {count:.0f}, {rows} | |")
    line("longest task while scrolling", browser.script("window.longest"), "ms", 50)
    line("memory after scrolling", memory(), "MiB")

    browser.driver.execute_script("document.querySelector('.scroller').scrollTop = 0")
    browser.until(lambda: browser.all(".row[aria-posinset='1']"), "the first row")
    browser.click(".row[aria-posinset='1'] a")
    browser.one(".word")
    audio = "document.querySelector('audio')"
    browser.driver.execute_script(f"{audio}.loop = true; {audio}.play()")
    time.sleep(2)
    first = memory()
    time.sleep(seconds)
    line(f"memory added by {seconds} s of playback", memory() - first, "MiB", 2)
finally:
    browser.quit()
    server.end()
