// Opens the page without a network, and receives files that other apps share.

const cacheName = "speechmemo-page";
const files = [
  "./", "manifest.webmanifest", "page/app.js", "page/icon.svg", "page/recorder-worklet.js", "page/style.css",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), tidy()])));

// Removes files of earlier versions.
async function tidy() {
  const cache = await caches.open(cacheName);
  const wanted = new Set(files.map((file) => new URL(file, self.registration.scope).href));
  for (const request of await cache.keys()) {
    if (!wanted.has(request.url)) await cache.delete(request);
  }
}

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
