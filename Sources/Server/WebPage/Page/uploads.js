// Dropped, pasted, and chosen files.

import { el, notice } from "./elements.js";
import { upload } from "./outbox.js";
import { texts } from "./texts.js";

const atOnce = 3;
const waiting = [];
let running = 0;

export function addFiles(files) {
  for (const file of files) {
    const bar = el("progress", { max: 1, value: 0, "aria-label": file.name });
    const line = el("li", {}, el("span", { text: file.name }), bar);
    list().append(line);
    waiting.push({ file, bar, line });
  }
  next();
}

function list() {
  let element = document.getElementById("uploads");
  if (!element) {
    element = el("ul", { id: "uploads", "aria-label": texts.uploads });
    document.body.append(element);
  }
  return element;
}

async function next() {
  while (running < atOnce && waiting.length > 0) {
    running += 1;
    send(waiting.shift()).finally(() => {
      running -= 1;
      next();
    });
  }
}

async function send({ file, bar, line }) {
  let address;
  for (let failures = 0; ; failures += 1) {
    try {
      await upload(file, {
        address,
        values: {
          filename: file.name,
          "original-date": file.lastModified ? new Date(file.lastModified).toISOString() : undefined,
          "time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
        whenBegun: (place) => { address = place; },
        whenMoved: (part) => { bar.value = part; },
      });
      notice(texts.uploaded(file.name));
      break;
    } catch (problem) {
      const isForNow = problem.status === 0 || problem.status >= 500 || problem.status === 423;
      if (!isForNow || failures > 8) {
        notice(`${file.name}: ${problem.message}`, { isKept: true });
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** Math.min(failures, 5)));
    }
  }
  line.remove();
  if (list().childElementCount === 0) list().remove();
}

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
