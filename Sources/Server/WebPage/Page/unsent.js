// Recordings and files that are not uploaded yet: a button, rows above the list, and a dialog.

import { ask, dialog } from "./dialogs.js";
import { button, el } from "./elements.js";
import { discard, flush, recordings, sound } from "./outbox.js";
import { texts } from "./texts.js";

const waiting = async () => (await recordings()).filter((recording) => recording.state === "waiting");
const nameOf = (recording) => recording.title || recording.name || texts.recording;

export class Unsent {
  button = button("", () => this.open(), { class: "waiting", hidden: true });
  rows = el("ul", { class: "unsent", "aria-label": texts.unsent, hidden: true });

  async show() {
    const all = await waiting();
    this.button.hidden = this.rows.hidden = all.length === 0;
    this.button.textContent = texts.waiting(all.length);
    this.rows.replaceChildren(...all.map((recording) =>
      el("li", {}, button(
        el("span", { class: "name" }, el("bdi", { text: nameOf(recording) }),
          el("span", { class: "facts" }, el("span", {
            class: recording.problem ? "state failed" : "state", text: recording.problem ?? texts.notUploaded,
          }))),
        () => this.open()))));
  }

  async open() {
    const list = el("ul", { class: "links" });
    const fill = async () => {
      list.replaceChildren(...(await waiting()).map((recording) =>
        el("li", {},
          el("span", { text: [nameOf(recording), recording.problem].filter(Boolean).join(": ") }),
          button(texts.export, async () => {
            const address = URL.createObjectURL(await sound(recording));
            el("a", { href: address, download: recording.name ?? "Recording.wav" }).click();
            setTimeout(() => URL.revokeObjectURL(address), 10000);
          }),
          button(texts.discard, async () => {
            if (await ask(texts.discardQuestion, [texts.keep, false], [texts.discard, true, true])) {
              await discard(recording.id);
              fill();
            }
          }))));
    };
    dialog(texts.uploads, list);
    await fill();
    flush();
  }
}
