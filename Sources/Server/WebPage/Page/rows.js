// The rows of the list. Only visible ones are in the page.

import { openMemo } from "./address.js";
import { el } from "./elements.js";
import { isNew } from "./fresh.js";
import { Layout } from "./layout.js";
import { memoRow } from "./row.js";
import { texts } from "./texts.js";

export class Rows {
  list = el("ul", { class: "rows", "aria-label": texts.memos });
  element = el("div", { class: "space" }, this.list);

  constructor({ isSelected, select }) {
    this.isSelected = isSelected;
    this.select = select;
  }

  // Draws the visible rows and a few around them, so that keys can move to the next one. Returns the
  // index after the last one.
  draw(memos, { scroller, isComplete, hasDays }) {
    const top = scroller.scrollTop - this.element.offsetTop;
    this.layout = Layout.of(memos, hasDays, this.layout);
    this.element.style.height = `${this.layout.height}px`;
    const first = Math.max(0, this.layout.rowAt(top) - 4);
    const last = Math.min(memos.length, this.layout.rowAt(top + scroller.clientHeight) + 5);
    const there = new Map([...this.list.children].map((row) => [row.dataset.key, row]));
    const rows = [];
    for (let index = first; index < last; index += 1) {
      const memo = memos[index];
      const day = this.layout.days[index];
      const key = JSON.stringify([memo, day, isNew(memo)]);
      const row = there.get(key) ?? memoRow(memo, key, day,
        (isSelected, isRange) => this.select(memo.id, isSelected, isRange));
      const box = row.querySelector("input");
      if (box) box.checked = this.isSelected(memo.id);
      there.delete(key);
      row.style.transform = `translateY(${this.layout.tops[index]}px)`;
      row.setAttribute("aria-posinset", index + 1);
      row.setAttribute("aria-setsize", isComplete ? memos.length : -1);
      rows.push(row);
    }
    this.replace(there.values(), rows);
    this.markOpen();
    return last;
  }

  // A row with the focus keeps it.
  replace(old, rows) {
    const focused = document.activeElement?.closest?.(".row")?.dataset.id;
    const isBox = document.activeElement?.matches?.(".row input");
    for (const row of old) row.remove();
    rows.forEach((row, index) => {
      if (this.list.children[index] !== row) {
        this.list.insertBefore(row, this.list.children[index] ?? null);
      }
    });
    if (focused && !this.list.contains(document.activeElement)) {
      this.list.querySelector(`[data-id="${focused}"] ${isBox ? "input" : "a"}`)?.focus({ preventScroll: true });
    }
  }

  markOpen() {
    const id = openMemo();
    for (const link of this.list.querySelectorAll("a")) {
      const isOpen = link.closest(".row").dataset.id === id;
      if (isOpen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
}
