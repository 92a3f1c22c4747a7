// Live text during a recording: the server's engine transcribes the audio as it arrives and sends
// all text on each change. The memo's transcript is made later from the whole recording, so it does
// not depend on this. If the connection breaks, a new one continues.

// The server's sample rate in hertz, and the longest audio that waits for a connection, in seconds.
const [rate, patience] = [16000, 30];
const pause = 2000;

export class Live {
  // The text of earlier connections, and of this one.
  earlier = "";
  text = "";
  waiting = [];

  constructor(ownRate, tell) {
    this.step = ownRate / rate;
    this.tell = tell;
    this.connect();
  }

  connect() {
    try {
      const address = new URL("api/live", document.baseURI);
      address.protocol = address.protocol.replace("http", "ws");
      this.socket = new WebSocket(address);
    } catch {
      return;
    }
    this.socket.onopen = () => {
      for (const samples of this.waiting.splice(0)) this.socket.send(samples);
    };
    this.socket.onmessage = ({ data }) => this.read(JSON.parse(data));
    this.socket.onclose = () => {
      this.earlier = this.all();
      this.text = "";
      if (!this.isEnded) this.timer = setTimeout(() => this.connect(), pause);
    };
  }

  hear(samples) {
    if (!this.socket || this.isEnded) return;
    const sound = this.resampled(samples);
    if (this.socket.readyState !== WebSocket.OPEN) {
      this.waiting.push(sound);
      const count = this.waiting.reduce((sum, { length }) => sum + length, 0);
      if (count > patience * rate) this.waiting.shift();
      return;
    }
    // Skips audio if the connection is too slow.
    if (this.socket.bufferedAmount < 1 << 20) this.socket.send(sound);
  }

  // Converts to the server's rate: each sample is the mean of those it replaces.
  resampled(samples) {
    if (this.step === 1) return samples;
    const result = new Int16Array(Math.floor(samples.length / this.step));
    for (let index = 0; index < result.length; index += 1) {
      const first = Math.floor(index * this.step);
      const end = Math.max(first + 1, Math.floor((index + 1) * this.step));
      let sum = 0;
      for (let place = first; place < end; place += 1) sum += samples[place];
      result[index] = sum / (end - first);
    }
    return result;
  }

  read(event) {
    if (event.type === "failed") {
      // A retry would fail, too.
      this.isEnded = true;
      return;
    }
    this.text = event.text;
    this.tell(this.all());
  }

  // A broken connection is longer than any pause in speech, so its text ends with a line break.
  all() { return [this.earlier, this.text].filter(Boolean).join("\n"); }

  close() {
    this.isEnded = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
