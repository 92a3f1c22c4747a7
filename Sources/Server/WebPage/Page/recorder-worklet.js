// Runs on the audio thread: passes on the microphone's audio, a tenth of a second at a time, as
// integers.

class Recorder extends AudioWorkletProcessor {
  constructor() {
    super();
    this.samples = new Int16Array(Math.round(sampleRate / 10));
    this.count = 0;
    this.isPaused = false;
    this.port.onmessage = ({ data }) => {
      if (data === "flush") this.send();
      else this.isPaused = data === "pause";
    };
  }

  process([input]) {
    // Firefox sends no channel while the microphone is silent.
    const channel = input[0] ?? this.silence;
    if (!channel || this.isPaused) return true;
    this.silence ??= new Float32Array(channel.length);
    for (const value of channel) {
      this.samples[this.count] = Math.max(-1, Math.min(1, value)) * 32767;
      this.count += 1;
      if (this.count === this.samples.length) this.send();
    }
    return true;
  }

  send() {
    const samples = this.samples.slice(0, this.count);
    this.count = 0;
    this.port.postMessage(samples, [samples.buffer]);
  }
}

registerProcessor("recorder", Recorder);
