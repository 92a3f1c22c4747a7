// Recordings, stored in this browser until the server has them: in chunks while recording, and as a
// whole until the server has made a memo. If the page closes in between, the next visit finds them.

import { Problem, send } from "./api.js";
import { upload } from "./tus.js";
import { wav } from "./wav.js";

const listeners = new Set();

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("speechmemo", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("recordings", { keyPath: "id" });
      request.result.createObjectStore("pieces", { keyPath: ["recording", "index"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let database;

// Runs work in one transaction, and waits until it is stored durably.
async function change(stores, work) {
  database ??= opened();
  const transaction = (await database).transaction(stores, "readwrite", { durability: "strict" });
  const value = work(...stores.map((name) => transaction.objectStore(name)));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
  return value;
}

async function read(store, work) {
  database ??= opened();
  const request = work((await database).transaction([store]).objectStore(store));
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const piecesOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

export function onOutboxChange(listener) { listeners.add(listener); }

function tell(change = {}) { for (const listener of listeners) listener(change); }

// Data for which the device has no space is kept while the page is open.
const unwritten = { values: new Map(), pieces: [] };

export async function recordings() {
  const all = new Map((await read("recordings", (store) => store.getAll()))
    .map((recording) => [recording.id, recording]));
  for (const [id, values] of unwritten.values) {
    if (all.has(id) || values.file) all.set(id, { ...all.get(id), ...values });
  }
  return [...all.values()];
}

// The library of the current or last session: recordings for one library must not be sent to
// another.
let library = localStorage.getItem("library");

export function useLibrary(id) {
  library = id;
  localStorage.setItem("library", id);
}

const isForThis = (recording) => !recording.library || recording.library === library;

export async function begin(recording) {
  await change(["recordings"], (store) => {
    store.put({ ...recording, library, state: "recording" });
  });
  tell();
}

// Once this returns, the chunk is stored. If it throws, the chunk is still uploaded.
export async function addPiece(id, index, data) {
  const piece = { recording: id, index, data };
  try {
    await change(["pieces"], (store) => { store.put(piece); });
  } catch (error) {
    unwritten.pieces.push(piece);
    throw error;
  }
}

// Browsers have `randomUUID` only over HTTPS and on localhost.
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// Stores a file, and returns its id. It leaves space for recordings, which exist nowhere else.
export async function addFile(file) {
  const recording = {
    id: newId(), title: "", date: new Date().toISOString(), state: "waiting", library,
    name: file.name, file, isCopy: true,
  };
  try {
    const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
    if (file.size > (quota - usage) / 4) throw new DOMException("", "QuotaExceededError");
    await change(["recordings"], (store) => { store.put(recording); });
  } catch {
    unwritten.values.set(recording.id, recording);
  }
  return recording.id;
}

export async function finish(id) {
  await update(id, { state: "waiting" });
  tell();
  flush();
}

async function update(id, values) {
  let isWritten = true;
  try {
    await change(["recordings"], (store) => {
      const request = store.get(id);
      request.onsuccess = () => {
        if (request.result) store.put({ ...request.result, ...values });
      };
    });
  } catch {
    // It is uploaded anyway. The next visit would find the old state, and start again.
    isWritten = false;
  }
  if (!isWritten || unwritten.values.has(id)) {
    unwritten.values.set(id, { ...unwritten.values.get(id), ...values });
  }
}

export async function discard(id) {
  await change(["recordings", "pieces"], (all, pieces) => {
    all.delete(id);
    pieces.delete(piecesOf(id));
  });
  unwritten.values.delete(id);
  unwritten.pieces = unwritten.pieces.filter((piece) => piece.recording !== id);
  tell();
}

// Locks a recording for as long as its tab is open.
export function hold(id, until) {
  return navigator.locks?.request(`speechmemo-recording-${id}`, () => until);
}

// Recordings of closed tabs are uploaded, too.
export async function recover() {
  const held = new Set((await navigator.locks?.query())?.held?.map((lock) => lock.name) ?? []);
  let count = 0;
  for (const recording of await recordings()) {
    if (recording.state !== "recording") continue;
    if (held.has(`speechmemo-recording-${recording.id}`)) continue;
    const pieces = await read("pieces", (store) => store.count(piecesOf(recording.id)));
    if (pieces === 0) await discard(recording.id);
    else {
      await update(recording.id, { state: "waiting" });
      count += 1;
    }
  }
  tell();
  flush();
  return count;
}

export async function sound(recording) {
  if (recording.file) return recording.file;
  const pieces = (await read("pieces", (store) => store.getAll(piecesOf(recording.id))))
    .concat(unwritten.pieces.filter((piece) => piece.recording === recording.id))
    .sort((one, other) => one.index - other.index).map((piece) => piece.data);
  return wav(pieces, recording.rate);
}

async function uploadRecording(recording) {
  const { id, title, name = "Recording.wav", file } = recording;
  const provenance = file ? {
    "original-date": file.lastModified ? new Date(file.lastModified).toISOString() : undefined,
    "time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
  } : { date: recording.date, device: "Browser" };
  try {
    await upload(await sound(recording), {
      address: recording.address,
      values: { id, title, filename: name, ...provenance },
      whenBegun: (address) => update(id, { address }),
      whenMoved: (part) => tell({ id, part, fileName: file && name }),
    });
  } catch (problem) {
    // The upload has expired, or the server has made a memo of it and the response was lost.
    if (problem.status === 404 && recording.address) {
      await update(id, { address: undefined });
      throw new Problem(503, "the upload starts over");
    }
    if (problem.status !== 409) throw problem;
    await send("GET", `api/memos/${id}`);
  }
  await discard(id);
  tell({ id, uploaded: title || name });
}

// Errors that a retry can't fix are shown. A recording stays here; of a file, the user has the
// original.
const isFinal = ({ status }) =>
  status >= 400 && status < 500 && ![401, 403, 404, 408, 409, 423, 429].includes(status);

async function uploadOrNote(recording) {
  try {
    await uploadRecording(recording);
  } catch (problem) {
    if (!isFinal(problem)) throw problem;
    if (recording.isCopy) await discard(recording.id);
    else await update(recording.id, { problem: problem.message });
    const name = recording.title || recording.name;
    tell({ id: recording.id, problem: name ? `${name}: ${problem.message}` : problem.message });
  }
}

// Uploads all waiting recordings, those that exist only here before files.
async function uploadAll() {
  const tried = new Set();
  const work = async () => {
    for (;;) {
      const waiting = (await recordings()).filter((one) =>
        one.state === "waiting" && !one.problem && isForThis(one) && !tried.has(one.id));
      const next = waiting.find((one) => !one.isCopy) ?? waiting[0];
      if (!next) return;
      tried.add(next.id);
      await uploadOrNote(next);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failure = results.find(({ status }) => status === "rejected");
  if (failure) throw failure.reason;
}

const atOnce = 3;
let failures = 0;
let timer;
let isFlushing = false;
let isAskedAgain = false;

// Uploads waiting recordings, in one tab at a time.
export async function flush() {
  isAskedAgain = isFlushing;
  if (isFlushing) return;
  isFlushing = true;
  clearTimeout(timer);
  try {
    if (navigator.locks) await navigator.locks.request("speechmemo-outbox", uploadAll);
    else await uploadAll();
    failures = 0;
  } catch (problem) {
    retryLater(problem);
  } finally {
    isFlushing = false;
    tell();
    if (isAskedAgain && failures === 0) flush();
  }
}

function retryLater(problem) {
  // A refusal is shown once. The upload is retried for a user with permission.
  if (![401, 403].includes(problem.status)) tell({ problem: problem.message, isOffline: true });
  else if (failures === 0 && problem.status === 403) tell({ problem: problem.message });
  failures += 1;
  timer = setTimeout(flush, Math.min(30, 2 ** (failures - 1)) * 1000);
}

addEventListener("online", flush);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") flush();
});
