// Signs in a phone that scans a code on this page. The code works once, and ends after five minutes
// or when its dialog is closed.

import { change, get } from "./api.js";
import { dialog } from "./dialogs.js";
import { el, notice } from "./elements.js";
import { qrCode } from "./qr-code.js";
import { texts } from "./texts.js";

const scopes = ["read", "write", "transcribe"];
// In milliseconds: how long the server accepts a code, and how often its use is checked.
const [lifetime, interval] = [300_000, 1500];

export async function signInPhone() {
  const place = el("div", { class: "phone" });
  let name = null;
  let timer;
  let isOpen = true;
  const end = () => {
    isOpen = false;
    clearTimeout(timer);
    removeEventListener("pagehide", end);
    // Also if the page closes.
    if (name) {
      fetch(`api/tokens/${encodeURIComponent(name)}`, { method: "DELETE", keepalive: true })
        .catch(() => {});
    }
  };
  const element = dialog(texts.phone, place);
  element.addEventListener("close", end);
  addEventListener("pagehide", end);
  try {
    const { token: { name: ownName, scopes: own } } = await get("api/server");
    const base = new URL(".", document.baseURI).href;
    // Without a token, nothing can be revoked to sign the phone out.
    if (!ownName || !own.includes("admin")) {
      place.append(
        el("p", { text: texts.phoneElsewhere }),
        el("pre", { text:
          `speechmemo tokens add Phone --scope ${scopes.join(",")} --page ${base}` }));
      return;
    }
    const code = await change("POST", "api/session/codes");
    name = code.name;
    if (!isOpen) return end();
    const isHere = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    place.append(
      qrCode(`${base}#token=${code.token}`, texts.phoneCode), el("p", { text: texts.phoneHow }),
      isHere ? el("p", { class: "reason", text: texts.phoneNotHere }) : "");
    const begun = Date.now();
    const look = async () => {
      const list = await get("api/tokens").catch(() => null);
      if (!isOpen) return;
      const isOver = Date.now() - begun > lifetime;
      const isUsed = list && !isOver && !list.tokens.some((one) => one.name === name);
      if (isUsed) {
        name = null;
        notice(texts.phoneSignedIn);
      }
      if (isUsed || isOver) element.close();
      else timer = setTimeout(look, interval);
    };
    timer = setTimeout(look, interval);
  } catch (problem) {
    place.replaceChildren(el("p", { class: "reason", role: "alert", text: problem.message }));
  }
}
