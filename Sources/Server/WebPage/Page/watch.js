// Notices when a recording gets no sound: the system has interrupted it, or the microphone is muted
// or silent.

// In seconds, and the highest level that counts as silence. No room is that quiet.
const [longestGap, patience, quiet] = [3, 5, 0.0005];

export class Watch {
  isPaused = false;
  problem = null;
  silence = 0;

  constructor(context, track, tell) {
    this.context = context;
    this.track = track;
    this.tell = tell;
    this.heardAt = performance.now();
    context.addEventListener("statechange", this.resume);
    this.timer = setInterval(() => this.check(), 1000);
  }

  hear(level, seconds) {
    this.heardAt = performance.now();
    this.silence = level > quiet ? 0 : this.silence + seconds;
    if (this.problem) this.check();
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    this.heardAt = performance.now();
    this.silence = 0;
    this.check();
  }

  check() {
    const isInterrupted = performance.now() - this.heardAt > longestGap * 1000;
    let problem = null;
    if (this.track.muted) problem = "muted";
    else if (isInterrupted) problem = "interrupted";
    else if (this.silence > patience) problem = "silent";
    if (this.isPaused) problem = null;
    if (isInterrupted) this.resume();
    if (problem === this.problem) return;
    this.problem = problem;
    this.tell(problem);
  }

  // Safari calls the state "interrupted" during a call.
  resume = () => {
    if (["interrupted", "suspended"].includes(this.context.state)) this.context.resume().catch(() => {});
  };

  end() { clearInterval(this.timer); }
}
