// Changes of the library. Browsers limit the connections to a server, so one tab listens and
// notifies the others.

const channel = "BroadcastChannel" in window ? new BroadcastChannel("speechmemo-events") : null;
const listeners = new Set();

export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(event) {
  for (const listener of listeners) listener(event);
}

function listen() {
  return new Promise(() => {
    let source;
    const pass = (event) => {
      tell(event);
      channel?.postMessage(event);
    };
    const open = () => {
      source?.close();
      source = new EventSource("api/events");
      // A new source misses what changed since the page was loaded, or since the last one ended.
      source.addEventListener("connected", () => pass({}), { once: true });
      source.addEventListener("memos", (event) => pass({ ids: JSON.parse(event.data).ids }));
      source.addEventListener("library", () => pass({}));
      source.addEventListener("reset", () => pass({}));
      // A refusal ends a stream permanently; signing in again reopens it.
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) setTimeout(open, 5000);
      });
    };
    open();
  });
}

let isBegun = false;

export function beginEvents() {
  if (isBegun) return;
  isBegun = true;
  if (channel) channel.onmessage = (message) => tell(message.data);
  // The tab with the lock listens. When it closes, another one takes over.
  if (navigator.locks && channel) navigator.locks.request("speechmemo-events", listen);
  else listen();
}
