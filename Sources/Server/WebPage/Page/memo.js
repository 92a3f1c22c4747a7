// One memo: playback, transcript, and edits.

import { may } from "./access.js";
import { get, memoPath, Problem, send } from "./api.js";
import { menu } from "./dialogs.js";
import { dropDrafts } from "./drafts.js";
import { button, el, notice, warn } from "./elements.js";
import { onChange } from "./events.js";
import { exportActions } from "./exports.js";
import { showHistory } from "./history.js";
import { share } from "./links.js";
import { modifyMemo, readMemo } from "./memos.js";
import { Player } from "./player.js";
import { rememberedPosition } from "./positions.js";
import { Tags } from "./tags.js";
import { date, texts, time } from "./texts.js";
import { Title } from "./title.js";
import { transcribe } from "./transcribing.js";
import { changedEditor, Transcript } from "./transcript.js";

export class MemoView {
  // `playing` keeps the player of a memo that is closed during playback.
  constructor(id, { start, playing, whenLeft, trash }) {
    this.id = id;
    this.start = start;
    this.playing = playing;
    this.whenLeft = whenLeft;
    this.trashMemo = trash;
    this.element = el("article", { class: "memo", tabIndex: -1 });
    this.forget = onChange((event) => {
      if (!event.ids || event.ids.includes(id)) this.refresh();
    });
  }

  async open() {
    this.isFailed = false;
    await this.load();
    if (this.isEnded) return;
    this.element.replaceChildren(...this.parts());
    this.loadPeaks();
    await this.loadTranscript();
    if (this.isEnded) return;
    if (this.isResumed && this.start === undefined) return this.transcript.center();
    const start = this.start ?? rememberedPosition(this.id);
    if (start !== undefined) this.seek(start);
  }

  seek(seconds, plays = false) {
    this.player.seek(seconds, plays);
    this.transcript.center();
  }

  async load() {
    Object.assign(this, await readMemo(this.id));
  }

  showProblem(message, retry) {
    this.isFailed = true;
    this.element.replaceChildren(
      el("p", { class: "message", role: "alert", text: message }),
      el("div", { class: "answers" }, button(texts.retry, retry), button(texts.back, () => this.whenLeft())));
  }

  parts() {
    const memo = this.memo;
    const canWrite = may("write");
    this.title = new Title(this);
    this.favorite = button(texts.favorite, () => this.toggleFavorite(), {
      icon: "heart", filled: memo.favorite, "aria-pressed": String(memo.favorite), hidden: !canWrite,
    });
    const more = button(texts.menu, () => menu(more, this.actions()), {
      icon: "more", "aria-haspopup": "menu", "aria-expanded": "false",
    });
    this.tags = new Tags(this);
    const resumed = this.playing.take(memo);
    this.isResumed = resumed !== null;
    this.player = resumed ?? new Player(memoPath(this.id, "/audio"), memo);
    this.transcript = new Transcript(memo, this.player, {
      canChange: canWrite,
      whenClosed: () => { if (this.isStale) this.refresh(); },
    });
    this.state = el("p", { class: "progress", role: "status" });
    const bar = el(
      "header", { class: "bar" },
        button(texts.back, () => this.whenLeft(), { icon: "back", class: "back" }),
        this.title.element, this.favorite,
        button(texts.link, () => share(this.id), { icon: "link", hidden: !canWrite }), more);
    // The player stays below the title, whose height depends on the width.
    this.resized = new ResizeObserver(() => {
      this.title.fit();
      this.element.style.setProperty("--bar", `${bar.offsetHeight}px`);
    });
    this.resized.observe(bar);
    return [
      bar, el("p", { class: "facts", text: `${date(memo.date)} · ${time(memo.duration)}` }),
      this.tags.element, this.player.element, this.state, this.transcript.element,
    ];
  }

  actions() {
    return [
      ...exportActions(this.memo, () => this.transcript.text),
      [texts.history, () => showHistory(this.id, () => this.refresh())],
      ...(may("transcribe") ? [[texts.transcribe, () => this.transcribe({ asksHow: true })]] : []),
      ...(may("write") ? [[texts.moveToTrash, () => this.trash()]] : []),
    ];
  }

  async loadPeaks() {
    try {
      const peaks = await get(memoPath(this.id, "/peaks?count=600"));
      this.player.draw(peaks.max.map((value, index) =>
        Math.max(value, -peaks.min[index]) / 127));
    } catch { /* the bar alone does as well */ }
  }

