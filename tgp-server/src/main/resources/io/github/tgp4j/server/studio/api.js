import { h } from './dom.js';

const KEY = 'tgp-key';

/** What the server refused, in its own words. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

function headers(more) {
  const key = sessionStorage.getItem(KEY);
  return key ? { ...more, Authorization: 'Bearer ' + key } : { ...more };
}

/** A request; asks for a key where the server wants one, and tries again. */
async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { ...options, headers: headers(options.headers), cache: 'no-store' });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refusal('The server cannot be reached. Is tgp serve still running?', 0);
  }
  if (response.status === 401 && (await askForKey())) return ask(path, options);
  if (!response.ok) throw new Refusal(await reason(response), response.status);
  return response;
}

async function reason(response) {
  try {
    return (await response.json()).error || response.statusText;
  } catch {
    return 'The server answered ' + response.status + '.';
  }
}

let asking = null;

/** One dialog, however many requests wait for it. */
function askForKey() {
  if (asking) return asking;
  asking = new Promise((done) => {
    const field = h('input', { type: 'password', id: 'key', autocomplete: 'off', required: true });
    const dialog = h('dialog', { class: 'card', 'aria-labelledby': 'key-title' },
      h('form', { method: 'dialog' },
        h('h2', { id: 'key-title' }, 'This server asks for a key'),
        h('p', {}, 'Whoever started it can give you one. It is kept until this tab is closed.'),
        h('label', { for: 'key' }, 'Key'), field,
        h('p', { class: 'actions' }, h('button', { class: 'primary' }, 'Continue'))));
    dialog.addEventListener('close', () => {
      const key = field.value.trim();
      if (key) sessionStorage.setItem(KEY, key);
      dialog.remove();
      asking = null;
      done(Boolean(key));
    });
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}

export async function get(path, signal) {
  return (await ask(path, { signal })).json();
}

export async function post(path, body, signal) {
  const options = { method: 'POST', signal, headers: { 'Content-Type': 'application/json' } };
  if (body !== undefined) options.body = JSON.stringify(body);
  return (await ask(path, options)).json();
}

export async function remove(path) {
  await ask(path, { method: 'DELETE' });
}

/** A file as a response, for downloads. */
export async function fetchFile(path, options) {
  return ask(path, options);
}

/** Uploads a table; returns what is in it. */
export function upload(file, onProgress) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/v1/tables?name=' + encodeURIComponent(file.name));
    for (const [name, value] of Object.entries(headers({ 'Content-Type': 'application/octet-stream' }))) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener('error', () => failed(new Refusal('The upload did not reach the server. Is tgp serve still running?', 0)));
    request.addEventListener('load', async () => {
      if (request.status === 401 && (await askForKey())) {
        upload(file, onProgress).then(done, failed);
        return;
      }
      let answer = {};
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        answer = { error: 'The server answered ' + request.status + '.' };
      }
      if (request.status >= 300) failed(new Refusal(answer.error, request.status));
      else done(answer);
    });
    request.send(file);
  });
}

/** Follows server-sent events until they end; read by fetch, so that a key can be sent. */
export async function follow(path, onEvent, signal) {
  const response = await ask(path, { signal, headers: { Accept: 'text/event-stream' } });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop();
    for (const part of parts) {
      let type = 'message';
      let data = '';
      for (const line of part.split('\n')) {
        if (line.startsWith('event: ')) type = line.slice(7);
        else if (line.startsWith('data: ')) data += line.slice(6);
      }
      if (data) onEvent(type, JSON.parse(data));
    }
  }
}

/** Hands a file to the browser. */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
