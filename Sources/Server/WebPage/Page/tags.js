// The tags of an open memo.

import { may } from "./access.js";
import { button, el } from "./elements.js";
import { adding, hasTag } from "./memos.js";
import { texts } from "./texts.js";

export class Tags {
  // `view` shows the memo, and saves its changes.
  constructor(view) {
    this.view = view;
    this.element = el("div", { class: "tags" }, may("write") ? this.field() : null);
    this.show();
  }

  // The field stays while tags change: the next tag may be typed already.
  field() {
    const field = el("input", {
      class: "add-tag", placeholder: texts.addTag, "aria-label": texts.addTag, dir: "auto",
    });
    field.addEventListener("change", async () => {
      const tag = field.value.trim();
      if (!tag) return;
      field.value = "";
      await this.change(adding(tag));
      if (!hasTag(this.view.memo, tag)) field.value ||= tag;
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") field.value = "";
    });
    return field;
  }

  async change(make) {
    await this.view.modify(make);
    this.show();
  }

  // A tag with the focus stays.
  update() {
    if (!this.element.querySelector(".tag:focus-within")) this.show();
  }

  show() {
    for (const tag of this.element.querySelectorAll(".tag")) tag.remove();
    this.element.prepend(...this.view.memo.tags.map((tag) =>
      el("span", { class: "tag" }, el("bdi", { text: tag }),
        may("write") ? button(`${texts.remove} ${tag}`, async () => {
          await this.change(({ tags }) => ({ tags: tags.filter((other) => other !== tag) }));
          this.element.querySelector("input").focus();
        }, { icon: "close" }) : null)));
  }
}
