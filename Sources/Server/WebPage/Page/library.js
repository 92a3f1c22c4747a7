// The list of memos or search results.

import { may } from "./access.js";
import { openMemo, readAddress, writeAddress } from "./address.js";
import { get, Problem, query } from "./api.js";
import { deleteForGood, trash } from "./changes.js";
import { el, icon } from "./elements.js";
import { onChange } from "./events.js";
import { Filters } from "./filters.js";
import { markSeen } from "./fresh.js";
import { rowHeight } from "./layout.js";
import { ListKeys } from "./keys.js";
import { everyId } from "./memos.js";
import { Message } from "./message.js";
import { merged, orderField, rememberedOrder, rememberOrder } from "./order.js";
import { Rows } from "./rows.js";
import { Search } from "./search.js";
import { Selection } from "./selection.js";
import { texts } from "./texts.js";

const pageLength = 200;

export class Library {
  memos = [];
  next = undefined;
  // No more pages are loaded before the first has arrived.
  isComplete = true;
  isLoaded = false;
  // The address is kept until it has been followed.
  isOpened = false;
  place = "library";
  onlyFavorites = false;
  sort = rememberedOrder();
  loading = null;
  generation = 0;
  // The position, which some browsers forget while the list is hidden.
  top = 0;

  // `unsent` are rows above the memos, and `actions` can fill an empty library.
  constructor(unsent, actions) {
    this.actions = actions;
    this.rows = new Rows({
      isSelected: (id) => this.selection.has(id),
      select: (id, isSelected, isRange) => this.select(id, isSelected, isRange),
    });
    this.message = new Message();
    this.search = new Search({
      // The trash is not searched.
      filter: () => ({ favorite: this.onlyFavorites ? true : undefined }),
      show: (message, isEmpty) => {
        this.rows.element.hidden = true;
        if (isEmpty) this.showEmpty();
        else this.message.show(message);
        this.showFilters();
        this.keep();
      },
      end: () => this.reload(),
      moveDown: () => {
        const [link] = this.keys.links;
        if (link) this.keys.focus(link);
      },
    });
    this.scroller = el("div", { class: "scroller", onscroll: () => this.scrolled() },
      unsent, this.message.element, this.rows.element, this.search.results);
    this.filters = new Filters({
      choose: (filter) => this.choose(filter),
      search: (text) => this.find(text),
      order: orderField(this.sort, (order) => this.setOrder(order)),
    });
    this.selection = new Selection({
      trash: (ids) => this.trash(ids),
      isTrash: () => this.place === "trash",
      every: () => (this.search.words ? [...this.search.shown] : everyId(this.question)),
      whenChanged: () => this.renew(),
      whenShown: () => this.draw(),
    });
    this.element = el("section", { class: "library", "aria-label": texts.memos },
      el("div", { class: "find" }, icon("search"), this.search.field), this.filters.element,
      this.selection.bar, this.scroller);
    this.keys = new ListKeys(this);
    new ResizeObserver(() => this.resized()).observe(this.scroller);
    onChange((event) => this.update(event));
    this.showFilters();
  }

  // Opens the list where the address says. `access` resolves once the token's scopes are known.
  async open(access) {
    const { text, place, onlyFavorites, top } = readAddress();
    Object.assign(this, { place, onlyFavorites });
    this.search.field.value = text;
    if (this.search.words) {
      await access;
      await this.search.restore(() => this.scroller.scrollHeight > top);
    } else await this.load(Math.min(1000, Math.max(pageLength, Math.ceil(top / rowHeight) + 50)), access);
    this.scrollTo(top);
    this.isOpened = true;
    this.keep();
  }

  keep() {
    if (!this.isOpened) return;
    const { place, onlyFavorites, top } = this;
    writeAddress({ text: this.search.text, place, onlyFavorites, top });
  }

  scrollTo(top) {
    this.top = top;
    this.scroller.scrollTop = top;
  }

  showFilters() {
    const isFound = !this.search.results.hidden;
    const other = this.place === "trash" && !isFound ? "trash" : "all";
    this.filters.show(this.onlyFavorites ? "favorites" : other);
    this.showCount();
  }

  // The number of memos that the chosen filter lets through, as far as it is known.
  showCount() {
    const { search, memos, isComplete, isLoaded } = this;
    if (!search.results.hidden) this.filters.showCount(search.total, true);
    else this.filters.showCount(isLoaded ? memos.length : undefined, isComplete);
  }

