// Typed texts that are not saved yet, kept in this browser for each memo and segment.

const prefix = "unsaved ";
// Texts for which the device has no space are kept while the page is open.
const unwritten = new Map();

const keyOf = (memo, segment) => `${prefix}${memo} ${segment}`;

// `was` is the segment's text when the user began to edit it.
export function keepDraft(memo, segment, was, text) {
  const [key, value] = [keyOf(memo, segment), JSON.stringify({ was, text })];
  try {
    localStorage.setItem(key, value);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, value);
  }
}

export function dropDraft(memo, segment) {
  unwritten.delete(keyOf(memo, segment));
  localStorage.removeItem(keyOf(memo, segment));
}

// The drafts of a memo that is deleted.
export function dropDrafts(memo) {
  for (const key of [...Object.keys(localStorage), ...unwritten.keys()]) {
    if (!key.startsWith(`${prefix}${memo} `)) continue;
    unwritten.delete(key);
    localStorage.removeItem(key);
  }
}

// The drafts of a memo. Those whose segment has moved follow it.
export function draftsOf(memo, segments) {
  const values = new Map([...Object.entries(localStorage), ...unwritten]);
  const taken = new Set(values.keys());
  const drafts = [];
  for (const [key, value] of values) {
    if (!key.startsWith(`${prefix}${memo} `) || segments.length === 0) continue;
    const draft = JSON.parse(value);
    const old = Number(key.split(" ").pop());
    const same = segments.findIndex((segment) => segment.text === draft.was);
    const isSame = segments[old]?.text === draft.was;
    const index = isSame || same < 0 ? Math.min(old, segments.length - 1) : same;
    // A draft must not replace another one: it moves once that one is settled.
    if (index !== old && taken.has(keyOf(memo, index))) continue;
    taken.add(keyOf(memo, index));
    // The page may close between the server's change and its answer.
    const isSaved = segments[index].text.trim() === draft.text.trim();
    if (isSaved || index !== old) dropDraft(memo, old);
    if (isSaved) continue;
    if (index !== old) keepDraft(memo, index, draft.was, draft.text);
    drafts.push({ index, ...draft });
  }
  return drafts;
}
