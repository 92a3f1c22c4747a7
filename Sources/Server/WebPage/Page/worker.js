// Opens the page without a network, and receives files that other apps share.

const cacheName = "speechmemo-page";
const files = [
  "./", "manifest.webmanifest", ...[
    "access.js", "address.js", "api.js", "app.js", "changes.js", "dialogs.js", "drafts.js",
    "elements.js", "events.js", "exports.js", "filters.js", "fresh.js", "icon.svg", "keys.js",
    "layout.js", "library.js", "links.js", "live.js", "media.js", "memo.js", "memos.js",
    "message.js", "order.js", "outbox.js", "phone.js", "player.js", "positions.js", "qr-code.js",
    "question.js", "recorder-worklet.js", "recorder.js", "recording.js", "row.js", "rows.js",
    "search.js", "selection.js", "sign-in.js", "speakers.js", "style.css", "tags.js", "texts.js",
    "title.js", "transcribing.js", "transcript.js", "tus.js", "unsent.js", "uploads.js", "watch.js",
  ].map((name) => `page/${name}`),
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  const place = address.pathname.slice(new URL(self.registration.scope).pathname.length);
  if (event.request.method === "POST" && place === "share") {
    event.respondWith(takeShared(event.request));
  } else if (event.request.method === "GET" && (place === "" || place === "manifest.webmanifest"
    || place.startsWith("page/"))) {
    event.respondWith(serve(event.request));
  }
});

// The server's current response, or the last one without a network.
async function serve(request) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url.split("?")[0], response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

async function takeShared(request) {
  const form = await request.formData();
  const files = form.getAll("sound").filter((file) => file instanceof File);
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("speechmemo", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("recordings", { keyPath: "id" });
      opening.result.createObjectStore("pieces", { keyPath: ["recording", "index"] });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = database.transaction(["recordings"], "readwrite", { durability: "strict" });
  for (const file of files) {
    transaction.objectStore("recordings").put({
      id: crypto.randomUUID(), title: form.get("title") ?? "", date: new Date().toISOString(),
      state: "waiting", name: file.name, file,
    });
  }
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  return Response.redirect("./", 303);
}
