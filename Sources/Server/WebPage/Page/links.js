// Links that share a memo.

import { change, get, memoPath, send } from "./api.js";
import { dialog } from "./dialogs.js";
import { button, el, notice, warn } from "./elements.js";
import { copy } from "./exports.js";
import { date, texts } from "./texts.js";

export async function share(id) {
  const list = el("ul", { class: "links" });
  const show = async () => {
    const { links } = await get(memoPath(id, "/links"));
    list.replaceChildren(...links.map((link) =>
      el("li", {}, el("span", { text: texts.linkExpires(date(link.expiresAt)) }),
        button(texts.revoke, () => noted(async () => {
          await send("DELETE", memoPath(id, `/links/${link.id}`));
          notice(texts.linkRevoked);
          await show();
        })))));
  };
  const result = el("p", { class: "result" });
  const make = (days) => noted(async () => {
    const link = await change("POST", memoPath(id, "/links"), { expiresIn: days * 86400 });
    const address = new URL(link.path.replace(/^\//, ""), document.baseURI).href;
    result.replaceChildren(
      el("input", { value: address, readOnly: true, class: "address", "aria-label": texts.link }),
      button(texts.copy, () => copy(address), { class: "primary" }));
    await show();
  });
  dialog(
    texts.link, el("p", { text: texts.linkMade }),
    el("div", { class: "answers" }, ...Object.entries(texts.days).map(([days, name]) =>
      button(texts.makeLink(name), () => make(Number(days))))),
    result, el("h3", { text: texts.links }), list);
  await noted(show);
}

async function noted(work) {
  try {
    await work();
  } catch (problem) {
    warn(problem.message);
  }
}
