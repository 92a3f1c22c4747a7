// One memo in the list.

import { el, icon } from "./elements.js";
import { date, texts, time } from "./texts.js";

export function memoRow(memo, key, select) {
  const { status } = memo.transcription;
  const state = texts.states[status];
  const facts = [date(memo.date), time(memo.duration), ...memo.tags.map((tag) => `#${tag}`)];
  return el(
    "li", { class: "row", data: { key, id: memo.id } },
    el("input", {
      type: "checkbox", "aria-label": texts.selectMemo(memo.title),
      onchange: (event) => select(event.target.checked),
    }),
    el("a", { href: `#/memo/${memo.id}` },
      el("span", { class: "name" }, memo.isFavorite ? icon("heart", true) : null, memo.title),
      el("span", { class: "facts" }, facts.join(" · "),
        state ? el("span", { class: `state ${status}`, text: state }) : null)));
}
