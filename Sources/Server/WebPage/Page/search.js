// The search field and the results, which replace the list.

import { get, query } from "./api.js";
import { el } from "./elements.js";
import { date, plural, texts, time } from "./texts.js";

export class Search {
  // The query of the results shown.
  found = undefined;

  constructor({ show, end, moveDown }) {
    this.show = show;
    this.end = end;
    this.moveDown = moveDown;
    this.field = el("input", {
      type: "search", id: "search", placeholder: texts.search, "aria-label": texts.search,
      oninput: () => this.findSoon(), onkeydown: (event) => this.key(event),
      autocomplete: "off", spellcheck: false,
    });
    this.results = el("ul", { class: "results", hidden: true });
  }

  get text() { return this.field.value.trim(); }

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
    if (!this.text) return;
    clearTimeout(this.timer);
    if (this.text !== this.found) await this.find();
    (this.results.querySelector(".place") ?? this.results.querySelector("a"))?.click();
  }

  findSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.find(), 120);
  }

  async find() {
    const { text } = this;
    this.searching?.abort();
    if (!text) return this.end();
    this.searching = new AbortController();
    try {
      const { hits } = await get(
        `api/search${query({ q: text, limit: 50, places: 3 })}`, { signal: this.searching.signal });
      this.found = text;
      this.results.hidden = false;
      this.results.replaceChildren(...hits.map(hit));
      this.show(hits.length === 0 ? texts.emptySearch(text) : "");
    } catch (problem) {
      if (problem.name === "AbortError") return;
      this.hide();
      this.show(problem.message);
    }
  }
}

function hit({ memo, places, placeCount }) {
  return el("li", { class: "hit" },
    el("a", { href: `#/memo/${memo.id}`, class: "name", text: memo.title }),
    el("span", { class: "facts", text: `${date(memo.date)} · ${plural(placeCount, "match", "matches")}` }),
    ...places.map((place) =>
      el("a", { class: "place", href: `#/memo/${memo.id}?t=${place.time}` },
        el("span", { class: "at", text: time(place.time) }), ...marked(place))),
    placeCount > places.length
      ? el("span", { class: "facts", text: texts.showMore(placeCount - places.length) }) : null);
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
