// The memos that are new in this browser: recorded since its first visit, and not opened here.

// More would fill the browser's storage.
const longest = 1000;

function read() {
  try {
    const { since, seen } = JSON.parse(localStorage.getItem("new"));
    return { since, seen: new Set(seen) };
  } catch {
    return null;
  }
}

function write() {
  if (state.seen.size > longest) state = { since: Date.now(), seen: new Set() };
  try {
    localStorage.setItem("new", JSON.stringify({ since: state.since, seen: [...state.seen] }));
  } catch { /* then it holds until the page is closed */ }
}

let state = read();
if (!state) {
  state = { since: Date.now(), seen: new Set() };
  write();
}

export const isNew = ({ id, date }) => Date.parse(date) > state.since && !state.seen.has(id);

export function markSeen(id) {
  if (state.seen.has(id)) return;
  state.seen.add(id);
  write();
}

// Another tab has opened a memo.
addEventListener("storage", ({ key }) => {
  if (key === "new") state = read() ?? state;
});
