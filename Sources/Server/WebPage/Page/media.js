// The system's controls of what plays: on the lock screen, a keyboard, or headphones.

import { texts } from "./texts.js";

const session = navigator.mediaSession;
const names = ["play", "pause", "seekbackward", "seekforward", "seekto"];

export function announce(player, title) {
  if (!session) return;
  session.metadata = new MediaMetadata({ title, artist: texts.name });
  const actions = {
    play: () => player.play(),
    pause: () => player.pause(),
    seekbackward: ({ seekOffset = 10 }) => player.seek(player.time - seekOffset),
    seekforward: ({ seekOffset = 10 }) => player.seek(player.time + seekOffset),
    seekto: ({ seekTime }) => player.seek(seekTime),
  };
  for (const name of names) session.setActionHandler(name, actions[name]);
}

export function showPosition({ audio, duration, time }) {
  if (!session) return;
  session.playbackState = audio.paused ? "paused" : "playing";
  session.setPositionState?.({
    duration: Math.max(duration, time), playbackRate: audio.playbackRate, position: time,
  });
}

export function withdraw() {
  if (!session) return;
  session.metadata = null;
  session.playbackState = "none";
  for (const name of names) session.setActionHandler(name, null);
}