  resized() {
    const { clientHeight, scrollTop } = this.scroller;
    if (clientHeight > 0 && scrollTop !== this.top) this.scroller.scrollTop = this.top;
    this.draw();
  }

  scrolled() {
    this.draw();
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    if (clientHeight === 0) return;
    this.top = scrollTop;
    clearTimeout(this.keeping);
    // Browsers limit changes of the address.
    this.keeping = setTimeout(() => this.keep(), 300);
    if (scrollTop + 2 * clientHeight > scrollHeight) this.search.more();
  }

  setOrder(order) {
    this.sort = order;
    rememberOrder(order);
    this.scrollTo(0);
    this.renew();
  }

  choose({ place = "library", onlyFavorites = false }) {
    Object.assign(this, { place, onlyFavorites });
    this.selection.clear();
    this.find("");
  }

  find(text) {
    this.search.field.value = text;
    this.scrollTo(0);
    this.search.find();
  }

  get question() {
    return {
      place: this.place, favorite: this.onlyFavorites ? true : undefined, tag: this.search.tags,
      sort: this.sort === "newest" ? undefined : this.sort,
    };
  }

  renew() { return this.search.words ? this.search.find() : this.reload(); }

  async reload() {
    try {
      await this.load();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.message.show(problem.message);
    }
  }

  async load(limit = pageLength, access = null) {
    this.generation += 1;
    this.loading = null;
    this.isLoaded = false;
    this.search.hide();
    this.showFilters();
    this.rows.element.hidden = false;
    const { generation } = this;
    const [page] = await Promise.all([this.get({ limit }), access]);
    if (generation !== this.generation) return;
    this.memos = page.memos;
    this.next = page.next;
    this.isComplete = !page.next;
    this.isLoaded = true;
    this.draw();
    this.showMessage();
    this.keep();
  }

  // Returns a page of memos with their first words.
  async get(values) {
    const page = await get(`api/memos${query({ ...this.question, "first-words": true, ...values })}`);
    for (const memo of page.memos) memo.firstWords = page.firstWords?.[memo.id];
    return page;
  }

  showEmpty() {
    const { search, place, onlyFavorites } = this;
    this.message.showEmpty({
      ...this.actions, search, place, onlyFavorites,
      choose: (filter) => this.choose(filter),
      searchAll: () => {
        this.onlyFavorites = false;
        search.find();
      },
    });
  }

  showMessage() {
    if (this.memos.length === 0) this.showEmpty();
    else if (this.place === "trash" && may("write")) {
      this.message.show(texts.inTrash, [[texts.emptyTrashNow, () => this.emptyTrash()]]);
    }
    else this.message.show("");
  }

  async more() {
    if (this.loading || this.isComplete) return;
    const { generation } = this;
    this.loading = this.get({ limit: pageLength, after: this.next });
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

  draw() {
    const last = this.rows.draw(this.memos, {
      scroller: this.scroller, isComplete: this.isComplete,
      hasDays: this.sort === "newest" || this.sort === "oldest",
    });
    this.showCount();
    if (last > this.memos.length - pageLength / 2) this.more();
  }

  select(id, isSelected, isRange) {
    const ids = this.memos.map((memo) => memo.id);
    const [from, to] = [this.selection.last, id].map((one) => ids.indexOf(one)).sort((a, b) => a - b);
    this.selection.set(isRange && from >= 0 ? ids.slice(from, to + 1) : [id], isSelected);
  }

  // Called when another memo, or none, has opened.
  showOpen() {
    const id = openMemo();
    if (id) markSeen(id);
    this.draw();
    this.keep();
  }

  async emptyTrash() {
    try {
      if (await deleteForGood(await everyId({ place: "trash" }))) await this.reload();
    } catch (problem) {
      this.message.show(problem.message);
    }
  }

  async trash(ids) {
    if (ids.includes(openMemo())) location.hash = "#/";
    return trash(ids, () => this.renew());
  }

  // Loads only the changed memos, if they are known.
  async update({ ids }) {
    if (this.search.words) return;
    if (!ids || ids.length > 100) return this.reload();
    const { generation } = this;
    const page = await this.get({ id: ids, limit: 1000 }).catch(() => null);
    if (!page || generation !== this.generation) return;
    this.memos = merged(
      this.memos, ids, page.memos, { order: this.sort, isComplete: this.isComplete });
    const gone = ids.filter((id) => !page.memos.some((memo) => memo.id === id));
    this.selection.set(gone, false);
    this.draw();
    this.showMessage();
  }
}
