// The list of memos or search results. Only visible rows are in the page.

import { change, get, query } from "./api.js";
import { button, el, icon, notice } from "./elements.js";
import { onChange } from "./events.js";
import { memoRow } from "./row.js";
import { Search } from "./search.js";
import { folded, number, texts } from "./texts.js";

const rowHeight = 72;
const pageLength = 200;
// The sort orders of the server, and their comparison functions.
const orders = {
  newest: (memo, other) => memo.date > other.date,
  oldest: (memo, other) => memo.date < other.date,
  title: (memo, other) => folded(memo.title) < folded(other.title),
  longest: (memo, other) => memo.duration > other.duration,
};

export class Library {
  memos = [];
  next = undefined;
  // No more pages are loaded before the first has arrived.
  isComplete = true;
  isLoaded = false;
  // The number of memos, in the chosen filter.
  count = el("span", { class: "count" });
  place = "library";
  onlyFavorites = false;
  tag = null;
  sort = remembered();
  selected = new Set();
  loading = null;
  generation = 0;

  constructor() {
    this.rows = el("ul", { class: "rows", "aria-label": texts.memos });
    this.space = el("div", { class: "space" }, this.rows);
    this.message = el("p", { class: "message", role: "status" });
    this.search = new Search({
      // The trash is not searched.
      filter: () => ({ favorite: this.onlyFavorites ? true : undefined, tag: this.tag }),
      show: (message) => {
        this.space.hidden = true;
        this.message.textContent = message;
        this.showFilters();
      },
      end: () => this.reload(),
      moveDown: () => {
        if (this.links[0]) this.focus(this.links[0]);
      },
    });
    this.scroller = el("div", { class: "scroller", onscroll: () => this.scrolled() },
      this.message, this.space, this.search.results);
    this.filters = el("div", { class: "filters", role: "group" });
    this.order = el("select", {
      class: "chip", "aria-label": texts.order, onchange: () => this.setOrder(this.order.value),
    }, ...Object.keys(orders).map((order) => el("option", {
      value: order, text: texts.orders[order], selected: order === this.sort,
    })));
    this.bulk = el("div", { class: "bulk", hidden: true });
    this.element = el("section", { class: "library", "aria-label": texts.memos },
      el("div", { class: "find" }, icon("search"), this.search.field), this.filters, this.bulk,
      this.scroller);
    this.scroller.addEventListener("keydown", (event) => this.move(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    onChange((event) => this.update(event));
    this.showFilters();
  }

  showFilters() {
    const isFound = !this.search.results.hidden;
    const filter = (label, isOn, set) => button(el("span", {}, label, isOn ? this.count : null), () => {
      set();
      this.reload();
    }, { class: isOn ? "chip on" : "chip", "aria-pressed": String(isOn) });
    const isTrash = this.place === "trash" && !isFound;
    const isPlain = !isTrash && !this.onlyFavorites && !this.tag;
    // After choosing an order, the focus stays there.
    const isChoosing = document.activeElement === this.order;
    this.filters.replaceChildren(
      filter(texts.all, isPlain, () => this.filter({})),
      filter(texts.favorites, this.onlyFavorites, () => this.filter({ onlyFavorites: true })),
      filter(texts.trash, isTrash, () => this.filter({ place: "trash" })),
      ...(this.tag ? [filter(`${texts.tag}: ${this.tag} ×`, true, () => this.filter({}))] : []),
      this.order);
    if (isChoosing) this.order.focus();
    this.showCount();
  }

  // The number of memos that the chosen filter lets through, as far as it is known.
  showCount() {
    const { search, memos, isComplete } = this;
    const count = search.results.hidden ? memos.length : search.total;
    const isAll = isComplete || !search.results.hidden;
    this.count.textContent = this.isLoaded || !search.results.hidden
      ? ` ${number(count)}${isAll ? "" : "+"}` : "";
  }

  scrolled() {
    this.draw();
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    if (scrollTop + 2 * clientHeight > scrollHeight) this.search.more();
  }

  setOrder(order) {
    this.sort = order;
    try {
      localStorage.setItem("order", order);
    } catch { /* then it holds until the page is closed */ }
    this.scroller.scrollTop = 0;
    this.reload();
  }

  filter({ place = "library", onlyFavorites = false, tag = null }) {
    Object.assign(this, { place, onlyFavorites, tag });
    this.search.field.value = "";
    this.selected.clear();
  }

  get question() {
    return {
      place: this.place, favorite: this.onlyFavorites ? true : undefined, tag: this.tag,
      sort: this.sort === "newest" ? undefined : this.sort,
    };
  }

  async reload() {
    this.generation += 1;
    this.loading = null;
    this.isLoaded = false;
    this.search.hide();
    this.showFilters();
    this.space.hidden = false;
    const { generation } = this;
    const page = await get(`api/memos${query({ ...this.question, limit: pageLength })}`);
    if (generation !== this.generation) return;
    this.memos = page.memos;
    this.next = page.next;
    this.isComplete = !page.next;
    this.isLoaded = true;
    this.draw();
    this.showMessage();
  }

  showMessage() {
    const isEmpty = this.memos.length === 0 && !this.search.text;
    this.message.textContent =
      isEmpty ? (this.place === "trash" ? texts.emptyTrash : texts.empty) : "";
    this.showBulk();
  }

  async more() {
    if (this.loading || this.isComplete) return;
    const { generation } = this;
    this.loading = get(
      `api/memos${query({ ...this.question, limit: pageLength, after: this.next })}`);
    try {
      const page = await this.loading;
      if (generation !== this.generation) return;
      const known = new Set(this.memos.map((memo) => memo.id));
      this.memos.push(...page.memos.filter((memo) => !known.has(memo.id)));
      this.next = page.next;
      this.isComplete = !page.next;
    } catch {
      // Scrolling further tries again.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      if (generation === this.generation) this.loading = null;
      return;
    }
    if (generation === this.generation) this.loading = null;
    this.draw();
  }

  // Only the visible rows and a few around them, so that keys can move to the next one.
  draw() {
    const { scrollTop, clientHeight } = this.scroller;
    const count = this.memos.length;
    this.space.style.height = `${count * rowHeight}px`;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - 4);
    const last = Math.min(count, Math.ceil((scrollTop + clientHeight) / rowHeight) + 4);
    const there = new Map([...this.rows.children].map((row) => [row.dataset.key, row]));
    const rows = [];
    for (let index = first; index < last; index += 1) {
      const memo = this.memos[index];
      const key = `${memo.id} ${JSON.stringify(memo)} ${this.selected.has(memo.id)}`;
      const row = there.get(key) ?? memoRow(memo, key, this.selected.has(memo.id),
        (isSelected) => this.select(memo.id, isSelected));
      there.delete(key);
      row.style.transform = `translateY(${index * rowHeight}px)`;
      row.setAttribute("aria-posinset", index + 1);
      row.setAttribute("aria-setsize", this.isComplete ? count : -1);
      rows.push(row);
    }
    const focused = document.activeElement?.closest?.(".row")?.dataset.id;
    for (const row of there.values()) row.remove();
    rows.forEach((row, index) => {
      if (this.rows.children[index] !== row) {
        this.rows.insertBefore(row, this.rows.children[index] ?? null);
      }
    });
    if (focused && !this.rows.contains(document.activeElement)) {
      this.rows.querySelector(`[data-id="${focused}"] a`)?.focus({ preventScroll: true });
    }
    this.markOpen();
    this.showCount();
    if (last > count - pageLength / 2) this.more();
  }

  markOpen() {
    const id = location.hash.match(/^#\/memo\/([^?]+)/)?.[1];
    for (const link of this.rows.querySelectorAll("a")) {
      const isOpen = link.closest(".row").dataset.id === id;
      if (isOpen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  // The links for keyboard navigation: memos or search results.
  get links() {
    const { results } = this.search;
    return [...(results.hidden ? this.rows : results).querySelectorAll("a")];
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
    else if (isFirst) this.search.field.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(link) {
    link.focus({ preventScroll: true });
    (link.closest(".row") ?? link).scrollIntoView({ block: "nearest" });
  }

  select(id, isSelected) {
    if (isSelected) this.selected.add(id);
    else this.selected.delete(id);
    this.showBulk();
  }

  showBulk() {
    const ids = [...this.selected];
    this.bulk.hidden = ids.length === 0;
    const after = () => {
      this.selected.clear();
      this.reload();
    };
    const actions = this.place === "trash"
      ? [
        button(texts.restore, async () => {
          await this.restore(ids);
          after();
        }),
        button(texts.deleteForGood, async () => {
          const { memos } = await change("POST", "api/memos/delete", { ids });
          notice(texts.deletedForGood(memos.length));
          after();
        }, { class: "dangerous" }),
      ]
      : [
        button(texts.addTag, () => this.tagSelected(ids)),
        button(texts.transcribe, async () => {
          for (const id of ids) await change("POST", `api/memos/${id}/transcription`, {});
          after();
        }),
        button(texts.moveToTrash, async () => {
          await this.trash(ids);
          after();
        }),
      ];
    this.bulk.replaceChildren(
      el("span", { text: texts.selected(ids.length) }), ...actions,
      button(texts.cancel, after));
  }

  tagSelected(ids) {
    const field = el("input", { class: "add-tag", "aria-label": texts.addTag, placeholder: texts.addTag });
    field.addEventListener("change", async () => {
      const tag = field.value.trim();
      if (!tag) return;
      for (const id of ids) {
        const memo = this.memos.find((one) => one.id === id);
        if (memo && !memo.tags.map(folded).includes(folded(tag))) {
          await change("PATCH", `api/memos/${id}`, { tags: [...memo.tags, tag] });
        }
      }
      this.selected.clear();
      this.reload();
    });
    this.bulk.append(field);
    field.focus();
  }

  async trash(ids) {
    try {
      await change("POST", "api/memos/trash", { ids });
      notice(texts.trashed(ids.length), { label: texts.undo, action: () => this.restore(ids) });
    } catch (problem) {
      notice(problem.message);
    }
  }

  async restore(ids) {
    try {
      await change("POST", "api/memos/restore", { ids });
      notice(texts.restored(ids.length));
    } catch (problem) {
      notice(problem.message);
    }
    this.reload();
  }

  // Loads only the changed memos, if they are known.
  async update({ ids }) {
    if (this.search.text) return;
    if (!ids || ids.length > 100) return this.reload();
    const { generation } = this;
    const page = await get(`api/memos${query({ ...this.question, id: ids, limit: 1000 })}`)
      .catch(() => null);
    if (!page || generation !== this.generation) return;
    const fresh = new Map(page.memos.map((memo) => [memo.id, memo]));
    const isBefore = orders[this.sort];
    this.memos = this.memos.filter((memo) => !ids.includes(memo.id) || fresh.has(memo.id))
      .flatMap((memo) => {
        const other = fresh.get(memo.id);
        // A changed title may move the memo.
        if (other && (isBefore(other, memo) || isBefore(memo, other))) return [];
        fresh.delete(memo.id);
        return [other ?? memo];
      });
    for (const memo of fresh.values()) {
      const index = this.memos.findIndex((other) => isBefore(memo, other));
      if (index >= 0) this.memos.splice(index, 0, memo);
      else if (this.isComplete) this.memos.push(memo);
    }
    this.draw();
    this.showMessage();
  }
}

// The sort order chosen in this browser.
function remembered() {
  try {
    const order = localStorage.getItem("order");
    return order in orders ? order : "newest";
  } catch {
    return "newest";
  }
}
