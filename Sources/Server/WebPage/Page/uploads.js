// Dropped, pasted, and chosen files.

import { may } from "./access.js";
import { el, notice, warn } from "./elements.js";
import { addFile, flush, onOutboxChange, recordings } from "./outbox.js";
import { texts } from "./texts.js";

const lines = new Map();
const list = el("ul", { id: "uploads", "aria-label": texts.uploads });

export async function addFiles(files) {
  if (!may("write")) return notice(texts.readOnly);
  const fresh = files.map((file) => [file, show(file, file.name)]);
  for (const [file, line] of fresh) {
    try {
      // A folder, or a file that has disappeared.
      await file.slice(0, 1).arrayBuffer();
      const id = await addFile(file);
      lines.delete(file);
      lines.set(id, line);
    } catch {
      remove(file);
      warn(texts.unreadable(file.name), { isKept: true });
    }
  }
  flush();
}

// `key` is a file until it is stored, and then its id.
function show(key, name) {
  const bar = el("progress", { max: 1, value: 0, "aria-label": name });
  const line = el("li", {}, el("span", { text: name, dir: "auto" }), bar);
  lines.set(key, line);
  list.append(line);
  document.body.append(list);
  return line;
}

function remove(key) {
  lines.get(key)?.remove();
  lines.delete(key);
  if (lines.size === 0) list.remove();
}

onOutboxChange(async ({ id, part, fileName }) => {
  if (part !== undefined && fileName) {
    const line = lines.get(id) ?? show(id, fileName);
    line.querySelector("progress").value = part;
    return;
  }
  // Another tab may have uploaded it.
  const waiting = new Set((await recordings())
    .filter((recording) => !recording.problem).map((recording) => recording.id));
  for (const key of lines.keys()) if (typeof key === "string" && !waiting.has(key)) remove(key);
});

addEventListener("beforeunload", (event) => {
  if (lines.size > 0) event.preventDefault();
});

export function acceptDrops(element) {
  const hasFiles = (event) => [...event.dataTransfer.types].includes("Files");
  let depth = 0;
  const mark = (change) => {
    depth = Math.max(0, depth + change);
    element.classList.toggle("dropping", depth > 0);
  };
  element.addEventListener("dragenter", (event) => hasFiles(event) && mark(1));
  element.addEventListener("dragleave", (event) => hasFiles(event) && mark(-1));
  element.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  element.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    mark(0);
    addFiles([...event.dataTransfer.files]);
  });
  addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) addFiles(files);
  });
}
