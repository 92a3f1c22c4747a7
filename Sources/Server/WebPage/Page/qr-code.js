// A QR code of a text: ISO/IEC 18004, in byte mode, with error correction level M, in the ten
// smallest versions, which hold up to 213 bytes.

// For each version: the error correction bytes of a block, the number of blocks, the data bytes, and
// the positions of the alignment patterns.
const sizes = [
  [10, 1, 16, []],
  [16, 1, 28, [6, 18]],
  [26, 1, 44, [6, 22]],
  [18, 2, 64, [6, 26]],
  [24, 2, 86, [6, 30]],
  [16, 4, 108, [6, 34]],
  [18, 4, 124, [6, 22, 38]],
  [22, 4, 154, [6, 24, 42]],
  [22, 5, 182, [6, 26, 46]],
  [26, 5, 216, [6, 28, 50]],
];

// Powers and logarithms in GF(256), for error correction.
const powers = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  powers[exponent] = powers[exponent + 255] = value;
  logarithms[value] = exponent;
  value = value << 1 ^ (value & 0x80 ? 0x11d : 0);
}

const product = (one, other) =>
  one && other ? powers[logarithms[one] + logarithms[other]] : 0;

// The remainder of the data, padded with zeros, divided by the generator polynomial.
function correction(data, degree) {
  let generator = [1];
  for (let exponent = 0; exponent < degree; exponent += 1) {
    const next = [...generator, 0];
    generator.forEach((value, index) => { next[index + 1] ^= product(value, powers[exponent]); });
    generator = next;
  }
  const rest = [...data, ...Array(degree).fill(0)];
  for (let index = 0; index < data.length; index += 1) {
    const factor = rest[index];
    generator.forEach((value, place) => { rest[index + place] ^= product(value, factor); });
  }
  return rest.slice(data.length);
}

// The content: the length of the text, the text, and padding.
function content(bytes, version) {
  const capacity = sizes[version - 1][2];
  const bits = [];
  const put = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push(value >> bit & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8 > 0) bits.push(0);
  for (let filler = 0xec; bits.length < capacity * 8; filler ^= 0xec ^ 0x11) put(filler, 8);
  return Array.from({ length: capacity }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((sum, bit) => sum << 1 | bit, 0));
}

// The interleaved bytes of the blocks, then those of their error correction.
function codewords(bytes, version) {
  const [degree, count, capacity] = sizes[version - 1];
  const data = content(bytes, version);
  const blocks = [];
  let place = 0;
  for (let index = 0; index < count; index += 1) {
    // If the division leaves a remainder, the last blocks are one byte longer.
    const length = Math.floor((capacity + index) / count);
    blocks.push(data.slice(place, place + length));
    place += length;
  }
  const inTurns = (lists) => {
    const result = [];
    for (let index = 0; index < lists.at(-1).length; index += 1) {
      for (const list of lists) if (index < list.length) result.push(list[index]);
    }
    return result;
  };
  return [...inTurns(blocks), ...inTurns(blocks.map((block) => correction(block, degree)))];
}

// A number followed by its check bits.
function checked(value, generator, count) {
  let rest = value << count;
  for (let bit = 31 - Math.clz32(rest); bit >= count; bit -= 1) {
    if (rest >> bit & 1) rest ^= generator << (bit - count);
  }
  return value << count | rest;
}

const masks = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => row * column % 2 + row * column % 3 === 0,
  (row, column) => (row * column % 2 + row * column % 3) % 2 === 0,
  (row, column) => ((row + column) % 2 + row * column % 3) % 2 === 0,
];

