// Where memos were played last, in this browser.

const [key, longest] = ["positions", 200];
// Less of a memo is not worth continuing, in seconds.
const least = 2;

function read() {
  try {
    return Object.entries(JSON.parse(localStorage.getItem(key)) ?? {});
  } catch {
    return [];
  }
}

export const rememberedPosition = (id) => read().find(([other]) => other === id)?.[1];

export function rememberPosition(id, seconds, duration) {
  const all = read().filter(([other]) => other !== id);
  if (seconds >= least && seconds <= duration - least) all.push([id, Math.round(seconds * 10) / 10]);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(all.slice(-longest))));
  } catch { /* then the memo starts at the beginning */ }
}
