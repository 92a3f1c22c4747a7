// The transcript: paragraphs of sentences of words, each with its time and speaker.

import { change, get, memoPath } from "./api.js";
import { ask } from "./dialogs.js";
import { draftsOf, dropDraft, keepDraft } from "./drafts.js";
import { button, el, warn } from "./elements.js";
import { label, speakerOf, Speakers } from "./speakers.js";
import { texts, time } from "./texts.js";

const pause = 1.5;
const sentencesInParagraph = 6;
const sure = 0.8;

export class Transcript {
  // A shared link allows no changes.
  constructor(memo, player, { canChange = false, whenClosed } = {}) {
    this.whenClosed = whenClosed;
    this.who = canChange ? new Speakers(this) : null;
    this.memo = memo;
    this.player = player;
    this.words = [];
    this.shown = -1;
    this.element = el("div", { class: "transcript", lang: "" });
    this.element.addEventListener("click", (event) => {
      const word = event.target.closest("[data-start]");
      if (word && !getSelection().toString()) player.seek(Number(word.dataset.start), true);
    });
    this.element.addEventListener("dblclick", (event) => {
      const sentence = event.target.closest("[data-segment]");
      if (sentence) this.edit(Number(sentence.dataset.segment));
    });
    player.onMove((now) => this.light(now));
  }

  // The paragraphs with their speakers.
  get text() {
    return [...this.element.querySelectorAll("p")].map((paragraph) => {
      const sentences = [...paragraph.querySelectorAll(".sentence")];
      const text = sentences.map(({ dataset }) => this.segments[dataset.segment].text.trim()).join(" ");
      const speaker = paragraph.querySelector(".speaker")?.textContent;
      return speaker ? `${speaker}: ${text}` : text;
    }).join("\n\n");
  }

  get isEdited() { return this.element.querySelector(".editor, input.speaker") !== null; }

  // Shows a transcript, unless it is shown already.
  update(transcription) {
    if (this.source !== JSON.stringify(transcription)) this.show(transcription);
  }

  show(transcription) {
    const { id, segments, language, speakers = [] } = transcription;
    const anchor = this.anchor();
    const isFocused = this.element.contains(document.activeElement);
    this.source = JSON.stringify(transcription);
    this.id = id;
    this.segments = segments;
    this.speakers = new Map(speakers.map((speaker) => [speaker.id, speaker]));
    this.element.lang = language ?? "";
    this.words = [];
    this.shown = -1;
    const paragraphs = [];
    let paragraph = null;
    let speaker;
    segments.forEach((segment, index) => {
      const before = segments[index - 1];
      const now = speakerOf(segment, this.speakers) ?? speaker;
      const isOther = now !== speaker;
      speaker = now;
      if (!paragraph || isOther || segment.start - before.end > pause
        || paragraph.sentences.length >= sentencesInParagraph) {
        paragraph = {
          start: segment.start, speaker: isOther ? this.speakers.get(speaker) : null, sentences: [],
        };
        paragraphs.push(paragraph);
      }
      paragraph.sentences.push(this.sentence(segment, index));
    });
    this.element.replaceChildren(...paragraphs.map(({ start, speaker: who, sentences }) =>
      el("div", { class: "paragraph" },
        el("button", {
          type: "button", class: "time", text: time(start), "aria-label": `${texts.play} ${time(start)}`,
          onclick: () => this.player.seek(start, true),
        }),
        el("p", { dir: "auto" }, who ? this.label(who) : null, ...sentences))));
    this.player.setWords(this.words);
    this.light(this.player.time);
    this.scrollBack(anchor);
    // Also those of editors that were open before.
    if (this.who && id) {
      for (const draft of draftsOf(this.memo.id, segments)) this.edit(draft.index, draft);
    }
    if (isFocused) this.focusMemo();
  }

  // The element with the focus is gone.
  focusMemo() { this.element.closest(".memo")?.focus({ preventScroll: true }); }

  label(speaker) {
    if (!this.who) return el("span", { class: speakerClass(speaker), dir: "auto", text: label(speaker) });
    return el("button", {
      type: "button", class: speakerClass(speaker), dir: "auto", text: label(speaker), "aria-haspopup": "menu",
      "aria-expanded": "false", "aria-label": texts.changeSpeaker(label(speaker)),
      onclick: (event) => this.who.choose(speaker, event.currentTarget),
    });
  }

  async reload() { this.show(await get(memoPath(this.memo.id, "/transcript"))); }

  // The text of a segment is shown; its words provide the times.
  sentence(segment, index) {
    const parts = [];
    let place = 0;
    const words = segment.words ?? [];
    for (const word of words) {
      const start = segment.text.indexOf(word.text.trim(), place);
      if (start < 0) continue;
      if (start > place) parts.push(segment.text.slice(place, start));
      place = start + word.text.trim().length;
      const isUnsure = word.confidence !== undefined && word.confidence < sure;
      const element = el("span", {
        class: isUnsure ? "word unsure" : "word", text: segment.text.slice(start, place),
        title: isUnsure ? texts.unsure : undefined, data: { start: word.start },
      });
      this.words.push({ start: word.start, end: word.end, element });
      parts.push(element);
    }
    parts.push(segment.text.slice(place));
    if (words.length === 0) {
      const element = el("span", { class: "word", text: segment.text, data: { start: segment.start } });
      this.words.push({ start: segment.start, end: segment.end, element });
      parts.splice(0, parts.length, element);
    }
    return el(
      "span", { class: "sentence", lang: segment.language, data: { segment: index } }, ...parts, " ");
  }

