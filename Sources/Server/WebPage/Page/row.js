// One memo in the list.

import { may } from "./access.js";
import { el, icon } from "./elements.js";
import { isNew } from "./fresh.js";
import { date, texts, time } from "./texts.js";

// In milliseconds, and in pixels.
const [longPress, tolerance] = [500, 10];

// The first words, without those that the title already shows.
export function subject({ title, firstWords = "" }) {
  const start = title.replace(/…$/, "");
  return firstWords.startsWith(start) ? firstWords.slice(start.length).trim() : firstWords;
}

// `day` is shown above the first memo of a day. `select` gets whether the memo is selected, and
// whether all memos between are too.
export function memoRow(memo, key, day, select) {
  const { status } = memo.transcription;
  const state = texts.states[status];
  // Isolated, so that text in other directions does not reorder the rest.
  const tags = memo.tags.flatMap((tag) => [" · ", el("bdi", { text: `#${tag}` })]);
  const row = el(
    "li", { class: day ? "row first" : "row", data: { key, id: memo.id } },
    day ? el("span", { class: "day", text: day }) : null,
    may("write") || may("transcribe") ? el("input", {
      type: "checkbox", "aria-label": texts.selectMemo(memo.title),
      onclick: (event) => select(event.target.checked, event.shiftKey),
    }) : null,
    el("a", { href: `#/memo/${memo.id}` },
      el("span", { class: "name" }, memo.favorite ? icon("heart", true) : null,
        el("bdi", { text: memo.title })),
      el("span", { class: "subject", dir: "auto", text: subject(memo) }),
      el("span", { class: "facts" }, isNew(memo) ? el("span", { class: "new", text: texts.new }) : null,
        date(memo.date), ...tags, state ? el("span", { class: `state ${status}`, text: state }) : null),
      el("span", { class: "length", text: time(memo.duration) })));
  selectOnLongPress(row, select);
  return row;
}

function selectOnLongPress(row, select) {
  const box = row.querySelector("input");
  if (!box) return;
  let timer;
  let start = null;
  let isLong = false;
  const end = () => {
    clearTimeout(timer);
    start = null;
  };
  const press = () => {
    end();
    isLong = true;
    box.checked = !box.checked;
    select(box.checked, false);
  };
  row.addEventListener("pointerdown", (event) => {
    isLong = false;
    if (event.pointerType === "mouse") return;
    start = event;
    timer = setTimeout(press, longPress);
  });
  row.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > tolerance) end();
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) row.addEventListener(name, end);
  // Some browsers open the link's menu on a long press, earlier or later. Its end clicks.
  row.addEventListener("contextmenu", (event) => {
    if (start) press();
    if (isLong) event.preventDefault();
  });
  row.addEventListener("click", (event) => {
    if (isLong) event.preventDefault();
    isLong = false;
  }, true);
}
