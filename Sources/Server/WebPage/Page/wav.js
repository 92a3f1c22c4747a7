// WAV files from a recording's chunks.

// The header of one channel with 16 bits per sample.
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

export function wav(chunks, rate) {
  const byteCount = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  return new Blob([header(byteCount, rate), ...chunks], { type: "audio/wav" });
}
