// Plays a memo's audio, and provides the position.

import { button, el, icon, warn } from "./elements.js";
import { announce, showPosition, withdraw } from "./media.js";
import { rememberPosition } from "./positions.js";
import { texts, time } from "./texts.js";

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
// In milliseconds.
const shortestWait = 33;

export class Player {
  // `memo` has a title. Of a memo with an id, the position is remembered.
  constructor(address, memo) {
    const { duration } = memo;
    this.memo = memo;
    this.audio = el("audio", { src: address, preload: "metadata" });
    this.duration = duration;
    this.moves = new Set();
    this.width = 1;
    this.wasPlayed = false;
    this.isSkipping = localStorage.getItem("skip-silence") === "true";
    this.silences = [];
    const play = button(texts.play, () => this.toggle(), { icon: "play", class: "play" });
    this.clock = el("span", { class: "clock", text: time(0) });
    this.bar = el("input", {
      type: "range", min: 0, max: Math.max(duration, 0.1), step: 0.1, value: 0,
      "aria-label": texts.waveform, oninput: () => this.seek(Number(this.bar.value)),
    });
    this.wave = el("canvas", { class: "wave", "aria-hidden": "true", height: 56 });
    this.played = el("div", { class: "played", "aria-hidden": "true" });
    this.speed = el("output", { class: "speed", "aria-label": texts.speed });
    const skipping = (label, seconds, name) =>
      el("span", { class: "skip" }, button(label, () => this.seek(this.time + seconds), { icon: name }));
    this.back = skipping(texts.back10, -10, "back10");
    // Moves to a bar when the memo is closed during playback.
    this.core = el("span", { class: "core" }, this.audio, play);
    const skip = el("label", { class: "check" },
      el("input", {
        type: "checkbox", checked: this.isSkipping,
        onchange: (event) => {
          this.isSkipping = event.target.checked;
          localStorage.setItem("skip-silence", String(this.isSkipping));
        },
      }), texts.skipSilence);
    this.element = el(
      "div", { class: "player", role: "group", "aria-label": texts.player },
      this.track(),
      el(
        "div", { class: "controls" },
        this.back, this.core, skipping(texts.forward10, 10, "forward10"),
        this.clock, el("span", { class: "of", text: time(duration) }),
        el("span", { class: "speeds", role: "group", "aria-label": texts.speed },
          button("−", () => this.faster(-1), { "aria-label": texts.slower, class: "plain" }), this.speed,
          button("+", () => this.faster(1), { "aria-label": texts.faster, class: "plain" })), skip));
    this.setSpeed(Number(localStorage.getItem("speed")) || 1);
    for (const name of ["play", "pause", "ended"]) {
      this.audio.addEventListener(name, () => {
        const isPlaying = !this.audio.paused;
        play.replaceChildren(icon(isPlaying ? "pause" : "play"));
        play.setAttribute("aria-label", isPlaying ? texts.pause : texts.play);
        if (isPlaying) {
          this.wasPlayed = true;
          announce(this);
        }
        this.remember();
      });
    }
    for (const name of ["play", "pause", "seeked", "ratechange"]) {
      this.audio.addEventListener(name, () => {
        showPosition(this);
        this.follow();
      });
    }
    // A browser may end a hidden page without notice.
    document.addEventListener("visibilitychange", this.remember);
    addEventListener("pagehide", this.remember);
    this.draw([]);
    this.resized = new ResizeObserver(() => this.draw(this.peaks));
    this.resized.observe(this.wave);
  }

  // The waveform, with the time at the pointer.
  track() {
    const label = el("span", { class: "pointed", "aria-hidden": "true", hidden: true });
    const track = el("div", {
      class: "track",
      onpointermove: ({ clientX }) => {
        const { left, width } = track.getBoundingClientRect();
        const part = Math.max(0, Math.min((clientX - left) / width, 1));
        label.hidden = false;
        label.textContent = time(part * this.duration);
        label.style.left = `${100 * part}%`;
        label.style.transform = `translateX(${-100 * part}%)`;
      },
      onpointerleave: () => { label.hidden = true; },
    }, this.wave, this.played, this.bar, label);
    return track;
  }

  get time() { return this.audio.currentTime; }

  showCore() { this.back.after(this.core); }

