// Resumable uploads (the tus protocol).

import { send } from "./api.js";

const base64 = (text) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function metadata(values) {
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
