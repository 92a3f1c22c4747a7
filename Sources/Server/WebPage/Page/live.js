// Words while somebody speaks, from the server's realtime transcription. What is kept is made from the
// whole recording later: nothing depends on this.

// In seconds, and of full scale.
const [shortest, longest, silence] = [1, 2.2, 0.02];

export class Live {
  loudest = 0;
  seconds = 0;
  text = "";
  part = "";
  waiting = [];

  constructor(rate, tell) {
    this.tell = tell;
    this.rate = rate;
    try {
      const address = new URL("v1/realtime?intent=transcription", document.baseURI);
      address.protocol = address.protocol.replace("http", "ws");
      this.socket = new WebSocket(address, ["realtime"]);
    } catch {
      return;
    }
    this.socket.onopen = () => {
      this.send({
        type: "session.update",
        session: {
          type: "transcription",
          audio: {
            input: {
              format: { type: "audio/pcm", rate: 24000 },
              transcription: { model: "whisper-1" },
              turn_detection: null,
            },
          },
        },
      });
      for (const samples of this.waiting.splice(0)) this.hear(samples);
    };
    this.socket.onmessage = ({ data }) => this.read(JSON.parse(data));
  }

  send(event) { this.socket.send(JSON.stringify(event)); }

  hear(samples) {
    if (!this.socket || this.socket.readyState > 1) return;
    if (this.socket.readyState === 0) {
      // Half a minute at most.
      if (this.waiting.length < 300) this.waiting.push(samples);
      return;
    }
    // A connection that does not keep up is not to be drowned.
    if (this.socket.bufferedAmount > 1 << 20) return;
    const bytes = new Uint8Array(this.resampled(samples).buffer);
    let text = "";
    for (let index = 0; index < bytes.length; index += 8192) {
      text += String.fromCharCode(...bytes.subarray(index, index + 8192));
    }
    this.send({ type: "input_audio_buffer.append", audio: btoa(text) });
    this.endPart(samples);
  }

  // A text is wanted while somebody speaks on: what was said so far is handed over where it is quiet
  // for a moment, and in any case before it is long.
  endPart(samples) {
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample) / 32767);
    this.loudest = Math.max(this.loudest, peak);
    this.seconds += samples.length / this.rate;
    const isQuiet = peak < this.loudest * 0.25;
    if (this.seconds < longest && !(this.seconds >= shortest && isQuiet)) return;
    const hasSpeech = this.loudest > silence;
    this.send({ type: `input_audio_buffer.${hasSpeech ? "commit" : "clear"}` });
    this.loudest = 0;
    this.seconds = 0;
  }

  // To the one rate that the protocol has.
  resampled(samples) {
    const step = this.rate / 24000;
    const result = new Int16Array(Math.floor(samples.length / step));
    for (let index = 0; index < result.length; index += 1) {
      const place = index * step;
      const before = Math.floor(place);
      const after = Math.min(before + 1, samples.length - 1);
      result[index] = samples[before] + (samples[after] - samples[before]) * (place - before);
    }
    return result;
  }

  read(event) {
    if (event.type === "conversation.item.input_audio_transcription.delta") {
      this.part += event.delta;
    } else if (event.type === "conversation.item.input_audio_transcription.completed") {
      this.text = `${this.text} ${event.transcript}`.trim();
      this.part = "";
    } else return;
    this.tell(`${this.text} ${this.part}`.trim());
  }

  close() { this.socket?.close(); }
}
