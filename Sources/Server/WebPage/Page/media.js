// The system's controls of what plays: on the lock screen, a keyboard, or headphones.

import { texts } from "./texts.js";

const session = navigator.mediaSession;
const names = ["play", "pause", "seekbackward", "seekforward", "seekto"];
// The player that played last.
let current = null;

// Only one memo plays at a time.
export function announce(player) {
  if (current !== player) current?.pause();
  current = player;
  if (!session) return;
  session.metadata = new MediaMetadata({ title: player.memo.title, artist: texts.name });
  const actions = {
    play: () => player.play(),
    pause: () => player.pause(),
    seekbackward: ({ seekOffset = 10 }) => player.seek(player.time - seekOffset),
    seekforward: ({ seekOffset = 10 }) => player.seek(player.time + seekOffset),
    seekto: ({ seekTime }) => player.seek(seekTime),
  };
  for (const name of names) session.setActionHandler(name, actions[name]);
}

export function showPosition(player) {
  if (!session || current !== player) return;
  const { audio, duration, time } = player;
  session.playbackState = audio.paused ? "paused" : "playing";
  session.setPositionState?.({
    duration: Math.max(duration, time), playbackRate: audio.playbackRate, position: time,
  });
}

export function withdraw(player) {
  if (current !== player) return;
  current = null;
  if (!session) return;
  session.metadata = null;
  session.playbackState = "none";
  for (const name of names) session.setActionHandler(name, null);
}
