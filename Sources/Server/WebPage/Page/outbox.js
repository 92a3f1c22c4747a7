// Recordings, stored in this browser until the server has them: in chunks while recording, and as a
// whole until the server has made a memo. If the page closes in between, the next visit finds them.

import { Problem, send } from "./api.js";
import { texts } from "./texts.js";

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
  const all = await read("recordings", (store) => store.getAll());
  return all.map((recording) => ({ ...recording, ...unwritten.values.get(recording.id) }));
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

function header(byteCount, rate) {
  const view = new DataView(new ArrayBuffer(44));
  const text = (offset, value) => {
    for (let index = 0; index < value.length; index += 1) {
      view.setUint8(offset + index, value.charCodeAt(index));
    }
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + byteCount, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, byteCount, true);
  return view.buffer;
}

export async function sound(recording) {
  if (recording.file) return recording.file;
  const pieces = (await read("pieces", (store) => store.getAll(piecesOf(recording.id))))
    .concat(unwritten.pieces.filter((piece) => piece.recording === recording.id))
    .sort((one, other) => one.index - other.index).map((piece) => piece.data);
  const byteCount = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return new Blob([header(byteCount, recording.rate), ...pieces], { type: "audio/wav" });
}

export const base64 = (text) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export function metadata(values) {
  return Object.entries(values).filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name} ${base64(value)}`).join(",");
}

const tus = { "Tus-Resumable": "1.0.0" };
const pieceByteCount = 1 << 20;

// Uploads bytes, from the server's offset on, and returns the memo's id.
export async function upload(blob, { address, values, whenBegun, whenMoved }) {
  let place = address;
  if (!place) {
    const response = await send("POST", "api/uploads", {
      headers: {
        ...tus, "Upload-Length": String(blob.size), "Upload-Metadata": metadata(values),
      },
    });
    // Behind a proxy, the page may have another path than the server's.
    place = `api/uploads/${response.headers.get("Location").split("/").pop()}`;
    await whenBegun?.(place);
  }
  let response = await send("GET", place, { headers: tus });
  while (!response.headers.get("Upload-Memo")) {
    const offset = Number(response.headers.get("Upload-Offset"));
    whenMoved?.(offset / blob.size);
    response = await send("PATCH", place, {
      headers: {
        ...tus, "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset),
      },
      body: blob.slice(offset, offset + pieceByteCount),
    });
  }
  whenMoved?.(1);
  return response.headers.get("Upload-Memo");
}

async function uploadRecording(recording) {
  const blob = await sound(recording);
  const values = {
    id: recording.id, title: recording.title, date: recording.date,
    filename: recording.name ?? "Recording.wav", device: recording.file ? undefined : "Browser",
  };
  try {
    await upload(blob, {
      address: recording.address, values,
      whenBegun: (address) => update(recording.id, { address }),
      whenMoved: (part) => tell({ id: recording.id, part }),
    });
  } catch (problem) {
    // The upload has expired, or the server has made a memo of it and the response was lost.
    if (problem.status === 404 && recording.address) {
      await update(recording.id, { address: undefined });
      throw new Problem(503, "the upload starts over");
    }
    if (problem.status !== 409) throw problem;
    await send("GET", `api/memos/${recording.id}`);
  }
  await discard(recording.id);
  tell({ uploaded: recording.title || texts.recording });
}

let failures = 0;
let timer;
let isFlushing = false;

// Uploads waiting recordings, one after another, in one tab at a time.
export async function flush() {
  if (isFlushing) return;
  isFlushing = true;
  clearTimeout(timer);
  const work = async () => {
    for (const recording of await recordings()) {
      if (recording.state === "waiting" && !recording.problem && isForThis(recording)) {
        await uploadRecording(recording);
      }
    }
    failures = 0;
  };
  try {
    if (navigator.locks) await navigator.locks.request("speechmemo-outbox", work);
    else await work();
  } catch (problem) {
    await note(problem);
  } finally {
    isFlushing = false;
  }
}

async function note(problem) {
  // Errors that a retry can't fix are shown, and the recording stays here.
  const waiting = (await recordings()).find(
    (one) => one.state === "waiting" && !one.problem && isForThis(one));
  if (waiting && [413, 415, 422].includes(problem.status)) {
    await update(waiting.id, { problem: problem.message });
    tell({ problem: problem.message });
    setTimeout(flush);
    return;
  }
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
