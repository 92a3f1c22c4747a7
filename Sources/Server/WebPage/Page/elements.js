// Elements of the page, made from code.

export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "text") element.textContent = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name in element && name !== "list" && name !== "form") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const paths = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  edit: "M4 20l4-1L19 8l-3-3L5 16z",
  heart: "M12 20C4 14 3 10 5 7.500 7 5 10 5.500 12 8c2-2.500 5-3 7-.500 2 2.500 1 6.500-7 12.500z",
  link: "M10 14a4 4 0 0 1 0-6l3-3a4 4 0 0 1 6 6l-2 2M14 10a4 4 0 0 1 0 6l-3 3a4 4 0 0 1-6-6l2-2",
  more: "M4.500 12h1M11.500 12h1M18.500 12h1",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l13 8-13 8z",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.500 16.500L21 21",
  stop: "M6 6h12v12H6z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  back10: "M11 6L5 12l6 6M19 6l-6 6 6 6",
  forward10: "M5 6l6 6-6 6M13 6l6 6-6 6",
};

export function icon(name, isFilled = false) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", isFilled ? "icon filled" : "icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

export function button(label, action, { icon: name, filled, ...properties } = {}) {
  return el(
    "button",
    {
      type: "button", onclick: action, title: name ? label : undefined,
      "aria-label": name ? label : undefined, ...properties,
    },
    name ? icon(name, filled) : label);
}

// Without the controls that make the text around them read backwards.
const plain = (text) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

// A notice at the bottom that disappears by itself, with an optional button.
export function notice(text, { action, label, isKept = false, isError = false } = {}) {
  const place = document.getElementById("notices");
  const line = el("div", { class: isKept ? "notice kept" : "notice" }, el("span", { text: plain(text) }));
  line.classList.toggle("error", isError);
  const end = () => line.remove();
  if (action) line.append(button(label, () => { end(); action(); }));
  if (isKept) line.append(button("×", end, { "aria-label": "Close", class: "plain" }));
  place.append(line);
  // Errors stay until the user has dismissed them.
  const others = place.querySelectorAll(".notice:not(.kept)");
  for (const old of [...others].slice(0, -3)) old.remove();
  if (!isKept) setTimeout(end, 9000);
  return end;
}

export function warn(text, options) { return notice(text, { ...options, isError: true }); }