  remember = () => {
    // Before it was played, the audio may not be loaded.
    if (this.memo.id && this.wasPlayed) rememberPosition(this.memo.id, this.time, this.duration);
  };

  toggle() { this.audio.paused ? this.play() : this.pause(); }

  play() {
    this.audio.play().catch((error) => {
      // It was paused before it began.
      if (error.name !== "AbortError") warn(texts.unplayable);
    });
  }

  pause() { this.audio.pause(); }

  seek(seconds, plays = false) {
    const time = Math.max(0, Math.min(seconds, this.duration));
    this.audio.currentTime = time;
    if (plays) this.play();
    // Before the audio has loaded, its own time is still 0 in some browsers.
    this.tell(time);
  }

  setSpeed(value) {
    this.audio.playbackRate = value;
    this.audio.preservesPitch = true;
    this.speed.value = `${value}×`;
    localStorage.setItem("speed", String(value));
  }

  faster(steps) {
    const index = speeds.indexOf(this.audio.playbackRate) + steps;
    if (speeds[index]) this.setSpeed(speeds[index]);
  }

  // The listener returns when it wants to be called next, if it knows.
  onMove(listener) { this.moves.add(listener); }

  // During playback, shows each change of a word, of the clock, or of a pixel. Following each frame
  // took 8 % of the main thread.
  follow() {
    clearTimeout(this.timer);
    const { time } = this;
    const nextWord = this.tell(time);
    if (this.audio.paused) return;
    const nextPixel = time + this.duration / this.width;
    const next = Math.min(nextWord, nextPixel, this.nextSilence(time), Math.floor(time) + 1);
    const wait = 1000 * (next - time) / this.audio.playbackRate;
    this.timer = setTimeout(() => this.follow(), Math.max(wait, shortestWait));
  }

  nextSilence(now) {
    return (this.isSkipping && this.silences.find(([start]) => start > now)?.[0]) || Infinity;
  }

  tell(now) {
    if (this.isSkipping && !this.audio.paused) {
      const silence = this.silences.find(([start, end]) => now > start && now < end - 0.1);
      if (silence) this.audio.currentTime = silence[1];
    }
    this.played.style.transform = `translateX(${100 * (now / Math.max(this.duration, 0.1) - 1)}%)`;
    this.show(now);
    return Math.min(...[...this.moves].map((listener) => listener(now) ?? Infinity));
  }

  // Each new text or value takes a layout.
  show(now) {
    const text = time(now);
    if (!this.audio.paused && this.clock.textContent === text) return;
    this.clock.textContent = text;
    this.bar.value = String(now);
    this.bar.setAttribute("aria-valuetext", text);
  }

  // Pauses of more than a second, which are shortened.
  setWords(words) {
    this.silences = [];
    let end = 0;
    for (const word of words) {
      if (word.start - end > 1.2) this.silences.push([end + 0.3, word.start - 0.2]);
      end = Math.max(end, word.end);
    }
    if (this.duration - end > 1.2 && words.length > 0) {
      this.silences.push([end + 0.3, this.duration]);
    }
  }

  draw(peaks) {
    this.peaks = peaks;
    const width = this.wave.clientWidth;
    if (!width) return;
    this.width = width;
    const scale = devicePixelRatio || 1;
    this.wave.width = width * scale;
    this.wave.height = 56 * scale;
    const drawing = this.wave.getContext("2d");
    drawing.scale(scale, scale);
    drawing.fillStyle = getComputedStyle(this.wave).color;
    const count = Math.max(1, Math.floor(width / 4));
    for (let index = 0; index < count; index += 1) {
      const from = Math.floor(index * peaks.length / count);
      const to = Math.max(from + 1, Math.floor((index + 1) * peaks.length / count));
      let peak = 0;
      for (const value of peaks.slice(from, to)) peak = Math.max(peak, Math.abs(value));
      const height = Math.max(2, Math.sqrt(peak) * 52);
      drawing.fillRect(index * 4, 28 - height / 2, 2.5, height);
    }
  }

  end() {
    this.audio.pause();
    this.remember();
    document.removeEventListener("visibilitychange", this.remember);
    removeEventListener("pagehide", this.remember);
    withdraw(this);
    this.audio.removeAttribute("src");
    this.audio.load();
    this.resized.disconnect();
  }
}
