// Words while somebody speaks: the server's engine hears the sound as it comes, and tells all that was
// said whenever that changes. What is kept is made from the whole recording later: nothing depends on
// this, and where the connection breaks, the words go on with a new one.

// What the server hears, in hertz, and the longest that waits for a connection, in seconds.
const [rate, patience] = [16000, 30];
const pause = 2000;

export class Live {
  // What was said over connections that are gone, and over this one.
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
    // A connection that does not keep up is not to be drowned.
    if (this.socket.bufferedAmount < 1 << 20) this.socket.send(sound);
  }

  // To the one rate that is heard: each sample is the mean of those that it stands for.
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
      // It would fail again.
      this.isEnded = true;
      return;
    }
    this.text = event.text;
    this.tell(this.all());
  }

  // A connection is gone for longer than anybody draws breath.
  all() { return [this.earlier, this.text].filter(Boolean).join("\n"); }

  close() {
    this.isEnded = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
