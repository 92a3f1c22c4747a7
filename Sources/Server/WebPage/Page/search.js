// The search field and the results, which replace the list.

import { get, query } from "./api.js";
import { button, el, warn } from "./elements.js";
import { parsed } from "./question.js";
import { date, plural, texts, time } from "./texts.js";

const [pageLength, longest] = [50, 1000];

export class Search {
  // The text of the results shown, the memos in them, and the number of all that match.
  found = undefined;
  shown = new Set();
  total = 0;

  // `filter` returns the parameters of the list's filter.
  constructor({ filter, show, end, moveDown }) {
    this.filter = filter;
    this.show = show;
    this.end = end;
    this.moveDown = moveDown;
    this.field = el("input", {
      type: "search", id: "search", placeholder: texts.search, "aria-label": texts.search,
      oninput: () => this.findSoon(), onkeydown: (event) => this.key(event),
      autocomplete: "off", spellcheck: false, dir: "auto",
    });
    this.results = el("ul", { class: "results", "aria-label": texts.results, hidden: true });
  }

  get text() { return this.field.value.trim(); }

  // The text without its tags. Without words, the list shows the memos with the tags.
  get words() { return parsed(this.text).words; }

  get tags() { return parsed(this.text).tags; }

  hide() {
    this.found = undefined;
    this.results.hidden = true;
  }

  key(event) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") this.moveDown();
    else if (event.key === "Enter") this.openFirst();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The first match.
  async openFirst() {
    if (!this.words) return;
    clearTimeout(this.timer);
    if (this.text !== this.found) await this.find();
    // Typing has continued, or the search has failed.
    if (this.text !== this.found) return;
    (this.results.querySelector(".place") ?? this.results.querySelector("a"))?.click();
  }

  findSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.find(), 120);
  }

  async find() {
    const { text } = this;
    clearTimeout(this.timer);
    this.searching?.abort();
    if (!this.words) return this.end();
    this.searching = new AbortController();
    this.loading = null;
    try {
      const { hits, total } = await this.ask(
        { limit: pageLength, places: 3 }, this.searching.signal);
      this.found = text;
      this.total = total;
      this.shown = new Set();
      this.results.hidden = false;
      this.results.replaceChildren();
      this.add(hits);
      this.show(texts.found(total), total === 0);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      this.hide();
      this.show(problem.message, false);
    }
  }

  // Finds memos until there are enough, or all.
  async restore(hasEnough) {
    await this.find();
    for (let count = 0; !hasEnough() && this.shown.size > count; await this.more()) count = this.shown.size;
  }

  ask(values, signal) {
    const question = { q: this.question, tag: this.tags, ...this.filter(), ...values };
    return get(`api/search${query(question)}`, { signal });
  }

  // The last word may be incomplete.
  get question() {
    const { words } = this;
    const isWord = !/\s$/.test(this.field.value) && /(?:^|[\s"])[^\s":*]{2,}$/.test(words);
    return isWord ? `${words}*` : words;
  }

  add(hits) {
    const fresh = hits.filter(({ memo }) => !this.shown.has(memo.id));
    for (const { memo } of fresh) this.shown.add(memo.id);
    this.results.append(...fresh.map((hit) => this.hit(hit)));
    if (this.shown.size >= longest && this.total > longest) {
      this.results.append(el("li", { class: "message", text: texts.tooMany(longest) }));
    }
  }

  // The server has no pages of results, only a limit.
  async more() {
    const limit = Math.min(longest, this.shown.size * 2);
    if (this.loading || this.results.hidden || limit <= this.shown.size || this.shown.size >= this.total) {
      return;
    }
    const { signal } = this.searching;
    this.loading = this.ask({ limit, places: 3 }, signal);
    try {
      const { hits, total } = await this.loading;
      this.total = total;
      this.add(hits);
    } catch {
      // Scrolling further tries again.
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
    if (!signal.aborted) this.loading = null;
  }

  hit({ memo, places, placeCount }) {
    const rest = placeCount - places.length;
    const more = rest > 0 ? button(texts.showMore(rest), async () => {
      const all = await this.places(memo, placeCount).catch((problem) => warn(problem.message));
      if (!all) return;
      const links = all.slice(places.length).map((place) => link(memo, place));
      more.replaceWith(...links);
      links[0]?.focus();
    }, { class: "more" }) : null;
    return el("li", { class: "hit", data: { id: memo.id } },
      el("a", { href: `#/memo/${memo.id}`, class: "name", dir: "auto", text: memo.title }),
      el("span", { class: "facts", text: `${date(memo.date)} · ${plural(placeCount, "match", "matches")}` }),
      ...places.map((place) => link(memo, place)), more);
  }

  // All places of one memo, which the filter finds by its date.
  async places(memo, count) {
    const near = (milliseconds) => new Date(Date.parse(memo.date) + milliseconds).toISOString();
    const { hits } = await this.ask(
      { from: near(-1), until: near(2), limit: longest, places: count });
    return hits.find((hit) => hit.memo.id === memo.id)?.places;
  }
}

function link(memo, place) {
  return el("a", { class: "place", href: `#/memo/${memo.id}?t=${place.time}` },
    el("span", { class: "at", text: time(place.time) }), ...marked(place));
}

// Matches are byte offsets in the excerpt's UTF-8.
function marked({ excerpt, matches }) {
  const bytes = new TextEncoder().encode(excerpt);
  const text = (from, to) => new TextDecoder().decode(bytes.subarray(from, to));
  const parts = [];
  let place = 0;
  for (const [from, to] of matches) {
    parts.push(text(place, from), el("mark", { text: text(from, to) }));
    place = to;
  }
  parts.push(text(place));
  return parts;
}
