// The versions of a memo's text.

import { may } from "./access.js";
import { change, get, memoPath } from "./api.js";
import { dialog } from "./dialogs.js";
import { button, el, notice, warn } from "./elements.js";
import { date, texts } from "./texts.js";

const path = (id, rest = "") => memoPath(id, `/versions${rest}`);

// Shows the versions, newest first. `whenRestored` is called after one has replaced the text.
export async function showHistory(id, whenRestored) {
  const list = el("ol", { class: "versions", reversed: true });
  const element = dialog(texts.history, el("p", { text: texts.historyHow }), list);
  const fill = ({ versions }) => {
    const current = versions.find(({ isCurrent }) => isCurrent)?.version;
    list.replaceChildren(...versions.reverse().map((version) => row(version, current)));
    if (versions.length === 0) list.replaceChildren(el("li", { text: texts.noTranscript }));
  };
  const row = (version, current) => {
    const text = el("p", { class: "version", dir: "auto", hidden: true });
    const show = button(texts.show, () => noted(async () => {
      if (!text.textContent) {
        const { segments } = await get(path(id, `/${version.version}`));
        text.textContent = segments.map((segment) => segment.text.trim()).join(" ") || texts.noText;
      }
      text.hidden = !text.hidden;
      show.setAttribute("aria-expanded", String(!text.hidden));
    }), { "aria-expanded": "false" });
    const restore = button(texts.restore, () => noted(async () => {
      fill(await change("POST", path(id, `/${version.version}/restore`), { current }));
      notice(texts.versionRestored(version.version));
      await whenRestored();
      element.close();
    }), { hidden: version.isCurrent || !may("write") });
    return el("li", { value: version.version },
      el("span", { text: describe(version) }), show, restore, text);
  };
  await noted(async () => fill(await get(path(id))));
}

function describe({ author, date: made, model, restored, isCurrent }) {
  const origin = author === "user" ? texts.edited : texts.transcribedBy(model);
  return [restored ? texts.restoredFrom(restored) : origin, date(made), isCurrent ? texts.current : ""]
    .filter(Boolean).join(" · ");
}

async function noted(work) {
  try {
    await work();
  } catch (problem) {
    warn(problem.message);
  }
}