// The fixed patterns of a version; `undefined` for the squares of the text.
function frame(version) {
  const width = version * 4 + 17;
  const squares = Array.from({ length: width }, () => Array(width).fill(undefined));
  const set = (row, column, isDark) => {
    if (squares[row]?.[column] === undefined && row in squares && column >= 0 && column < width) {
      squares[row][column] = isDark;
    }
  };
  const target = (row, column, radius, rings) => {
    for (let down = -radius; down <= radius; down += 1) {
      for (let right = -radius; right <= radius; right += 1) {
        set(row + down, column + right, rings[Math.max(Math.abs(down), Math.abs(right))]);
      }
    }
  };
  for (const [row, column] of [[3, 3], [3, width - 4], [width - 4, 3]]) {
    target(row, column, 4, [true, true, false, true, false]);
  }
  const places = sizes[version - 1][3];
  const last = places.length - 1;
  places.forEach((row, down) => places.forEach((column, right) => {
    const isCorner = (down === 0 && right === 0) || (down === 0 && right === last)
      || (down === last && right === 0);
    if (!isCorner) target(row, column, 2, [true, false, true]);
  }));
  for (let index = 8; index < width - 8; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 12);
    for (let index = 0; index < 18; index += 1) {
      const [one, other] = [Math.floor(index / 3), width - 11 + index % 3];
      set(one, other, Boolean(bits >> index & 1));
      set(other, one, Boolean(bits >> index & 1));
    }
  }
  // Reserved for `mark`.
  mark(squares, 0);
  return squares;
}

// Writes the level of error correction and the mask.
function mark(squares, mask) {
  const width = squares.length;
  // Level M is encoded as 0.
  const bits = checked(mask, 0x537, 10) ^ 0x5412;
  for (let index = 0; index < 15; index += 1) {
    const isDark = Boolean(bits >> index & 1);
    const down = index < 6 ? index : index < 8 ? index + 1 : width - 15 + index;
    const right = index < 8 ? width - 1 - index : index < 9 ? 7 : 14 - index;
    squares[down][8] = isDark;
    squares[8][right] = isDark;
  }
  squares[width - 8][8] = true;
}

// The squares of the text in bit order: up and down through pairs of columns.
function* places(squares) {
  const width = squares.length;
  let isUp = true;
  for (let right = width - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < width; step += 1) {
      const row = isUp ? width - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (squares[row][column] === undefined) yield [row, column];
      }
    }
    isUp = !isUp;
  }
}

// The penalty score of a mask; lower is better.
function difficulty(squares) {
  const width = squares.length;
  let sum = 0;
  let darkCount = 0;
  const lines = squares.map((row) => row.map((isDark) => (isDark ? "1" : "0")).join(""));
  const columns = squares.map((_, column) => squares.map((row) => (row[column] ? "1" : "0")).join(""));
  for (const line of [...lines, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let row = 0; row < width; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const isDark = squares[row][column];
      if (isDark) darkCount += 1;
      if (row > 0 && column > 0 && squares[row - 1][column] === isDark
        && squares[row][column - 1] === isDark && squares[row - 1][column - 1] === isDark) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs(darkCount * 20 / (width * width) - 10));
}

// Rows of squares; dark ones are true.
export function squaresOf(text) {
  const bytes = new TextEncoder().encode(text);
  const index = sizes.findIndex(([, , capacity], place) =>
    bytes.length + (place < 9 ? 2 : 3) <= capacity);
  if (index < 0) throw new RangeError("the text is too long for a QR code");
  const version = index + 1;
  const base = frame(version);
  const order = [...places(base)];
  const words = codewords(bytes, version);
  let best = null;
  masks.forEach((mask, number) => {
    const squares = base.map((row) => [...row]);
    order.forEach(([row, column], place) => {
      const bit = (words[place >> 3] ?? 0) >> (7 - place % 8) & 1;
      squares[row][column] = Boolean(bit) !== mask(row, column);
    });
    mark(squares, number);
    const value = difficulty(squares);
    if (!best || value < best.value) best = { value, squares };
  });
  return best.squares;
}

// An image of the code with its margin, dark on light in any color scheme.
export function qrCode(text, label) {
  const squares = squaresOf(text);
  const width = squares.length + 8;
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${width}`);
  svg.setAttribute("class", "code");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", squares.flatMap((row, down) => row.map((isDark, right) =>
    (isDark ? `M${right + 4} ${down + 4}h1v1h-1z` : ""))).join(""));
  svg.append(path);
  return svg;
}
