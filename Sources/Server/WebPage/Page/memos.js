// Reads and saves memos. A version keeps changes made elsewhere.

import { get, memoPath, query, send } from "./api.js";
import { folded } from "./texts.js";

async function request(method, id, options) {
  const response = await send(method, memoPath(id), options);
  return { memo: await response.json(), version: response.headers.get("ETag") };
}

export const readMemo = (id) => request("GET", id);

// Saves the values that `make` returns for a memo, unless it returns null. If the memo has changed
// elsewhere, they are made again from the changed one. Returns the memo and its version.
export async function modifyMemo({ memo, version }, make) {
  const { id } = memo;
  let current = { memo, version };
  for (let attempt = 0; ; attempt += 1) {
    const json = make(current.memo);
    if (!json) return current;
    try {
      // A proxy that compresses weakens the version, which then can't be compared.
      const isExact = current.version && !current.version.startsWith("W/");
      const headers = isExact ? { "If-Match": current.version } : {};
      return await request("PATCH", id, { json, headers });
    } catch (problem) {
      if (problem.status !== 412 || attempt > 4) throw problem;
      current = await readMemo(id);
    }
  }
}

export const hasTag = (memo, tag) => memo.tags.map(folded).includes(folded(tag));

export const adding = (tag) => (memo) => (hasTag(memo, tag) ? null : { tags: [...memo.tags, tag] });

// The ids of all memos that a list would show.
export async function everyId(question) {
  const ids = [];
  let after;
  do {
    const page = await get(`api/memos${query({ ...question, limit: 1000, after })}`);
    ids.push(...page.memos.map((memo) => memo.id));
    after = page.next;
  } while (after);
  return ids;
}
