/** An element with attributes, listeners (on…) and children; texts are texts, never markup. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else if (name === 'checked') element.checked = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The same of a drawing. */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** Fills an element anew; what is null is left out. */
export function put(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Does the latest of what is asked, one at a time: while a request is under way, later ones replace
 * each other, so that a slider may move as fast as it likes. What goes wrong is told to onError.
 */
export function latest(action, onError) {
  let busy = false;
  let next = null;
  return async function ask(...args) {
    if (busy) {
      next = args;
      return;
    }
    busy = true;
    try {
      await action(...args);
    } catch (error) {
      if (error.name !== 'AbortError') onError(error);
    } finally {
      busy = false;
      const waiting = next;
      next = null;
      if (waiting) ask(...waiting);
    }
  };
}

let count = 0;

/** An id that no other element has. */
export function freshId(stem) {
  count += 1;
  return stem + '-' + count;
}