  // The last word that has started.
  index(now) {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle].start <= now + 0.02) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // Returns when the next word starts.
  light(now) {
    const index = this.index(now);
    const next = this.words[index + 1]?.start;
    if (index === this.shown) return next;
    this.words[this.shown]?.element.classList.remove("spoken");
    const element = this.words[index]?.element;
    element?.classList.add("spoken");
    this.shown = index;
    if (element && !this.player.audio.paused) this.reveal(element);
    return next;
  }

  reveal(element) {
    const place = element.getBoundingClientRect();
    const top = this.player.element.getBoundingClientRect().bottom;
    if (place.top > top + 16 && place.bottom < innerHeight - 120) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollIntoView({ block: "center", behavior: isCalm ? "auto" : "smooth" });
  }

  // The first visible paragraph, by its first segment, and its place.
  anchor() {
    const paragraph = [...this.element.children].find((one) => one.getBoundingClientRect().bottom > 0);
    const segment = paragraph?.querySelector("[data-segment]")?.dataset.segment;
    return segment && { segment, top: paragraph.getBoundingClientRect().top };
  }

  // Keeps the reader's place when the transcript changes.
  scrollBack(anchor) {
    const sentence = anchor && this.element.querySelector(`[data-segment="${anchor.segment}"]`);
    if (!sentence) return;
    const { top } = sentence.closest(".paragraph").getBoundingClientRect();
    this.element.closest(".place")?.scrollBy(0, top - anchor.top);
  }

  // Shows the current word in the middle.
  center() {
    const element = this.words[this.shown]?.element;
    element?.scrollIntoView({ block: "center" });
    // Paragraphs get their height when they come into view.
    requestAnimationFrame(() => element?.scrollIntoView({ block: "center" }));
  }

  editShown() {
    const sentence = this.words[Math.max(this.shown, 0)]?.element.closest("[data-segment]");
    if (sentence) this.edit(Number(sentence.dataset.segment));
  }

  edit(index, draft) {
    const sentence = this.element.querySelector(`[data-segment="${index}"]`);
    if (!this.who || !sentence || sentence.querySelector("textarea")) return;
    if (!draft) this.player.pause();
    const was = draft?.was ?? this.segments[index].text;
    const field = el("textarea", {
      value: draft?.text ?? was, rows: 2, dir: "auto", "aria-label": texts.edit, oninput: () => {
        form.classList.add("changed");
        keepDraft(this.memo.id, index, was, field.value);
      },
    });
    const before = [...sentence.childNodes];
    const close = () => {
      dropDraft(this.memo.id, index);
      const isFocused = form.contains(document.activeElement);
      sentence.replaceChildren(...before);
      if (isFocused) this.focusMemo();
      this.whenClosed?.();
    };
    const save = async () => {
      if (field.value.trim() === was.trim()) return close();
      if (!field.value.trim()
        && !await ask(texts.emptySentence, [texts.keep, false], [texts.remove, true, true])) return;
      try {
        await this.save(index, was, field.value.trim());
      } catch (problem) {
        // The typed text stays in place.
        warn(`${texts.notSaved}: ${problem.message}`);
      }
    };
    const who = button(texts.otherSpeaker, () => this.who.assign(index, who), {
      "aria-haspopup": "menu", "aria-expanded": "false",
    });
    const form = el("span", { class: draft ? "editor changed" : "editor" },
      draft ? el("span", { class: "note", text: texts.draft }) : null, field,
      button(texts.save, save, { class: "primary" }), button(texts.cancel, close),
      this.speakers.size > 0 ? who : null);
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") close();
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        save();
      }
    });
    sentence.replaceChildren(form);
    if (!draft) field.focus();
  }

  async save(index, was, text) {
    try {
      const transcription = await change(
        "PATCH", memoPath(this.memo.id, "/transcript"), { segment: index, was, text });
      dropDraft(this.memo.id, index);
      this.show(transcription);
    } catch (problem) {
      if (problem.status !== 409) throw problem;
      await this.settle(index, text);
    }
  }

  // Another edit came first: both texts are shown, and the user chooses one.
  async settle(index, mine) {
    const response = await fetch(memoPath(this.memo.id, "/transcript"));
    if (!response.ok) throw new Error(texts.conflict);
    const transcription = await response.json();
    const theirs = transcription.segments[index]?.text ?? "";
    const choice = await ask(
      texts.conflict, [`${texts.keepMine}: ${mine}`, "mine"],
      [`${texts.keepTheirs}: ${theirs}`, "theirs"]);
    if (choice === null) throw new Error(texts.conflict);
    if (choice === "mine") return this.save(index, theirs, mine);
    dropDraft(this.memo.id, index);
    this.show(transcription);
  }
}

const speakerClass = ({ id }) => `speaker voice-${id % 6}`;

export const changedEditor = () => document.querySelector(".editor.changed");

addEventListener("beforeunload", (event) => {
  if (changedEditor()) event.preventDefault();
});
