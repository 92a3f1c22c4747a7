// Signs in a phone that scans a code on this page. The code has a token, which is revoked once the
// phone is signed in and has another token in a cookie.

import { change, get, send } from "./api.js";
import { dialog } from "./dialogs.js";
import { el, notice } from "./elements.js";
import { qrCode } from "./qr-code.js";
import { texts } from "./texts.js";

const prefix = "Code for a phone, ";
const scopes = ["read", "write", "transcribe"];
// In milliseconds: how long a code is shown, and how often its use is checked.
const [longest, interval] = [300_000, 1500];

const tokenPath = (name) => `api/tokens/${encodeURIComponent(name)}`;

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
    if (name) fetch(tokenPath(name), { method: "DELETE", keepalive: true }).catch(() => {});
  };
  const element = dialog(texts.phone, place);
  element.addEventListener("close", end);
  addEventListener("pagehide", end);
  try {
    const { token: { scopes: own } } = await get("api/server");
    const base = new URL(".", document.baseURI).href;
    if (!own.includes("admin")) {
      place.append(
        el("p", { text: texts.phoneElsewhere }),
        el("pre", { text:
          `speechmemo tokens add Phone --scope ${scopes.join(",")} --page ${base}` }));
      return;
    }
    await endOldCodes();
    if (!isOpen) return;
    const wanted = `${prefix}${new Date().toISOString()}`;
    const { token } = await change("POST", "api/tokens", { name: wanted, scopes });
    name = wanted;
    if (!isOpen) return end();
    const isHere = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    place.append(
      qrCode(`${base}#token=${token}`, texts.phoneCode), el("p", { text: texts.phoneHow }),
      isHere ? el("p", { class: "reason", text: texts.phoneNotHere }) : "");
    const begun = Date.now();
    const look = async () => {
      const { tokens } = await get("api/tokens").catch(() => ({ tokens: [] }));
      const isUsed = tokens.find((one) => one.name === name)?.lastUsedAt;
      if (!isOpen) return;
      if (isUsed) notice(texts.phoneSignedIn);
      if (isUsed || Date.now() - begun > longest) element.close();
      else timer = setTimeout(look, interval);
    };
    timer = setTimeout(look, interval);
  } catch (problem) {
    place.replaceChildren(el("p", { class: "reason", role: "alert", text: problem.message }));
  }
}

// Codes left by a browser that was killed while showing one.
async function endOldCodes() {
  const { tokens } = await get("api/tokens");
  for (const { name } of tokens) {
    const isOld = name.startsWith(prefix)
      && Date.now() - Date.parse(name.slice(prefix.length)) > longest;
    if (isOld) await send("DELETE", tokenPath(name));
  }
}
