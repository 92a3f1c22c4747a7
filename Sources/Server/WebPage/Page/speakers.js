// Speakers: their names, their words, and the recognized voices.

import { may } from "./access.js";
import { change, get, memoPath, query, send } from "./api.js";
import { ask, dialog, menu } from "./dialogs.js";
import { button, el, notice, warn } from "./elements.js";
import { date, texts } from "./texts.js";

export const label = (speaker) => speaker.name
  ?? (speaker.likelyName ? `${speaker.likelyName}?` : texts.speaker(speaker.id + 1));

// The speaker of most of a segment's words.
export function speakerOf(segment, speakers) {
  const counts = new Map();
  for (const { speaker } of segment.words ?? []) {
    if (speakers.has(speaker)) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
}

// The word numbers from the start of a segment to the next change of speaker.
export function restOfTurn(segments, index, speakers) {
  const count = (segment) => segment.words?.length ?? 0;
  const first = segments.slice(0, index).reduce((sum, segment) => sum + count(segment), 0);
  const speaker = speakerOf(segments[index], speakers);
  const rest = segments.slice(index);
  const end = rest.findIndex((segment) => (speakerOf(segment, speakers) ?? speaker) !== speaker);
  const turn = end < 0 ? rest : rest.slice(0, end);
  return { first, upTo: turn.reduce((sum, segment) => sum + count(segment), first) };
}

// Edits of a transcript's speakers. `transcript` shows it, and updates it.
export class Speakers {
  constructor(transcript) {
    this.transcript = transcript;
  }

  get all() { return [...this.transcript.speakers.values()]; }

  async perform(edit) {
    try {
      const { id, memo } = this.transcript;
      await change("POST", memoPath(memo.id, "/transcript/speakers"), { transcript: id, ...edit });
      await this.transcript.reload();
      return true;
    } catch (problem) {
      warn(`${texts.notSaved}: ${problem.message}`);
      return false;
    }
  }

  // Edits of one speaker, below the name.
  choose(speaker, place) {
    const name = label(speaker);
    const items = [[texts.nameSpeaker(name), () => this.name(speaker, place)]];
    if (speaker.likelyName && !speaker.name) {
      items.unshift([texts.isSpeaker(speaker.likelyName), () =>
        this.perform({ op: "name", speaker: speaker.id, name: speaker.likelyName })]);
    }
    for (const other of this.all.filter(({ id }) => id !== speaker.id)) {
      items.push([texts.mergeSpeaker(label(other)), () =>
        this.perform({ op: "merge", speaker: speaker.id, into: other.id })]);
    }
    if (speaker.name && may("admin")) {
      items.push([texts.rememberVoice(speaker.name), () => this.remember(speaker)]);
      items.push([texts.forgetVoice(speaker.name), () => forgetVoice(speaker.name)]);
    }
    menu(place, items);
  }

  // The speaker of a sentence, and of what follows until the speaker changes.
  assign(index, place) {
    const { segments, speakers } = this.transcript;
    const range = restOfTurn(segments, index, speakers);
    const now = speakerOf(segments[index], speakers);
    menu(place, [
      ...this.all.filter(({ id }) => id !== now).map((speaker) => [
        texts.fromHere(label(speaker)),
        () => this.perform({ op: "assign", ...range, speaker: speaker.id })]),
      [texts.fromHere(texts.somebodyNew), () => this.perform({ op: "assign", ...range })],
    ]);
  }

  // A field instead of the name.
  name(speaker, place) {
    const field = el("input", {
      class: "speaker", value: speaker.name ?? speaker.likelyName ?? "",
      "aria-label": texts.nameSpeaker(label(speaker)),
    });
    let isOver = false;
    const end = (isKept) => {
      if (isOver) return;
      isOver = true;
      const name = field.value.trim();
      field.replaceWith(place);
      place.focus();
      if (isKept && name !== (speaker.name ?? "")) {
        this.perform({ op: "name", speaker: speaker.id, name: name || null });
      } else this.transcript.whenClosed?.();
    };
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") {
        // Or the key would press the button that gets the focus.
        event.preventDefault();
        end(true);
      }
      if (event.key === "Escape") end(false);
    });
    field.addEventListener("blur", () => end(true));
    place.replaceWith(field);
    field.select();
    field.focus();
  }

  async remember({ id, name }) {
    try {
      await change("POST", "api/voices", { name, speaker: id, transcript: this.transcript.id });
      notice(texts.voiceRemembered(name));
    } catch (problem) {
      warn(problem.message, { isKept: true });
    }
  }
}

// Forgets a voice, or all voices without a name.
async function forgetVoice(name) {
  const question = name ? texts.forgetVoiceQuestion(name) : texts.forgetVoicesQuestion;
  if (!await ask(question, [texts.keep, false], [texts.forget, true, true])) return false;
  try {
    const selection = name ? { name } : { everybody: true };
    const { erased } = await (await send("DELETE", `api/voices${query(selection)}`)).json();
    notice(erased ? texts.voiceForgotten : texts.voiceForgottenLater);
    return true;
  } catch (problem) {
    warn(problem.message);
    return false;
  }
}

// The voices that are recognized.
export async function showVoices() {
  const list = el("ul", { class: "links" });
  const all = button(texts.forgetVoices, async () => {
    if (await forgetVoice(null)) show();
  }, { class: "dangerous" });
  const show = async () => {
    const { voices } = await get("api/voices");
    list.replaceChildren(...voices.map(({ name, createdAt }) =>
      el("li", {}, el("span", { text: texts.voiceSince(name, date(createdAt)) }),
        button(texts.forget, async () => {
          if (await forgetVoice(name)) show();
        }, { "aria-label": texts.forgetVoice(name) }))));
    if (voices.length === 0) list.replaceChildren(el("li", { text: texts.noVoices }));
  };
  try {
    await show();
    dialog(texts.voices, el("p", { text: texts.voicesHow }), list, el("div", { class: "answers" }, all));
  } catch (problem) {
    warn(problem.status === 403 ? texts.voicesElsewhere : problem.message);
  }
}
