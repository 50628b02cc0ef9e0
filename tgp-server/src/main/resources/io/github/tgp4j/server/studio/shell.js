import { h } from './dom.js';

const main = document.getElementById('main');
const command = document.getElementById('command');
const status = document.getElementById('status');

/** Says something to those who cannot see it change. */
export function announce(text) {
  status.textContent = text;
}

/** Puts a screen's contents on the page; the heading is what readers hear first. */
export function show(title, ...contents) {
  document.title = title + ' – tgp studio';
  main.replaceChildren(...contents.flat(Infinity).filter(Boolean));
}

/** The heading of a screen, and a line below it. */
export function heading(title, line, ...more) {
  return h('header', { class: 'screen' },
    h('div', {}, h('h1', { tabindex: '-1' }, title), line ? h('p', { class: 'subtitle' }, line) : null), more);
}

/** The command that does the same as this screen; null for none. */
export function tellCommand(text, remark) {
  command.hidden = !text;
  if (!text) return;
  const code = h('code', {}, text);
  const button = h('button', {
    type: 'button', class: 'quiet',
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        announce('The command is copied.');
        button.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(code);
        button.textContent = 'Selected';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 1600);
    },
  }, 'Copy');
  command.replaceChildren(
    h('span', { class: 'what' }, 'The same in a terminal'),
    h('div', { class: 'line', tabindex: '0', role: 'region', 'aria-label': 'Command' }, code), button,
    ...(remark ? [h('small', {}, remark)] : []));
}

/** A button that deletes at the second click: the first asks whether it is meant. */
export function deleteButton(text, name, action) {
  const button = h('button', {
    type: 'button', class: 'quiet', 'aria-label': text + ': ' + name,
    onclick: async () => {
      if (!button.dataset.asked) {
        button.dataset.asked = 'yes';
        button.textContent = 'Delete for good?';
        button.setAttribute('aria-label', 'Delete ' + name + ' for good?');
        button.addEventListener('blur', forget);
        return;
      }
      button.disabled = true;
      try {
        await action();
        announce(name + ' is deleted.');
      } catch (error) {
        button.disabled = false;
        forget();
        button.after(h('span', { class: 'problem', role: 'alert' }, ' ' + error.message));
      }
    },
  }, text);
  const forget = () => {
    delete button.dataset.asked;
    button.textContent = text;
    button.setAttribute('aria-label', text + ': ' + name);
  };
  return button;
}

export function loading(text) {
  return h('div', { class: 'loading', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), h('span', {}, text));
}

/** Something did not work: what, and what can be done. */
export function failure(error, retry) {
  return h('div', { class: 'card failure', role: 'alert' },
    h('h2', {}, 'That did not work'),
    h('p', {}, error.message || String(error)),
    retry ? h('p', { class: 'actions' }, h('button', { type: 'button', onclick: retry }, 'Try again')) : null);
}

/** Nothing is here yet, and how to change that. */
export function empty(title, text, ...actions) {
  return h('div', { class: 'card empty' }, h('h2', {}, title), h('p', {}, text),
    actions.length ? h('p', { class: 'actions' }, actions) : null);
}

/** A list of remarks; nothing where there are none. */
export function notes(title, texts) {
  if (!texts || !texts.length) return null;
  return h('details', { class: 'notes', open: texts.length <= 3 },
    h('summary', {}, title + ' (' + texts.length + ')'),
    h('ul', {}, texts.map((text) => h('li', {}, text))));
}

/** A place for a table that may be wider than the page. */
export function scrolling(label, table) {
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, table);
}
