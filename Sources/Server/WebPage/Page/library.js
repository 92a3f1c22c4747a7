// The list of memos or search results. Only visible rows are in the page.

import { may } from "./access.js";
import { get, Problem, query } from "./api.js";
import { deleteForGood, trash } from "./changes.js";
import { button, el, icon } from "./elements.js";
import { onChange } from "./events.js";
import { Layout } from "./layout.js";
import { merged, orderField, rememberedOrder, rememberOrder } from "./order.js";
import { memoRow } from "./row.js";
import { Search } from "./search.js";
import { Selection } from "./selection.js";
import { number, texts } from "./texts.js";

const pageLength = 200;

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
  sort = rememberedOrder();
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
    this.order = orderField(this.sort, (order) => this.setOrder(order));
    this.selection = new Selection({
      trash: (ids) => this.trash(ids),
      isTrash: () => this.place === "trash",
      whenChanged: () => this.renew(),
    });
    this.element = el("section", { class: "library", "aria-label": texts.memos },
      el("div", { class: "find" }, icon("search"), this.search.field), this.filters, this.selection.bar,
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
    rememberOrder(order);
    this.scroller.scrollTop = 0;
    this.reload();
  }

  filter({ place = "library", onlyFavorites = false, tag = null }) {
    Object.assign(this, { place, onlyFavorites, tag });
    this.search.field.value = "";
    this.selection.clear();
  }

  get question() {
    return {
      place: this.place, favorite: this.onlyFavorites ? true : undefined, tag: this.tag,
      sort: this.sort === "newest" ? undefined : this.sort,
    };
  }

  renew() { return this.search.text ? this.search.find() : this.reload(); }

  async reload() {
    try {
      await this.load();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.message.textContent = problem.message;
    }
  }

  async load() {
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
    const hasDays = this.sort === "newest" || this.sort === "oldest";
    this.layout = Layout.of(this.memos, hasDays, this.layout);
    this.space.style.height = `${this.layout.height}px`;
    const first = Math.max(0, this.layout.rowAt(scrollTop) - 4);
    const last = Math.min(count, this.layout.rowAt(scrollTop + clientHeight) + 5);
    const there = new Map([...this.rows.children].map((row) => [row.dataset.key, row]));
    const rows = [];
    for (let index = first; index < last; index += 1) {
      const memo = this.memos[index];
      const day = this.layout.days[index];
      const key = JSON.stringify([memo, day]);
      const row = there.get(key) ?? memoRow(memo, key, day,
        (isSelected) => this.selection.set(memo.id, isSelected));
      const box = row.querySelector("input");
      if (box) box.checked = this.selection.has(memo.id);
      there.delete(key);
      row.style.transform = `translateY(${this.layout.tops[index]}px)`;
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
    const id = openMemo();
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

  focusMemo(id) {
    const link = this.links.find((one) => one.closest("[data-id]").dataset.id === id);
    link?.focus({ preventScroll: true });
  }

  // Deletes the focused memo. Keys in the list never apply to the open memo.
  key(event) {
    const { activeElement } = document;
    if (event.key !== "Delete" || !may("write") || !this.element.contains(activeElement)) return false;
    const item = activeElement.closest(".row, .hit");
    if (item) this.remove(item);
    return true;
  }

  async remove(item) {
    const { id } = item.dataset;
    const index = this.links.indexOf(item.querySelector("a"));
    const isTrash = item.matches(".row") && this.place === "trash";
    if (!await (isTrash ? deleteForGood([id]) : this.trash([id]))) return;
    if (item.matches(".hit")) item.remove();
    else await this.reload();
    const { links } = this;
    if (links.length > 0) this.focus(links[Math.min(index, links.length - 1)]);
  }

  async trash(ids) {
    if (ids.includes(openMemo())) location.hash = "#/";
    return trash(ids, () => this.renew());
  }

  // Loads only the changed memos, if they are known.
  async update({ ids }) {
    if (this.search.text) return;
    if (!ids || ids.length > 100) return this.reload();
    const { generation } = this;
    const page = await get(`api/memos${query({ ...this.question, id: ids, limit: 1000 })}`)
      .catch(() => null);
    if (!page || generation !== this.generation) return;
    this.memos = merged(
      this.memos, ids, page.memos, { order: this.sort, isComplete: this.isComplete });
    for (const id of ids) {
      if (!page.memos.some((memo) => memo.id === id)) this.selection.set(id, false);
    }
    this.draw();
    this.showMessage();
  }
}

const openMemo = () => location.hash.match(/^#\/memo\/([^?]+)/)?.[1];
