// The page: the list beside the open memo, and the dialogs.

import { may, useScopes } from "./access.js";
import { get, onSignedOut, Problem } from "./api.js";
import { dialog, menu } from "./dialogs.js";
import { button, el, notice, warn } from "./elements.js";
import { beginEvents } from "./events.js";
import { markSeen } from "./fresh.js";
import { Library } from "./library.js";
import { MemoView } from "./memo.js";
import { onOutboxChange, recover, useLibrary } from "./outbox.js";
import { signInPhone } from "./phone.js";
import { Playing } from "./playing.js";
import { record, untilRecorded } from "./recording.js";
import { showVoices } from "./speakers.js";
import { askForToken, signInByAddress, signOut } from "./sign-in.js";
import { texts } from "./texts.js";
import { Unsent } from "./unsent.js";
import { acceptDrops, addFiles } from "./uploads.js";

const playing = new Playing();
const unsent = new Unsent();
const library = new Library(unsent.rows, { record, chooseFiles: () => chooser.click() });
const memoPlace = el("main", { class: "place", "aria-live": "off" });
const chooser = el("input", {
  type: "file", multiple: true, accept: "audio/*,video/*", hidden: true,
  onchange: () => {
    addFiles([...chooser.files]);
    chooser.value = "";
  },
});
const adder = button(texts.chooseFiles, () => chooser.click(), { icon: "add" });
const recordButton = button(texts.record, record, { class: "record", "aria-label": texts.record });
const more = button(texts.menu, () => menu(more, [
  [texts.help, showKeys],
  [texts.phone, signInPhone],
  [texts.voices, showVoices],
  [texts.signOut, () => signOut(false)],
  [texts.signOutEverywhere, () => signOut(true)],
]), { icon: "more", "aria-haspopup": "menu", "aria-expanded": "false" });

document.getElementById("app").replaceChildren(
  el("header", { class: "top" },
    el("h1", {}, el("a", { href: "#/", text: "SpeechMemo" })), unsent.button,
    adder, more, chooser),
  el("div", { class: "panes" }, library.element, memoPlace), playing.element, recordButton);
recordButton.prepend(el("span", { class: "dot" }));

let view = null;

async function show() {
  const match = location.hash.match(/^#\/memo\/([^?]+)(?:\?t=(\d+(?:\.\d+)?))?/);
  document.body.classList.toggle("reading", Boolean(match));
  library.showOpen();
  if (!match) {
    const isFocused = memoPlace.contains(document.activeElement);
    view?.end();
    memoPlace.replaceChildren(el("p", { class: "message", text: texts.noMemoOpen }));
    if (isFocused) library.keys.focusMemo(view?.id);
    view = null;
    return;
  }
  const [, id, start] = match;
  if (view?.id === id && !view.isFailed) {
    if (start !== undefined) {
      // If the memo is still loading, it opens there.
      view.start = Number(start);
      if (view.player) view.seek(view.start, true);
    }
    return;
  }
  view?.end();
  view = new MemoView(id, {
    start: start === undefined ? undefined : Number(start),
    playing,
    whenLeft: () => { location.hash = "#/"; },
    trash: async (memo) => {
      await library.trash([memo.id]);
      library.renew();
    },
  });
  memoPlace.replaceChildren(view.element);
  // At once: keys pressed while the memo loads are not typed into the search field.
  view.element.focus({ preventScroll: true });
  await open(view);
}

async function open(opened) {
  try {
    await opened.open();
  } catch (problem) {
    if (opened !== view) return;
    if (problem.status !== 404) return opened.showProblem(problem.message, () => open(opened));
    location.hash = "#/";
    warn(problem.message);
  }
}

function showKeys() {
  dialog(texts.help, el("dl", { class: "keys" }, ...texts.keys.flatMap(([key, meaning]) =>
    [el("dt", { text: key }), el("dd", { text: meaning })])));
}

document.addEventListener("keydown", (event) => {
  // The playback position takes the player's keys.
  const isTyping = event.target.matches(
    "input:not([type=checkbox], [type=range]), textarea, select");
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open], .menu, .cover")) {
    return;
  }
  if (isTyping) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === " " && event.target.matches("button, a, [type=checkbox]")) return;
  const actions = {
    "/": () => library.search.field.focus(),
    r: record,
    "?": showKeys,
  };
  if (actions[event.key]) actions[event.key]();
  else if (!library.keys.key(event) && !view?.key(event) && !playing.key(event)) return;
  event.preventDefault();
});

let isOfflineTold = false;

onOutboxChange((change) => {
  unsent.show();
  if (change.uploaded) {
    markSeen(change.id);
    isOfflineTold = false;
    notice(texts.uploaded(change.uploaded));
  } else if (change.problem && change.isOffline && !isOfflineTold) {
    isOfflineTold = true;
    notice(texts.goneOffline);
  } else if (change.problem && !change.isOffline) warn(change.problem, { isKept: true });
});

let isRetried = false;

async function begin() {
  try {
    // Together, because each request may take long.
    await library.open(get("api/server").then((server) => {
      useLibrary(server.libraries[0]?.id ?? "");
      useScopes(server.token.scopes);
      adder.hidden = recordButton.hidden = !may("write");
    }));
    beginEvents();
    isRetried = false;
    await show();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.isOffline || problem.status >= 500) {
      if (!isRetried) notice(problem.isOffline ? texts.goneOffline : texts.unavailable);
      isRetried = true;
      setTimeout(begin, 5000);
    } else if (problem.status !== 401) warn(problem.message, { isKept: true });
  }
  const count = await recover();
  if (count > 0) notice(texts.recovered(count));
  await unsent.show();
}

onSignedOut(async () => {
  await untilRecorded();
  askForToken(begin);
});
// A sign-in link may be opened while the page is already shown.
addEventListener("hashchange", async () => {
  if (await signInByAddress()) location.reload();
  else await show();
});
acceptDrops(document.body);
// Asks the browser to keep stored recordings.
navigator.storage?.persist?.();
const isApple = /iPhone|iPad/.test(navigator.userAgent);
if (isApple && !navigator.standalone && !localStorage.getItem("install-hint")) {
  localStorage.setItem("install-hint", "told");
  notice(texts.installHint, { isKept: true });
}
await signInByAddress();
await begin();
// Last, because it loads the page again.
navigator.serviceWorker?.register("worker.js").catch(() => {});
