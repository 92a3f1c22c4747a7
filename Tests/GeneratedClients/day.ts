// A day's work with a client that openapi-generator-cli generated as typescript-fetch.
//
// usage: node day.js URL TOKEN AUDIO

import {
  Configuration, MemosApi, ProblemFromJSON, ResponseError, SearchApi, TranscriptionFromJSON,
  TranscriptsApi,
} from "./speechmemo/index";

declare const process: { argv: string[]; exit(status: number): never };
declare function require(name: string): any;

const show = (...values: unknown[]) => console.log(JSON.stringify(values));

async function day(url: string, token: string, sound: string) {
  const configuration = new Configuration({ basePath: url, accessToken: token });
  const memos = new MemosApi(configuration);
  const audio: Uint8Array = require("fs").readFileSync(sound);

  const file = new Blob([audio]);
  let memo = await memos.addMemo({ file, title: "Planning", tags: "plans,work", favorite: true });
  const id = memo.id;
  while (memo.transcription.status !== "done") {
    if (memo.transcription.status === "failed") throw new Error(memo.transcription.reason);
    await new Promise((resume) => setTimeout(resume, 50));
    memo = await memos.getMemo({ memo: id });
  }
  show(memo.title, memo.tags, memo.favorite, memo.audio.byteCount === audio.length);

  const page = await memos.listMemos({ tag: ["work"], limit: 1 });
  show(page.memos.map((one) => one.id === id));

  // Transcripts are text in other formats, so the generated method returns a string.
  const transcript = TranscriptionFromJSON(await memos.getTranscript({ memo: id }));
  const was = transcript.segments[0].text;
  const editTranscriptRequest = { segment: 0, text: "one budget", was };
  const edited = await memos.editTranscript({ memo: id, editTranscriptRequest });
  show(was, edited.segments[0].text);
  const history = await new TranscriptsApi(configuration).listVersions({ memo: id });
  show(history.versions.map((one) => one.author));

  show((await memos.changeMemo({ memo: id, memoChange: { title: "Money" } })).title);
  const found = await new SearchApi(configuration).searchMemos({ q: "budget", favorite: true });
  show(found.hits[0].memo.title, found.hits[0].places[0].excerpt);

  const captions = await memos.getTranscript({ memo: id, format: "srt" });
  show(captions.split("\n").slice(0, 3));
  const received = new Uint8Array(await (await memos.getAudio({ memo: id })).arrayBuffer());
  show(received.length === audio.length && received.every((byte, index) => byte === audio[index]));

  await memos.trashMemo({ memo: id });
  show((await memos.restoreMemo({ memo: id, idempotencyKey: "restore-1" })).id === id);
  await memos.trashMemo({ memo: id });
  const deleted = await memos.deleteMemos({ memoIDs: { ids: [id] } });
  show(deleted.items.map((one) => one.status));
  const failure = await memos.getMemo({ memo: id }).catch((error) => error);
  if (!(failure instanceof ResponseError)) throw failure;
  const problem = ProblemFromJSON(await failure.response.json());
  show(problem.status, problem.code);
}

day(process.argv[2], process.argv[3], process.argv[4]).catch((error) => {
  console.error(error);
  process.exit(1);
});
