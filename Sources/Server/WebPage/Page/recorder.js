// Records from the microphone into this browser's storage.

import { addPiece, begin, discard, finish, hold } from "./outbox.js";
import { Live } from "./live.js";
import { texts } from "./texts.js";
import { Watch } from "./watch.js";

// If the browser can't record at this rate, its own is used.
const rate = 16000;
// The length of a chunk in tenths of a second.
const pieceLength = 3;
// Firefox never starts without an audio output.
const longestStart = 5000;

export class Recorder extends EventTarget {
  id = crypto.randomUUID();
  index = 0;
  seconds = 0;
  level = 0;
  isPaused = false;
  waiting = [];
  work = Promise.resolve();

  async start() {
    try {
      await this.listen();
    } catch (error) {
      // The microphone must not stay on without a recording.
      this.end();
      this.release?.();
      throw error;
    }
  }

  async listen() {
    this.stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false },
    });
    try {
      await this.open({ sampleRate: rate });
    } catch {
      await this.open({});
    }
    await this.started();
    this.rate = this.context.sampleRate;
    const isOver = new Promise((resolve) => { this.release = resolve; });
    hold(this.id, isOver);
    const now = new Date();
    const title = texts.memoOf(now);
    await begin({
      id: this.id, title, date: now.toISOString(), rate: this.rate,
      name: `${title.replace(":", ".")}.wav`,
    });
    this.node.port.onmessage = ({ data }) => this.take(data);
    this.source.connect(this.node);
    this.node.port.postMessage("go on");
    const [track] = this.stream.getAudioTracks();
    track.addEventListener("ended", () => this.tell("lost"));
    this.watch = new Watch(this.context, track, (problem) => this.tell("problem", problem));
    this.live = new Live(this.rate, (text) => this.tell("words", text));
    this.keepAwake();
    document.addEventListener("visibilitychange", this.shown);
  }

  async open(options) {
    this.context = new AudioContext(options);
    try {
      await this.context.audioWorklet.addModule("page/recorder-worklet.js");
      this.node = new AudioWorkletNode(this.context, "recorder", { numberOfOutputs: 0 });
      this.source = this.context.createMediaStreamSource(this.stream);
    } catch (error) {
      this.context.close();
      throw error;
    }
  }

  started() {
    return new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(texts.noOutput)), longestStart);
      this.context.resume().then(resolve, reject);
    });
  }

  take(samples) {
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    this.level = peak / 32767;
    this.seconds += samples.length / this.rate;
    this.waiting.push(samples);
    this.live?.hear(samples);
    this.watch?.hear(this.level, samples.length / this.rate);
    if (this.waiting.length >= pieceLength) this.keep();
    this.tell("level");
  }

  keep() {
    if (this.waiting.length === 0) return;
    const count = this.waiting.reduce((sum, samples) => sum + samples.length, 0);
    const all = new Int16Array(count);
    let place = 0;
    for (const samples of this.waiting.splice(0)) {
      all.set(samples, place);
      place += samples.length;
    }
    const index = this.index;
    this.index += 1;
    this.work = this.work.then(async () => {
      try {
        await addPiece(this.id, index, all.buffer);
      } catch (error) {
        this.tell("full", error);
      }
    });
  }

  pause() {
    this.isPaused = !this.isPaused;
    if (this.isPaused) this.keep();
    this.watch.pause(this.isPaused);
    this.node.port.postMessage(this.isPaused ? "pause" : "go on");
    this.tell("level");
  }

  async stop({ isDiscarded = false } = {}) {
    if (this.isStopped) return;
    this.isStopped = true;
    // Passes on the remaining audio.
    await new Promise((resolve) => {
      this.node.port.onmessage = ({ data }) => {
        this.take(data);
        resolve();
      };
      this.node.port.postMessage("flush");
      setTimeout(resolve, 500);
    });
    this.source.disconnect();
    this.end();
    this.keep();
    await this.work;
    await (isDiscarded ? discard(this.id) : finish(this.id));
    this.release();
  }

  end() {
    document.removeEventListener("visibilitychange", this.shown);
    this.watch?.end();
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    if (this.context && this.context.state !== "closed") this.context.close();
    this.live?.close();
    this.screen?.release();
  }

  // Hiding the page releases the screen, and may interrupt the audio.
  shown = () => {
    if (document.visibilityState !== "visible") return;
    this.watch.resume();
    if (this.screen?.released ?? true) this.keepAwake();
  };

  // A sleeping phone stops the page.
  async keepAwake() {
    try {
      this.screen = await navigator.wakeLock?.request("screen");
    } catch { /* it does what it can */ }
    if (this.isStopped) this.screen?.release();
  }

  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
