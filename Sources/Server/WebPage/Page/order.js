// The order of the list.

import { folded, texts } from "./texts.js";
import { el } from "./elements.js";

// The sort orders of the server, and their comparison functions.
const orders = {
  newest: (memo, other) => memo.date > other.date,
  oldest: (memo, other) => memo.date < other.date,
  title: (memo, other) => folded(memo.title) < folded(other.title),
  longest: (memo, other) => memo.duration > other.duration,
};

// The sort order chosen in this browser.
export function rememberedOrder() {
  try {
    const order = localStorage.getItem("order");
    return order in orders ? order : "newest";
  } catch {
    return "newest";
  }
}

export function rememberOrder(order) {
  try {
    localStorage.setItem("order", order);
  } catch { /* then it holds until the page is closed */ }
}

export function orderField(order, choose) {
  const field = el("select", {
    class: "chip", "aria-label": texts.order, onchange: () => choose(field.value),
  }, ...Object.keys(orders).map((name) => el("option", {
    value: name, text: texts.orders[name], selected: name === order,
  })));
  return field;
}

// The list after some of its memos have changed. `fresh` are those of `ids` that still belong to it.
export function merged(memos, ids, fresh, { order, isComplete }) {
  const rest = new Map(fresh.map((memo) => [memo.id, memo]));
  const isBefore = orders[order];
  const result = memos.filter((memo) => !ids.includes(memo.id) || rest.has(memo.id)).flatMap((memo) => {
    const other = rest.get(memo.id);
    // A changed title may move the memo.
    if (other && (isBefore(other, memo) || isBefore(memo, other))) return [];
    rest.delete(memo.id);
    return [other ?? memo];
  });
  for (const memo of rest.values()) {
    const index = result.findIndex((other) => isBefore(memo, other));
    if (index >= 0) result.splice(index, 0, memo);
    else if (isComplete) result.push(memo);
  }
  return result;
}
