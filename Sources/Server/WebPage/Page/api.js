// Requests to the server.

export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
  get isOffline() { return this.status === 0; }
}

const listeners = new Set();

// Called when the server rejects the session.
export function onSignedOut(listener) { listeners.add(listener); }

export async function send(method, path, { json, headers = {}, body, signal } = {}) {
  const request = { method, headers: { ...headers }, signal, credentials: "same-origin" };
  if (json !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(json);
  } else if (body !== undefined) request.body = body;
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "the server cannot be reached");
  }
  if (response.ok) return response;
  let detail = `the server answered ${response.status}`;
  try {
    detail = (await response.json()).detail ?? detail;
  } catch { /* a proxy has answered */ }
  if (response.status === 401) for (const listener of listeners) listener();
  throw new Problem(response.status, detail);
}

export async function get(path, options) { return (await send("GET", path, options)).json(); }

export async function change(method, path, json) {
  const response = await send(method, path, { json });
  return response.status === 204 ? null : response.json();
}

export const memoPath = (id, rest = "") => `api/memos/${encodeURIComponent(id)}${rest}`;

export function query(values) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") parameters.append(name, one);
    }
  }
  const text = parameters.toString();
  return text ? `?${text}` : "";
}
