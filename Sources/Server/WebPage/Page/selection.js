// The selected memos, and the bar with actions on them.

import { may } from "./access.js";
import { deleteForGood, restore } from "./changes.js";
import { button, el, warn } from "./elements.js";
import { adding, modifyMemo, readMemo } from "./memos.js";
import { texts } from "./texts.js";
import { transcribe } from "./transcribing.js";

export class Selection {
  ids = new Set();
  bar = el("div", { class: "bulk", hidden: true });

  // The memo selected last, where a range begins.
  last = null;

  // `trash` moves memos to the trash, `isTrash` returns whether the list is the trash, and `every`
  // the ids of all its memos.
  constructor({ trash, isTrash, every, whenChanged, whenShown }) {
    Object.assign(this, { trash, isTrash, every, whenChanged, whenShown });
  }

  has(id) { return this.ids.has(id); }

  set(ids, isSelected) {
    const changed = ids.filter((id) => this.ids.has(id) !== isSelected);
    // A tag that is being typed stays while other memos change.
    if (changed.length === 0) return;
    for (const id of changed) {
      if (isSelected) this.ids.add(id);
      else this.ids.delete(id);
    }
    this.last = ids.at(-1);
    this.show();
  }

  clear() {
    this.ids.clear();
    this.last = null;
    this.show();
  }

  async selectAll() {
    try {
      this.set(await this.every(), true);
    } catch (problem) {
      warn(problem.message);
    }
  }

  show() {
    const ids = [...this.ids];
    this.bar.hidden = ids.length === 0;
    this.whenShown();
    if (ids.length === 0) return this.bar.replaceChildren();
    const action = (label, work, properties) => button(label, async () => {
      if (!await work()) return;
      this.clear();
      this.whenChanged();
    }, properties);
    const actions = this.isTrash()
      ? [
        may("write") && action(texts.restore, () => restore(ids)),
        may("write")
          && action(texts.deleteForGood, () => deleteForGood(ids), { class: "dangerous" }),
      ]
      : [
        may("write") && button(texts.addTag, () => this.addTag(ids)),
        may("transcribe") && action(texts.transcribe, () => transcribe(ids, { asksHow: true })),
        may("write") && action(texts.moveToTrash, () => this.trash(ids)),
      ];
    this.bar.replaceChildren(
      el("span", { text: texts.selected(ids.length) }), ...actions.filter(Boolean),
      button(texts.selectAll, () => this.selectAll()), action(texts.cancel, () => true));
  }

  addTag(ids) {
    const open = this.bar.querySelector(".add-tag");
    if (open) return open.focus();
    const field = el("input", { class: "add-tag", "aria-label": texts.addTag, placeholder: texts.addTag });
    field.addEventListener("change", async () => {
      const tag = field.value.trim();
      if (!tag) return;
      try {
        for (const id of ids) await modifyMemo(await readMemo(id), adding(tag));
      } catch (problem) {
        return warn(`${texts.notSaved}: ${problem.message}`);
      }
      this.clear();
      this.whenChanged();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") field.value = "";
    });
    this.bar.append(field);
    field.focus();
  }
}
