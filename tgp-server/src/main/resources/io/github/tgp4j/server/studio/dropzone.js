import { h, freshId } from './dom.js';
import { upload } from './api.js';
import { announce } from './shell.js';
import { size } from './words.js';

const ENDINGS = '.csv,.tsv,.txt,.xlsx,.parquet,.json,.jsonl,.ndjson,.gz';

/**
 * A place to drop a file, or to choose one by click or key.
 *
 * @param onFile is given the file; what it throws is shown below
 */
export function dropZone({ title, text, small, onFile }) {
  const input = h('input', { type: 'file', id: freshId('file'), accept: ENDINGS, class: 'unseen' });
  const said = h('div', { class: 'said', role: 'alert' });
  const bar = h('progress', { max: '1', hidden: true, 'aria-label': 'Upload' });
  const label = h('label', { for: input.id },
    h('strong', {}, title), h('span', {}, text),
    h('span', { class: 'button' + (small ? '' : ' primary'), 'aria-hidden': 'true' }, 'Choose a file'));
  const zone = h('div', { class: 'drop' + (small ? ' small' : '') }, input, label, bar, said);

  async function take(file) {
    if (!file) return;
    said.replaceChildren();
    zone.classList.add('busy');
    bar.hidden = false;
    bar.removeAttribute('value');
    announce('Reading ' + file.name);
    try {
      await onFile(file, (share) => { if (share < 1) bar.value = share; else bar.removeAttribute('value'); });
    } catch (error) {
      if (error.name === 'AbortError') return;
      said.replaceChildren(h('p', { class: 'problem' }, error.message));
    } finally {
      zone.classList.remove('busy');
      bar.hidden = true;
      input.value = '';
    }
  }

  input.addEventListener('change', () => take(input.files[0]));
  for (const kind of ['dragenter', 'dragover']) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add('over');
    });
  }
  for (const kind of ['dragleave', 'drop']) {
    zone.addEventListener(kind, () => zone.classList.remove('over'));
  }
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  return zone;
}

/** Uploads a table and says so; returns what is in it. */
export async function uploaded(file, onProgress) {
  const facts = await upload(file, onProgress);
  announce(file.name + ', ' + size(file.size) + ', is uploaded.');
  return facts;
}
