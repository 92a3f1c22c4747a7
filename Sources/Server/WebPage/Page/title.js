// The title of an open memo.

import { may } from "./access.js";
import { el, notice } from "./elements.js";
import { texts } from "./texts.js";

export class Title {
  // `view` shows the memo, and saves its changes.
  constructor(view) {
    this.view = view;
    this.element = el("textarea", {
      class: "title", rows: 1, value: view.memo.title, "aria-label": texts.editTitle, dir: "auto",
      readOnly: !may("write"),
      onfocus: () => { this.former = view.memo.title; },
      onchange: () => this.rename(), oninput: () => this.fit(),
      onkeydown: (event) => this.key(event),
    });
  }

  key(event) {
    if (event.key === "Escape") this.element.value = this.view.memo.title;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    this.element.blur();
    this.fit();
  }

  // Firefox has no fields that grow with their content.
  fit() {
    this.element.style.height = "auto";
    this.element.style.height = `${this.element.scrollHeight + 2}px`;
  }

  update() {
    if (document.activeElement !== this.element) this.element.value = this.view.memo.title;
    this.fit();
  }

  async rename() {
    const title = this.element.value.trim().replace(/\s+/g, " ");
    const was = this.former;
    if (title && title !== was) {
      await this.view.modify((memo) => {
        if (memo.title === was) return { title };
        if (memo.title !== title) {
          notice(texts.renamedElsewhere(memo.title, title), {
            isKept: true, label: texts.renameAnyway, action: async () => {
              await this.view.modify(() => ({ title }));
              this.view.showDetails();
            },
          });
        }
        return null;
      });
    }
    this.update();
  }
}
