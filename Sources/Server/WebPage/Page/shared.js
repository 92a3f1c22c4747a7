// The page of a link to one memo: its audio and its transcript.

import { get } from "./api.js";
import { el } from "./elements.js";
import { Player } from "./player.js";
import { date, texts, time } from "./texts.js";
import { Transcript } from "./transcript.js";

const place = document.getElementById("app");
const secret = location.pathname.split("/").filter(Boolean).pop();

try {
  const memo = await get(secret, { headers: { Accept: "application/json" } });
  document.title = memo.title;
  const player = new Player(`${secret}/audio`, { title: memo.title, duration: memo.duration });
  const transcript = new Transcript(memo, player);
  place.append(el("article", { class: "memo" },
    el("h1", { dir: "auto", text: memo.title }),
    el("p", { class: "facts", text: `${date(memo.date)} · ${time(memo.duration)}` }),
    player.element, transcript.element));
  if (memo.transcript) transcript.show(memo.transcript);
  const isSilent = memo.transcript?.segments.every(({ text }) => !text.trim());
  if (isSilent ?? true) {
    place.append(el("p", { class: "message", text: isSilent ? texts.noSpeech : texts.noTranscript }));
  }
} catch (problem) {
  place.replaceChildren(el("p", { class: "message", role: "alert", text: problem.message }));
}
