// What changes in the library. A browser opens few connections to a server: one tab listens, and
// tells the others.

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
      source.addEventListener("memos", (event) => pass({ ids: JSON.parse(event.data).ids }));
      source.addEventListener("library", () => pass({}));
      source.addEventListener("reset", () => pass({}));
      // A refusal ends a stream for good; who signs in again wants it back.
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
  // The one that holds the lock listens; when its tab goes, the next one does.
  if (navigator.locks && channel) navigator.locks.request("speechmemo-events", listen);
  else listen();
}
