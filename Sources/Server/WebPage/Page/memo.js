// One memo: playback, transcript, and edits.

import { change, get, memoPath, query, send } from "./api.js";
import { transcribe } from "./changes.js";
import { dialog, menu } from "./dialogs.js";
import { button, el, notice } from "./elements.js";
import { onChange } from "./events.js";
import { Player } from "./player.js";
import { date, folded, texts, time } from "./texts.js";
import { changedEditor, Transcript } from "./transcript.js";

const formats = [
  ["txt", "Text"], ["md", "Markdown"], ["srt", "Subtitles (SRT)"], ["vtt", "Subtitles (VTT)"],
  ["json", "JSON"],
];

export class MemoView {
  constructor(id, { start, whenLeft, trash }) {
    this.id = id;
    this.start = start;
    this.whenLeft = whenLeft;
    this.trashMemo = trash;
    this.element = el("article", { class: "memo", tabIndex: -1 });
    this.forget = onChange((event) => {
      if (!event.ids || event.ids.includes(id)) this.refresh();
    });
  }

  async open() {
    this.memo = await get(memoPath(this.id));
    this.element.replaceChildren(...this.parts());
    this.loadPeaks();
    await this.loadTranscript();
    if (this.start !== undefined) this.seek(this.start);
  }

  seek(seconds, plays = false) {
    this.player.seek(seconds, plays);
    this.transcript.center();
  }

