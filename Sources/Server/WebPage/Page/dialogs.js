// Dialogs and menus.

import { button, el } from "./elements.js";
import { texts } from "./texts.js";

// Shows a dialog, and returns its element. Closing it restores the focus.
export function dialog(title, ...children) {
  const heading = el("h2", { text: title, id: `dialog-title-${document.querySelectorAll("dialog").length}` });
  const element = el(
    "dialog", { "aria-labelledby": heading.id },
    el("header", {}, heading, button(texts.close, () => element.close(), { icon: "close" })),
    ...children);
  const before = document.activeElement;
  element.addEventListener("close", () => {
    element.remove();
    before?.focus?.();
  });
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

// The question may be a title with texts and elements.
export function ask(question, ...answers) {
  const [title, ...content] = [question].flat();
  return new Promise((resolve) => {
    const buttons = answers.map(([label, value, isDangerous]) =>
      button(label, () => {
        resolve(value);
        element.close();
      }, { class: isDangerous ? "dangerous" : "" }));
    const element = dialog(
      title, ...content.map((one) => (typeof one === "string" ? el("p", { text: one }) : one)),
      el("div", { class: "answers" }, ...buttons));
    element.addEventListener("close", () => resolve(null));
    buttons[0].focus();
  });
}

// A menu below a button.
export function menu(anchor, items) {
  const list = el("div", { class: "menu", role: "menu" });
  const close = () => {
    list.remove();
    document.removeEventListener("pointerdown", outside, true);
    anchor.setAttribute("aria-expanded", "false");
  };
  const outside = (event) => {
    if (!list.contains(event.target)) close();
  };
  for (const [label, action] of items) {
    list.append(button(label, () => {
      close();
      anchor.focus();
      action();
    }, { role: "menuitem", tabIndex: -1 }));
  }
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.children];
    const index = buttons.indexOf(document.activeElement);
    const move = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (move !== undefined) buttons.at(move % buttons.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      close();
      anchor.focus();
    } else return;
    event.stopPropagation();
    event.preventDefault();
  });
  const place = anchor.getBoundingClientRect();
  // A paragraph has paint containment, which would clip the menu.
  (anchor.closest(".transcript") ?? anchor).after(list);
  list.style.top = `${Math.min(place.bottom + 4, innerHeight - list.offsetHeight - 8)}px`;
  list.style.left = `${Math.max(8, Math.min(place.left, innerWidth - list.offsetWidth - 8))}px`;
  anchor.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", outside, true);
  list.firstElementChild.focus();
}
