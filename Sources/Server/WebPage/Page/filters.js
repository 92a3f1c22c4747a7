// The filters above the list, the tags, and the order.

import { get } from "./api.js";
import { menu } from "./dialogs.js";
import { button, el, notice, warn } from "./elements.js";
import { tagText } from "./question.js";
import { number, texts } from "./texts.js";

export class Filters {
  count = el("span", { class: "count" });

  // `choose` gets a filter, and `search` the text of a search.
  constructor({ choose, search, order }) {
    this.search = search;
    const chip = (label, filter) =>
      button(el("span", {}, label), () => choose(filter), { class: "chip" });
    this.chips = {
      all: chip(texts.all, {}),
      favorites: chip(texts.favorites, { onlyFavorites: true }),
      trash: chip(texts.trash, { place: "trash" }),
    };
    this.tags = button(texts.tags, () => this.showTags(), {
      class: "chip", "aria-haspopup": "menu", "aria-expanded": "false",
    });
    this.element = el(
      "div", { class: "filters", role: "group", "aria-label": texts.filters },
      ...Object.values(this.chips), this.tags, order);
  }

  // Highlights a filter, and shows its number of memos.
  show(chosen) {
    for (const [name, chip] of Object.entries(this.chips)) {
      chip.classList.toggle("on", name === chosen);
      chip.setAttribute("aria-pressed", String(name === chosen));
    }
    this.chips[chosen].firstElementChild.append(this.count);
  }

  showCount(count, isAll) {
    this.count.textContent = count === undefined ? "" : ` ${number(count)}${isAll ? "" : "+"}`;
  }

  async showTags() {
    try {
      const { tags } = await get("api/tags");
      if (tags.length === 0) return notice(texts.noTags);
      menu(this.tags, tags.map(({ tag, count }) => [
        el("span", { class: "counted" }, el("bdi", { text: tag }),
          el("span", { class: "count", text: number(count) })),
        () => this.search(tagText(tag)),
      ]));
    } catch (problem) {
      warn(problem.message);
    }
  }
}