  async loadTranscript() {
    this.isStale = false;
    const { status, reason } = this.memo.transcription;
    if (status === "queued" || status === "running") return this.loadProgress();
    try {
      const transcription = await get(memoPath(this.id, "/transcript"));
      if (!this.show(transcription)) return;
      const { details, segments } = transcription;
      const isSilent = segments.every(({ text }) => !text.trim());
      const noSpeech = details?.hasFaintSpeech ? texts.noSpeechOrFaint : texts.noSpeech;
      if (isSilent) this.offerTranscript(noSpeech, texts.transcribe);
      else this.state.textContent = details?.isForeign ? texts.notEnglish : "";
      await this.showFailedJob();
    } catch (problem) {
      if (problem.status !== 404) throw problem;
      if (status === "failed") this.showFailure(reason);
      else this.offerTranscript(texts.noTranscript, texts.transcribeFirst);
    }
  }

  // Returns whether the transcript is shown. An edit may have begun since it was requested: once it
  // ends, the transcript follows.
  show(transcription) {
    this.isStale = this.transcript.isEdited;
    if (!this.isStale) this.transcript.update(transcription);
    return !this.isStale;
  }

  // A transcription that failed leaves the former transcript as it was.
  async showFailedJob() {
    const { job } = await get(memoPath(this.id, "/transcription"));
    if (job?.state !== "failed") return;
    const dismiss = button(texts.dismiss, async () => {
      try {
        await send("DELETE", `api/jobs/${job.id}`);
        this.state.textContent = "";
      } catch (problem) {
        warn(problem.message);
      }
    });
    this.showFailure(job.reason, may("transcribe") ? dismiss : "");
  }

  offerTranscript(text, label) {
    const offer = button(label, () => this.transcribe({ asksHow: true }));
    this.state.replaceChildren(el("span", { text }), " ", may("transcribe") ? offer : "");
  }

  showFailure(reason, ...others) {
    this.state.replaceChildren(
      el("span", { text: texts.failed(withoutPaths(reason ?? "")) }), " ",
      ...(may("transcribe") ? [button(texts.retry, () => this.transcribe()), " "] : []), ...others);
  }

  // The words as they arrive.
  async loadProgress() {
    const { status } = this.memo.transcription;
    try {
      const { job } = await get(memoPath(this.id, "/transcription"));
      if (!job) return;
      const part = job.transcribedUntil / Math.max(this.memo.duration, 0.1);
      this.state.textContent = status === "queued" ? texts.queued : texts.running(part);
      const { segments } = await get(`api/jobs/${job.id}/segments`);
      this.show({ segments });
    } catch (problem) {
      if (problem.status === 404) this.state.textContent = texts.queued;
    }
  }

  async refresh() {
    if (!this.memo) return;
    try {
      await this.load();
      this.showDetails();
      if (this.transcript.isEdited) this.isStale = true;
      else await this.loadTranscript();
    } catch (problem) {
      if (problem.status === 404) {
        dropDrafts(this.id);
        this.whenLeft();
      } else if (!(problem instanceof Problem)) throw problem;
    }
  }

  showDetails() {
    this.title.update();
    this.favorite.setAttribute("aria-pressed", String(this.memo.favorite));
    this.favorite.firstElementChild.classList.toggle("filled", this.memo.favorite);
    this.tags.update();
  }

  // Saves the values that `make` returns for the current memo.
  async modify(make) {
    try {
      Object.assign(this, await modifyMemo(this, make));
    } catch (problem) {
      warn(`${texts.notSaved}: ${problem.message}`);
    }
  }

  async toggleFavorite() {
    const favorite = !this.memo.favorite;
    await this.modify(() => ({ favorite }));
    this.showDetails();
  }

  trash() {
    this.player.pause();
    this.trashMemo(this.memo);
  }

  async transcribe(options) {
    if (await transcribe([this.id], options)) await this.refresh();
  }

  // Keys for the open memo.
  key(event) {
    const actions = {
      " ": () => this.player.toggle(),
      ArrowLeft: () => this.player.seek(this.player.time - 5),
      ArrowRight: () => this.player.seek(this.player.time + 5),
      "<": () => this.player.faster(-1),
      ">": () => this.player.faster(1),
      e: () => this.transcript.editShown(),
      // Only with the focus here: in the list, the focused row may just have disappeared.
      Delete: () => {
        if (may("write") && this.element.contains(document.activeElement)) this.trash();
      },
      Escape: () => this.whenLeft(),
    };
    const action = this.memo && actions[event.key];
    action?.();
    return Boolean(action);
  }

  end() {
    if (this.element.contains(changedEditor())) {
      const { hash } = new URL(`#/memo/${this.id}`, document.baseURI);
      notice(texts.draftKept, { label: texts.open, action: () => { location.hash = hash; } });
    }
    this.isEnded = true;
    this.forget();
    this.resized?.disconnect();
    if (this.player) this.playing.keep(this.player);
  }
}

// The paths of a server's files, which may contain spaces, mean nothing to the user.
const withoutPaths = (text) => text.replace(/(^|[\s'"(])\/.*\/[^\s'",;:)]*/, "$1…");
