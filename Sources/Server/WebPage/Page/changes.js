// Changes of memos. Those that replace or delete something ask first. Each returns whether it was
// made.

import { change, get, memoPath } from "./api.js";
import { ask } from "./dialogs.js";
import { dropDrafts } from "./drafts.js";
import { notice, warn } from "./elements.js";
import { texts } from "./texts.js";

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
    const { memos } = await change("POST", "api/memos/delete", { ids });
    ids.forEach(dropDrafts);
    notice(texts.deletedForGood(memos.length));
    return true;
  } catch (problem) {
    warn(problem.message);
    return false;
  }
}

export async function transcribe(ids) {
  try {
    let editedCount = 0;
    for (const id of ids) if (await isEdited(id)) editedCount += 1;
    if (editedCount > 0 && !await ask(
      texts.transcribeQuestion(ids.length, editedCount), [texts.cancel, false],
      [texts.transcribe, true, true])) return false;
    for (const id of ids) await change("POST", memoPath(id, "/transcription"), {});
    return true;
  } catch (problem) {
    warn(problem.message);
    return false;
  }
}

async function isEdited(id) {
  try {
    const { editedAt, speakers = [] } = await get(memoPath(id, "/transcript"));
    return Boolean(editedAt) || speakers.some((speaker) => speaker.name);
  } catch (problem) {
    if (problem.status === 404) return false;
    throw problem;
  }
}
