// The search, the filter, and the position of the list in the page's address, which a reload keeps.

import { query } from "./api.js";

export function readAddress() {
  const values = new URLSearchParams(location.search);
  return {
    text: values.get("q") ?? "",
    place: values.get("place") === "trash" ? "trash" : "library",
    onlyFavorites: values.get("favorite") === "true",
    top: Number(values.get("top")) || 0,
  };
}

export function writeAddress({ text, place, onlyFavorites, top }) {
  const address = query({
    q: text, place: place === "trash" ? place : undefined, favorite: onlyFavorites || undefined,
    top: Math.round(top) || undefined,
  });
  if (address !== location.search) {
    history.replaceState(history.state, "", `${location.pathname}${address}${location.hash}`);
  }
}

export const openMemo = () => location.hash.match(/^#\/memo\/([^?]+)/)?.[1];
