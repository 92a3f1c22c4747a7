// The places of the rows in the list, with headings above the first memo of each day.

import { day } from "./texts.js";

export const rowHeight = 88;
const dayHeight = 34;

export class Layout {
  tops = [0];
  days = [];

  // Returns the layout, made again if the memos have changed.
  static of(memos, hasDays, old) {
    if (old?.memos === memos && old.days.length === memos.length && old.hasDays === hasDays) return old;
    return new Layout(memos, hasDays);
  }

  constructor(memos, hasDays) {
    this.memos = memos;
    this.hasDays = hasDays;
    let last;
    for (const { date } of memos) {
      const name = hasDays ? day(date) : undefined;
      this.days.push(name === last ? undefined : name);
      this.tops.push(this.tops.at(-1) + rowHeight + (name === last ? 0 : dayHeight));
      last = name;
    }
  }

  get height() { return this.tops.at(-1); }

  // The last row that begins at a height or above.
  rowAt(height) {
    let [low, high] = [0, this.days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle] <= height) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}
