// The view during a recording.

import { may } from "./access.js";
import { button, el, notice } from "./elements.js";
import { Recorder } from "./recorder.js";
import { texts, time } from "./texts.js";

let current = null;

export async function record() {
  if (current) return;
  if (!may("write")) return notice(texts.readOnly);
  if (!navigator.mediaDevices?.getUserMedia) {
    notice(texts.microphoneInsecure);
    return;
  }
  for (const audio of document.querySelectorAll("audio")) audio.pause();
  const recorder = new Recorder();
  current = recorder;
  try {
    await recorder.start();
  } catch (error) {
    current = null;
    const reasons = { NotAllowedError: texts.microphoneDenied, QuotaExceededError: texts.noRoom };
    notice(reasons[error.name] ?? error.message);
    return;
  }
  show(recorder);
}

function show(recorder) {
  const clock = el("span", { class: "clock", text: "0:00", role: "timer" });
  const bars = Array.from({ length: 48 }, () => el("i"));
  const meter = el("div", { class: "meter", "aria-hidden": "true" }, ...bars);
  const words = el("p", { class: "live", dir: "auto", "aria-live": "polite", text: texts.listening });
  const pause = button(texts.pause, () => {
    recorder.pause();
    pause.textContent = recorder.isPaused ? texts.resume : texts.pause;
    panel.classList.toggle("paused", recorder.isPaused);
  });
  const stop = button(texts.stop, () => end(), { class: "primary" });
  const panel = el(
    "section", { class: "recording", "aria-label": texts.recording },
    el("div", { class: "state" }, el("span", { class: "dot" }), clock, meter), words,
    el("div", { class: "answers" }, pause, stop));
  const before = document.activeElement;
  const levels = [];
  recorder.addEventListener("level", () => {
    clock.textContent = time(recorder.seconds);
    levels.push(recorder.level);
    if (levels.length > bars.length) levels.shift();
    levels.forEach((level, index) => {
      bars[index].style.transform = `scaleY(${Math.max(0.04, Math.sqrt(level))})`;
    });
  });
  recorder.addEventListener("words", ({ detail }) => {
    words.textContent = detail;
    words.scrollTop = words.scrollHeight;
  });
  const end = async (reason) => {
    if (current !== recorder) return;
    current = null;
    removeEventListener("beforeunload", hold);
    await recorder.stop();
    panel.remove();
    before?.focus?.();
    if (reason) notice(reason, { isKept: true });
  };
  recorder.addEventListener("lost", () => end(texts.microphoneGone));
  recorder.addEventListener("full", () => end(texts.quotaFull));
  const hold = (event) => event.preventDefault();
  addEventListener("beforeunload", hold);
  document.body.append(panel);
  stop.focus();
}
