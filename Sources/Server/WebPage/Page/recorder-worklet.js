// Runs on the audio thread: passes on the microphone's audio, a tenth of a second at a time, as
// integers.

// Firefox sends no channel while the microphone is silent. Web Audio's blocks have this length.
const silence = new Float32Array(128);

class Recorder extends AudioWorkletProcessor {
  constructor() {
    super();
    this.samples = new Int16Array(Math.round(sampleRate / 10));
    this.count = 0;
    this.isPaused = true;
    this.port.onmessage = ({ data }) => {
      if (data === "flush") this.send();
      else this.isPaused = data === "pause";
    };
  }

  process([input]) {
    if (this.isPaused) return true;
    for (const value of input[0] ?? silence) {
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
