#!/usr/bin/env python3
"""Measures the web page while it plays an hour in a headless Chromium. The memo has 9,000 words, each of
which is highlighted when spoken. Prints the use of the main thread during the first minute, which plays at
normal speed, and the memory after every six minutes of audio.

usage: hour.py SPEECHMEMO [SPEED]
  SPEED  playback speed after the first minute (3, the page's maximum); Chromium plays up to 16
"""

import os, struct, subprocess, sys, tempfile, time, wave

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Tests/Browser"))
from browser import Server
from chromium import Chromium

program = sys.argv[1]
speed = float(sys.argv[2]) if len(sys.argv) > 2 else 3
hour, rate, part = 3600, 8000, 360

# A fake engine that recognizes one word every 0.4 seconds.
ENGINE = """#!/usr/bin/env python3
import json, sys
def say(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)
say("ready", protocol=2, engine="made", version="1", models=[{"name": "made", "folder": "/"}])
for line in iter(sys.stdin.buffer.readline, b""):
    request = json.loads(line)
    if request["op"] == "load":
        say("done", id=request["id"])
    if request["op"] != "transcribe":
        continue
    number, seconds = request["id"], request["seconds"]
    say("started", id=number, model="made")
    say("want", id=number, seconds=1e9)
    while (message := json.loads(sys.stdin.buffer.readline()))["op"] == "audio":
        sys.stdin.buffer.read(message["bytes"])
    for start in range(0, int(seconds), 4):
        words = [{"text": f"word{start * 10 + index * 4}", "start": start + index * 0.4,
                  "end": start + index * 0.4 + 0.35, "probability": 0.9} for index in range(10)]
        say("segment", id=number, text=" ".join(word["text"] for word in words) + ".",
            start=start, end=start + 4, words=words)
        say("progress", id=number, done=start + 4, total=seconds)
    say("done", id=number, seconds=seconds, language="en", wall=0.1, cpu=0.1, peak_memory=1000)
"""


def metrics():
    """Returns the main thread's processor seconds, the number of layouts, and the time in seconds."""
    values = {one["name"]: one["value"] for one in cdp("Performance.getMetrics", {})["metrics"]}
    return [values[name] for name in ("TaskDuration", "LayoutCount", "Timestamp")]


def verdict(is_met):
    return "met" if is_met else "MISSED"


with tempfile.TemporaryDirectory(prefix="speechmemo-hour-") as folder:
    sound, engine = os.path.join(folder, "hour.wav"), os.path.join(folder, "engine")
    with wave.open(sound, "w") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        # A tone that alternates with silence.
        second = [int(9000 * ((index % 40) / 20 - 1)) for index in range(rate // 2)] + [0] * (rate // 2)
        file.writeframes(struct.pack(f"<{rate}h", *second) * hour)
    with open(engine, "w") as file:
        file.write(ENGINE)
    os.chmod(engine, 0o755)
    os.environ["SPEECHMEMO_HELPER"] = engine
    server = Server(program, os.path.join(folder, "library"))
    server.run("import", sound)
    server.start()
    browser = Chromium("/dev/null")
    try:
        cdp = browser.driver.execute_cdp_cmd
        cdp("Performance.enable", {"timeDomain": "threadTicks"})
        browser.driver.get(f"{server.url}/#token={server.token}")
        browser.click(".row a")
        browser.one(".word")
        words = len(browser.all(".word"))
        audio = "document.querySelector('audio')"
        print(f"{words} words, speed {speed:g}", flush=True)
        browser.driver.execute_script(f"{audio}.play()")
        browser.until(lambda: browser.script(f"{audio}.currentTime > 5"), "playback")
        before = metrics()
        # Without a script that asks, which would use the main thread.
        time.sleep(50)
        busy, layouts, seconds = (now - then for now, then in zip(metrics(), before))
        # A word, or a second of the clock, may take a layout.
        most = 2.5 + 1 + 0.5
        print(f"main thread: {busy / seconds:.1%}, {verdict(busy <= 0.05 * seconds)} (≤ 5%)")
        print(f"layouts: {layouts / seconds:.1f} a second, {verdict(layouts <= most * seconds)} (≤ {most})")
        print("| minute | heap | elements | listeners | highlighted |\n|--:|--:|--:|--:|---|")
        heaps, counts = [], []
        browser.driver.execute_script(f"{audio}.playbackRate = {speed}")
        for minute in range(part // 60, hour // 60 + 1, part // 60):
            browser.until(
                lambda: browser.script(f"{audio}.ended || {audio}.currentTime >= {minute * 60 - 5}"),
                f"minute {minute}", hour)
            cdp("HeapProfiler.collectGarbage", {})
            heaps.append(cdp("Runtime.getHeapUsage", {})["usedSize"] / (1 << 20))
            counters = cdp("Memory.getDOMCounters", {})
            counts.append(counters["nodes"])
            lit = browser.script("document.querySelector('.word.spoken')?.textContent")
            print(f"| {minute} | {heaps[-1]:.2f} MiB | {counters['nodes']} "
                  f"| {counters['jsEventListeners']} | {lit} |", flush=True)
        grown = max(heaps) - heaps[0]
        is_flat = grown <= 2 and counts[-1] <= counts[0] + 100
        print(f"growth after the first six minutes: {grown:.2f} MiB, {verdict(is_flat)} (≤ 2 MiB)")
    finally:
        browser.quit()
        server.end()