  parts() {
    const memo = this.memo;
    this.title = el("input", {
      class: "title", value: memo.title, "aria-label": texts.editTitle,
      onchange: () => this.rename(),
    });
    this.title.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.title.blur();
    });
    this.favorite = button(texts.favorite, () => this.toggleFavorite(), {
      icon: "heart", filled: memo.isFavorite, "aria-pressed": String(memo.isFavorite),
    });
    const more = button(texts.menu, () => menu(more, this.actions()), {
      icon: "more", "aria-haspopup": "menu", "aria-expanded": "false",
    });
    this.tags = el("div", { class: "tags" });
    this.showTags();
    this.player = new Player(memoPath(this.id, "/audio"), memo.duration);
    this.transcript = new Transcript(memo, this.player, { canChange: true });
    this.state = el("p", { class: "progress", role: "status" });
    return [
      el("header", { class: "bar" },
        button(texts.back, () => this.whenLeft(), { icon: "back", class: "back" }),
        this.title, this.favorite, button(texts.link, () => this.share(), { icon: "link" }), more),
      el("p", { class: "facts", text: `${date(memo.date)} · ${time(memo.duration)}` }),
      this.tags, this.player.element, this.state, this.transcript.element,
    ];
  }

  actions() {
    const audio = memoPath(this.id, "/audio");
    return [
      ...formats.map(([format, name]) => [
        `${texts.export}: ${name}`,
        () => download(
          memoPath(this.id, `/transcript${query({ format })}`), `${this.memo.title}.${format}`),
      ]),
      [`${texts.export}: Audio`, () => download(audio, this.memo.title)],
      [texts.transcribe, () => this.transcribe()],
      [texts.moveToTrash, () => this.trashMemo(this.memo)],
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
    const { status, reason } = this.memo.transcription;
    this.state.textContent = "";
    if (status === "queued" || status === "running") return this.loadProgress();
    if (status === "failed") this.state.textContent = texts.failed(reason ?? "");
    try {
      const transcription = await get(memoPath(this.id, "/transcription"));
      this.transcript.show(transcription);
      await this.showFailedJob();
    } catch (problem) {
      if (problem.status !== 404) throw problem;
      if (status !== "failed") this.state.textContent = texts.noTranscript;
    }
  }

  // A transcription that failed leaves the former transcript as it was.
  async showFailedJob() {
    const { job } = await get(memoPath(this.id, "/job"));
    if (job?.state !== "failed") return;
    this.state.replaceChildren(texts.failed(job.reason ?? ""), " ", button(texts.dismiss, async () => {
      await send("DELETE", `api/jobs/${job.id}`);
      this.state.textContent = "";
    }));
  }

  // The words as they arrive.
  async loadProgress() {
    const { status } = this.memo.transcription;
    try {
      const { job } = await get(memoPath(this.id, "/job"));
      if (!job) return;
      const part = job.transcribedUntil / Math.max(this.memo.duration, 0.1);
      this.state.textContent = status === "queued" ? texts.queued : texts.running(part);
      const { segments } = await get(`api/jobs/${job.id}/segments`);
      if (segments.length !== this.transcript.segments?.length) this.transcript.show({ segments });
    } catch (problem) {
      if (problem.status === 404) this.state.textContent = texts.queued;
    }
  }

  async refresh() {
    if (!this.memo) return;
    try {
      const before = this.memo;
      this.memo = await get(memoPath(this.id));
      if (document.activeElement !== this.title) this.title.value = this.memo.title;
      this.favorite.setAttribute("aria-pressed", String(this.memo.isFavorite));
      this.favorite.firstElementChild.classList.toggle("filled", this.memo.isFavorite);
      this.showTags();
      const isEdited = this.element.querySelector(".editor");
      const wasOpen = ["queued", "running"].includes(before.transcription.status);
      const isOpen = ["queued", "running"].includes(this.memo.transcription.status);
      if (!isEdited && (wasOpen || isOpen || !this.element.contains(document.activeElement))) {
        await this.loadTranscript();
      }
    } catch (problem) {
      if (problem.status === 404) this.whenLeft();
    }
  }

  async modify(values) {
    try {
      this.memo = await change("PATCH", memoPath(this.id), values);
    } catch (problem) {
      notice(`${texts.notSaved}: ${problem.message}`);
    }
  }

  async rename() {
    const title = this.title.value.trim();
    if (title && title !== this.memo.title) await this.modify({ title });
    this.title.value = this.memo.title;
  }

  async toggleFavorite() {
    await this.modify({ isFavorite: !this.memo.isFavorite });
    this.favorite.setAttribute("aria-pressed", String(this.memo.isFavorite));
    this.favorite.firstElementChild.classList.toggle("filled", this.memo.isFavorite);
  }

  showTags() {
    const add = el("input", { class: "add-tag", placeholder: texts.addTag, "aria-label": texts.addTag });
    add.addEventListener("change", async () => {
      const tag = add.value.trim();
      if (!tag || this.memo.tags.map(folded).includes(folded(tag))) return;
      await this.modify({ tags: [...this.memo.tags, tag] });
      this.showTags();
    });
    this.tags.replaceChildren(
      ...this.memo.tags.map((tag) =>
        el("span", { class: "tag" }, tag, button(`${texts.remove} ${tag}`, async () => {
          await this.modify({ tags: this.memo.tags.filter((other) => other !== tag) });
          this.showTags();
        }, { icon: "close" }))),
      add);
  }

  async transcribe() {
    if (await transcribe([this.id])) await this.refresh();
  }

  async share() {
    const list = el("ul", { class: "links" });
    const show = async () => {
      const { links } = await get(memoPath(this.id, "/links"));
      list.replaceChildren(...links.map((link) =>
        el("li", {}, el("span", { text: texts.linkExpires(date(link.expiresAt)) }),
          button(texts.revoke, async () => {
            await send("DELETE", memoPath(this.id, `/links/${link.id}`));
            notice(texts.linkRevoked);
            show();
          }))));
    };
    const result = el("p", { class: "result" });
    const make = async (days) => {
      try {
        const link = await change(
          "POST", memoPath(this.id, "/links"), { expiresIn: days * 86400 });
        const address = new URL(link.path.replace(/^\//, ""), document.baseURI).href;
        const field = el("input", { value: address, readOnly: true, class: "address", "aria-label": texts.link });
        result.replaceChildren(field, button(texts.copy, async () => {
          field.select();
          await navigator.clipboard?.writeText(address);
          notice(texts.copied);
        }, { class: "primary" }));
        await show();
      } catch (problem) {
        notice(problem.message);
      }
    };
    dialog(
      texts.link, el("p", { text: texts.linkMade }),
      el("div", { class: "answers" }, ...Object.entries(texts.days).map(([days, name]) =>
        button(texts.makeLink(name), () => make(Number(days))))),
      result, el("h3", { text: texts.links }), list);
    await show();
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
      Delete: () => this.trashMemo(this.memo),
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
    this.forget();
    this.player?.end();
  }
}

function download(address, name) {
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
