// Elements from text. Nothing here, or anywhere in the page, reads HTML out of a string.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}

export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return parent;
}

// Said by screen readers, without moving anything.
export function announce(text) {
  byId("announcer").textContent = text;
}

// One line at the foot of the page: what went wrong, or was done.
let clearing;
export function say(text, kind = "done") {
  const line = byId("message");
  line.className = kind;
  line.textContent = text;
  line.hidden = !text;
  clearTimeout(clearing);
  if (kind === "done") clearing = setTimeout(() => (line.hidden = true), 6000);
}

export function later(work, milliseconds) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
}

// A file for the user to keep.
export function download(content, name, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = element("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
