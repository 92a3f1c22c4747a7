// Keys in the list of memos or search results.

import { may } from "./access.js";
import { deleteForGood } from "./changes.js";

export class ListKeys {
  constructor(library) {
    this.library = library;
    library.scroller.addEventListener("keydown", (event) => this.move(event));
  }

  // The links of the memos or search results.
  get links() {
    const { rows, search: { results } } = this.library;
    return [...(results.hidden ? rows.list : results).querySelectorAll("a")];
  }

  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target.closest(".row");
    const link = row?.querySelector("a") ?? event.target.closest("a");
    if (!step || !link) return;
    const { links } = this;
    const other = links[links.indexOf(link) + step];
    const isFirst = step < 0 && (!row || row.getAttribute("aria-posinset") === "1");
    if (other) this.focus(other);
    else if (isFirst) this.library.search.field.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(link) {
    link.focus({ preventScroll: true });
    (link.closest(".row") ?? link).scrollIntoView({ block: "nearest" });
  }

  focusMemo(id) {
    const link = this.links.find((one) => one.closest("[data-id]").dataset.id === id);
    link?.focus({ preventScroll: true });
  }

  // Deletes the focused memo. Keys in the list never apply to the open memo.
  key(event) {
    const { activeElement } = document;
    if (event.key !== "Delete" || !may("write") || !this.library.element.contains(activeElement)) return false;
    const item = activeElement.closest(".row, .hit");
    if (item) this.remove(item);
    return true;
  }

  async remove(item) {
    const { id } = item.dataset;
    const index = this.links.indexOf(item.querySelector("a"));
    const isTrash = item.matches(".row") && this.library.place === "trash";
    if (!await (isTrash ? deleteForGood([id]) : this.library.trash([id]))) return;
    if (item.matches(".hit")) item.remove();
    else await this.library.reload();
    const { links } = this;
    if (links.length > 0) this.focus(links[Math.min(index, links.length - 1)]);
  }
}
