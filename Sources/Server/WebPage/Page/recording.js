// The view during a recording.

import { may } from "./access.js";
import { ask } from "./dialogs.js";
import { button, el, notice, warn } from "./elements.js";
import { Recorder } from "./recorder.js";
import { texts, time } from "./texts.js";

let current = null;
// Settled while nothing is recorded.
let over = Promise.resolve();

// Resolves when the user may sign in again: the form must not cover a running recording.
export function untilRecorded() {
  current?.tell("signed-out");
  return over;
}

export async function record() {
  if (current) return;
  if (!may("write")) return notice(texts.readOnly);
  if (!navigator.mediaDevices?.getUserMedia) {
    warn(texts.microphoneInsecure);
    return;
  }
  for (const audio of document.querySelectorAll("audio")) audio.pause();
  const recorder = new Recorder();
  current = recorder;
  let settle;
  over = new Promise((resolve) => { settle = resolve; });
  try {
    await recorder.start();
  } catch (error) {
    current = null;
    settle();
    const reasons = { NotAllowedError: texts.microphoneDenied, QuotaExceededError: texts.noRoom };
    warn(reasons[error.name] ?? error.message);
    return;
  }
  show(recorder, settle);
}

function show(recorder, settle) {
  const clock = el("span", { class: "clock", text: "0:00", role: "timer" });
  const bars = Array.from({ length: 48 }, () => el("i"));
  const meter = el("div", { class: "meter", "aria-hidden": "true" }, ...bars);
  const words = el("p", { class: "live", dir: "auto", "aria-live": "polite", text: texts.listening });
  const problem = el("p", { class: "problem", role: "alert" });
  const pause = button(texts.pause, () => {
    recorder.pause();
    pause.textContent = recorder.isPaused ? texts.resume : texts.pause;
    panel.classList.toggle("paused", recorder.isPaused);
  });
  const stop = button(texts.stop, () => end(), { class: "primary" });
  // It continues until the user has confirmed.
  const discard = button(texts.discard, async () => {
    const answers = [[texts.keep, false], [texts.discard, true, true]];
    if (await ask(texts.discardQuestion, ...answers)) end({ isDiscarded: true });
  });
  const panel = el(
    "section", { class: "recording", "aria-label": texts.recording },
    el("div", { class: "state" }, el("span", { class: "dot" }), clock, meter), problem, words,
    el("div", { class: "answers" }, pause, stop, discard));
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
  const end = async ({ reason, isDiscarded } = {}) => {
    if (current !== recorder) return;
    current = null;
    removeEventListener("beforeunload", hold);
    try {
      await recorder.stop({ isDiscarded });
    } catch (problem) {
      warn(problem.message, { isKept: true });
    }
    panel.remove();
    before?.focus?.();
    settle();
    if (reason) warn(reason, { isKept: true });
  };
  let isSignedOut = false;
  const showProblem = () => {
    problem.textContent = [texts.recordingProblems[recorder.watch.problem], isSignedOut && texts.signedOut]
      .filter(Boolean).join(" ");
  };
  recorder.addEventListener("problem", showProblem);
  recorder.addEventListener("signed-out", () => {
    isSignedOut = true;
    showProblem();
  });
  // Some browsers resume audio only after a touch.
  panel.addEventListener("click", () => recorder.watch.resume());
  recorder.addEventListener("lost", () => end({ reason: texts.microphoneGone }));
  recorder.addEventListener("full", () => end({ reason: texts.quotaFull }));
  const hold = (event) => event.preventDefault();
  addEventListener("beforeunload", hold);
  document.body.append(panel);
  stop.focus();
}
