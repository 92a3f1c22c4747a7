// One memo in the list.

import { may } from "./access.js";
import { el, icon } from "./elements.js";
import { date, texts, time } from "./texts.js";

// `day` is shown above the first memo of a day.
export function memoRow(memo, key, day, select) {
  const { status } = memo.transcription;
  const state = texts.states[status];
  // Isolated, so that text in other directions does not reorder the rest.
  const tags = memo.tags.flatMap((tag) => [" · ", el("bdi", { text: `#${tag}` })]);
  return el(
    "li", { class: day ? "row first" : "row", data: { key, id: memo.id } },
    day ? el("span", { class: "day", text: day }) : null,
    may("write") || may("transcribe") ? el("input", {
      type: "checkbox", "aria-label": texts.selectMemo(memo.title),
      onchange: (event) => select(event.target.checked),
    }) : null,
    el("a", { href: `#/memo/${memo.id}` },
      el("span", { class: "name" }, memo.favorite ? icon("heart", true) : null,
        el("bdi", { text: memo.title })),
      el("span", { class: "facts" }, date(memo.date), ...tags,
        state ? el("span", { class: `state ${status}`, text: state }) : null),
      el("span", { class: "length", text: time(memo.duration) })));
}
