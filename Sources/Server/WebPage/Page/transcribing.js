// New transcripts of memos. What they replace is asked first.

import { change, get, memoPath } from "./api.js";
import { ask } from "./dialogs.js";
import { el, warn } from "./elements.js";
import { texts } from "./texts.js";

// Returns whether the memos are transcribed again. `asksHow` lets the user choose the language, the
// model, and the number of speakers.
export async function transcribe(ids, { asksHow = false } = {}) {
  try {
    let editedCount = 0;
    for (const id of ids) if (await isEdited(id)) editedCount += 1;
    const request = asksHow || editedCount > 0 ? await chosen(ids.length, editedCount, asksHow) : {};
    if (!request) return false;
    for (const id of ids) await change("POST", memoPath(id, "/transcription"), request);
    return true;
  } catch (problem) {
    warn(problem.message);
    return false;
  }
}

async function isEdited(id) {
  try {
    const { editedAt, speakers = [] } = await get(memoPath(id, "/transcript"));
    return Boolean(editedAt) || speakers.some((speaker) => speaker.name);
  } catch (problem) {
    if (problem.status === 404) return false;
    throw problem;
  }
}

// Returns the request to send, or null.
async function chosen(count, editedCount, asksHow) {
  const fields = asksHow ? await choices() : {};
  const question = editedCount > 0 ? texts.transcribeQuestion(count, editedCount) : [texts.transcribe];
  const form = el("div", { class: "choices" }, ...Object.entries(fields).map(([name, field]) =>
    el("label", {}, texts.transcribeChoices[name], field)));
  if (!await ask([...question, form], [texts.cancel, false], [texts.transcribe, true, editedCount > 0])) {
    return null;
  }
  return Object.fromEntries(Object.entries(fields).flatMap(([name, { value }]) =>
    (value ? [[name, value]] : [])));
}

async function choices() {
  const { engine, languages } = await get("api/server");
  const field = (options) => el("select", {}, el("option", { value: "", text: texts.asSet }),
    ...options.map(([value, text]) => el("option", { value, text })));
  const names = new Intl.DisplayNames("en", { type: "language" });
  const named = languages.map((code) => [code, names.of(code)])
    .sort(([, one], [, other]) => one.localeCompare(other));
  return {
    language: field([["auto", texts.detect], ...named]),
    model: field(engine.models.map((model) => [model, model])),
    speakers: field([["auto", texts.detect], ...Array.from({ length: 9 }, (_, index) =>
      [String(index + 2), String(index + 2)])]),
  };
}
