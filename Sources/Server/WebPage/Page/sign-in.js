// Signing in and out.

import { send } from "./api.js";
import { ask } from "./dialogs.js";
import { button, el, warn } from "./elements.js";
import { recordings } from "./outbox.js";
import { texts } from "./texts.js";

export async function signIn(token) {
  await send("POST", "api/session", { headers: { Authorization: `Bearer ${token}` } });
}

export async function signOut(isEverywhere) {
  const { length } = await recordings();
  if (length > 0 && !await ask(
    texts.signOutQuestion(length), [texts.cancel, false], [texts.signOut, true, true])) return;
  try {
    await send("DELETE", `api/session${isEverywhere ? "?everywhere=true" : ""}`);
    location.reload();
  } catch (problem) {
    warn(problem.message);
  }
}

// A link with a token signs in. The token is removed from the address first, so that it is not
// shown, passed on, or kept in the browser's history.
export async function signInByAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return false;
  history.replaceState(null, "", location.pathname);
  try {
    await signIn(token);
    return true;
  } catch (problem) {
    warn(problem.status === 401 ? texts.tokenUnknown : problem.message);
    return false;
  }
}

let shown = null;

export function askForToken(whenDone) {
  if (shown) return;
  const field = el("input", {
    type: "password", id: "token", autocomplete: "current-password", required: true,
  });
  const reason = el("p", { class: "reason", role: "alert" });
  const form = el(
    "form", { class: "sign-in" },
    el("h1", { text: "SpeechMemo" }), el("p", { text: texts.signInHow }),
    // Password managers store a user name with a password.
    el("input", { type: "text", autocomplete: "username", value: "SpeechMemo", hidden: true }),
    el("label", { htmlFor: "token", text: texts.token }), field, reason,
    button(texts.signIn, () => {}, { type: "submit", class: "primary" }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await signIn(field.value.trim());
      shown.remove();
      shown = null;
      document.getElementById("app").hidden = false;
      whenDone();
    } catch (problem) {
      reason.textContent = problem.status === 401 ? texts.tokenUnknown : problem.message;
      field.select();
    }
  });
  shown = el("main", { class: "cover" }, form);
  document.getElementById("app").hidden = true;
  document.body.append(shown);
  field.focus();
}
