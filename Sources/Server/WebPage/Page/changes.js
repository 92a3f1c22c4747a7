// Changes of memos. Those that replace or delete something ask first. Each returns whether it was
// made.

import { change } from "./api.js";
import { ask } from "./dialogs.js";
import { dropDrafts } from "./drafts.js";
import { notice, warn } from "./elements.js";
import { texts } from "./texts.js";

// The memos to delete in one request.
const atOnce = 1000;

export async function trash(ids, whenRestored) {
  try {
    await change("POST", "api/memos/trash", { ids });
    notice(texts.trashed(ids.length), {
      label: texts.undo,
      action: async () => {
        await restore(ids);
        whenRestored();
      },
    });
    return true;
  } catch (problem) {
    warn(problem.message);
    return false;
  }
}

export async function restore(ids) {
  try {
    await change("POST", "api/memos/restore", { ids });
    notice(texts.restored(ids.length));
    return true;
  } catch (problem) {
    warn(problem.message);
    return false;
  }
}

export async function deleteForGood(ids) {
  const question = texts.deleteForGoodQuestion(ids.length);
  if (!await ask(question, [texts.keep, false], [texts.deleteForGood, true, true])) return false;
  try {
    let count = 0;
    for (let start = 0; start < ids.length; start += atOnce) {
      const some = ids.slice(start, start + atOnce);
      const { memos } = await change("POST", "api/memos/delete", { ids: some });
      some.forEach(dropDrafts);
      count += memos.length;
    }
    notice(texts.deletedForGood(count));
    return true;
  } catch (problem) {
    warn(problem.message);
    return false;
  }
}
