// The message above the list. An empty list offers the next steps.

import { may } from "./access.js";
import { button, el } from "./elements.js";
import { texts } from "./texts.js";

export class Message {
  text = el("p", { class: "message", role: "status" });
  steps = el("div", { class: "answers steps", hidden: true });
  element = el("div", {}, this.text, this.steps);

  show(text, steps = []) {
    this.text.textContent = text;
    this.steps.hidden = steps.length === 0;
    this.steps.replaceChildren(...steps.map(([label, action]) => button(label, action)));
  }

  showEmpty({ search, place, onlyFavorites, choose, searchAll, record, chooseFiles }) {
    const showAll = [texts.showAll, () => choose({})];
    if (search.words) {
      const everywhere = onlyFavorites ? [[texts.searchAll, searchAll]] : [];
      this.show(texts.emptySearch(search.text), [...everywhere, showAll]);
    } else if (search.tags.length > 0) this.show(texts.emptyTags(search.tags), [showAll]);
    else if (place === "trash") this.show(texts.emptyTrash, [showAll]);
    else if (onlyFavorites) this.show(texts.emptyFavorites, [showAll]);
    else if (may("write")) this.show(texts.empty, [[texts.record, record], [texts.chooseFiles, chooseFiles]]);
    else this.show(texts.emptyForReading);
  }
}
