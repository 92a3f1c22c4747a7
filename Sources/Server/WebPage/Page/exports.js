// Takes a memo out of the page: as a file, on paper, to the clipboard, or to another app.

import { memoPath, query } from "./api.js";
import { el, notice, warn } from "./elements.js";
import { texts } from "./texts.js";

const formats = [
  ["txt", "Text"], ["md", "Markdown"], ["srt", "Subtitles (SRT)"], ["vtt", "Subtitles (VTT)"],
  ["json", "JSON"],
];

// The items of a menu. `text` returns the transcript's text. Without words, there is only audio.
export function exportActions(memo, text) {
  const audio = [`${texts.export}: Audio`, () => download(memoPath(memo.id, "/audio"), memo.title)];
  if (!text().trim()) return [audio];
  return [
    [texts.copyTranscript, () => copy(text())],
    // Browsers have it only on some systems.
    ...(navigator.share ? [[texts.shareTranscript, () => shareText(memo.title, text())]] : []),
    [texts.print, () => print()],
    ...formats.map(([format, name]) => [`${texts.export}: ${name}`, () => download(
      memoPath(memo.id, `/transcript${query({ format })}`), `${memo.title}.${format}`)]),
    audio,
  ];
}

export async function copy(text) {
  try {
    // Over HTTP, browsers have no clipboard.
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copySelected(text);
    notice(texts.copied);
  } catch (problem) {
    warn(problem.message);
  }
}

function copySelected(text) {
  const field = el("textarea", { value: text, readOnly: true });
  // Nothing outside an open dialog can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

async function shareText(title, text) {
  try {
    await navigator.share({ title, text });
  } catch (problem) {
    // The user has closed the sheet.
    if (problem.name !== "AbortError") warn(problem.message);
  }
}

function download(address, name) {
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
