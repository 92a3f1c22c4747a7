// A memo that still plays after it was closed, in a bar below the list and the open memo.

import { Problem } from "./api.js";
import { button, el } from "./elements.js";
import { onChange } from "./events.js";
import { readMemo } from "./memos.js";
import { texts } from "./texts.js";

export class Playing {
  player = null;
  link = el("a", { class: "name", dir: "auto" });
  element = el("section", { class: "playing", "aria-label": texts.playing, hidden: true });

  constructor() {
    onChange(({ ids }) => {
      if (this.player && (!ids || ids.includes(this.player.memo.id))) this.refresh(this.player);
    });
  }

  // Takes over the player of a memo that closes, if it plays, and ends it otherwise.
  keep(player) {
    if (player.audio.paused) return player.end();
    this.end();
    this.player = player;
    player.moves.clear();
    player.audio.addEventListener("ended", this.end);
    this.showTitle();
    this.element.replaceChildren(
      player.core, this.link, button(texts.stopPlaying, this.end, { icon: "close" }));
    this.element.hidden = false;
  }

  // Returns the player of a memo that opens, if it is the one in the bar.
  take(memo) {
    const { player } = this;
    if (player?.memo.id !== memo.id) return null;
    this.leave();
    player.memo = memo;
    player.showCore();
    return player;
  }

  leave() {
    this.player.audio.removeEventListener("ended", this.end);
    this.player = null;
    this.element.hidden = true;
  }

  end = () => {
    const { player } = this;
    if (!player) return;
    this.leave();
    player.end();
  };

  showTitle() {
    const { id, title } = this.player.memo;
    this.link.textContent = title;
    this.link.href = `#/memo/${id}`;
  }

  // A memo that is moved to the trash or deleted stops.
  async refresh(player) {
    try {
      const { memo } = await readMemo(player.memo.id);
      if (player !== this.player) return;
      player.memo = memo;
      if (memo.trashedAt) this.end();
      else this.showTitle();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.status === 404 && player === this.player) this.end();
    }
  }

  // Keys that the open memo doesn't use.
  key(event) {
    if (event.key !== " " || !this.player) return false;
    this.player.toggle();
    return true;
  }
}
