import { h } from './dom.js';
import { fetchFile, save } from './api.js';
import { announce, notes, scrolling, tellCommand } from './shell.js';
import { dropZone, uploaded } from './dropzone.js';
import { duration, number, quoted, some } from './words.js';

const SHOWN = 20;
const LEVELS = '0.05,0.5,0.95';

/** A file of new rows becomes a file of predictions. */
export default async function predict({ facts, panel }) {
  const result = h('div', {});
  const keep = h('input', { type: 'checkbox', id: 'keep', checked: true });
  const inputs = facts.inputs.map((input) => input.name);
  panel.replaceChildren(
    h('p', { class: 'intro' }, 'The file needs the columns ', h('b', {}, inputs.slice(0, 12).join(', ') + (inputs.length > 12 ? ' and ' + (inputs.length - 12) + ' more' : '')),
      '; others are ignored, and an empty cell counts as not known.'),
    dropZone({
      title: 'Drop new rows here', text: 'CSV, Excel, Parquet or JSON with a header', small: true,
      onFile: (file, onProgress) => run(file, onProgress, { facts, result, keep: keep.checked }),
    }),
    h('label', { class: 'use', for: keep.id }, keep, ' Copy the columns of the file beside the predictions'),
    result);
  tellCommand('tgp predict ' + quoted(facts.name + '.tgp') + ' NEW.csv --out predictions.csv');
}

async function run(file, onProgress, { facts, result, keep }) {
  result.replaceChildren();
  const address = '/v1/models/' + encodeURIComponent(facts.name) + '/predict?quantiles=' + LEVELS + (keep ? '&keep=*' : '');
  const begin = performance.now();
  let response;
  if (/\.csv$/i.test(file.name)) {
    response = await fetchFile(address, { method: 'POST', body: file, headers: { 'Content-Type': 'text/csv', Accept: 'text/csv' } });
  } else {
    const table = await uploaded(file, onProgress);
    response = await fetchFile(address + '&table=' + table.table, { method: 'POST', headers: { Accept: 'text/csv' } });
  }
  const blob = await response.blob();
  const seconds = (performance.now() - begin) / 1000;
  const name = file.name.replace(/\.[^.]*$/, '') + '-predictions.csv';
  const { head, rows, total } = await preview(blob);
  const warnings = warningsOf(response);
  const width = facts.targets.reduce((sum, target) => sum + (target.labels ? 1 + target.labels.length : 2 + LEVELS.split(',').length), 0);
  const said = head.slice(head.length - width);
  const copied = head.slice(0, head.length - width);
  const numbers = head.map((name, k) => rows.every((row) => row[k] === '' || Number.isFinite(Number(row[k]))));
  result.replaceChildren(
    h('section', { class: 'card done' },
      h('h2', {}, some(total, 'row') + ' predicted'),
      h('p', {}, (seconds < 1 ? '' : 'In ' + duration(seconds) + '. ') + 'Each row has its distribution: ' + said.slice(0, 6).join(', ') + (said.length > 6 ? ' …' : '') + '.'),
      h('p', { class: 'actions' }, h('button', { type: 'button', class: 'primary', id: 'download', onclick: () => save(blob, name) }, 'Download ' + name)),
      notes('Look at these', warnings)),
    h('section', {}, h('h2', {}, 'The first rows'), h('div', { class: 'card' }, scrolling('First predictions', h('table', { class: 'plain rows' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'row'), head.map((text, k) => h('th', { scope: 'col', class: numbers[k] ? 'n' : '' }, text)))),
      h('tbody', {}, rows.map((row, i) => h('tr', {}, h('td', {}, i + 1), row.map((value, k) => h('td', { class: numbers[k] ? 'n' : '' }, shown(value)))))))))));
  tellCommand('tgp predict ' + quoted(facts.name + '.tgp') + ' ' + quoted(file.name) + (copied.length ? ' --keep ' + quoted(copied.join(',')) : '') + ' --out ' + quoted(name));
  announce(some(total, 'row') + ' predicted. The download is ready.');
}

function shown(value) {
  const parsed = value === '' ? NaN : Number(value);
  return Number.isFinite(parsed) ? number(parsed) : value;
}

function warningsOf(response) {
  const text = response.headers.get('Tgp-Warnings');
  try {
    return text ? JSON.parse(text) : [];
  } catch {
    return [];
  }
}

/** The header, the first rows, and how many there are. */
async function preview(blob) {
  const lines = records(await blob.slice(0, 200_000).text(), SHOWN + 1);
  let total = 0;
  const reader = blob.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const byte of part.value) if (byte === 10) total += 1;
  }
  return { head: lines[0] || [], rows: lines.slice(1), total: Math.max(0, total - 1) };
}

/** Records of CSV, up to so many. */
function records(text, most) {
  const out = [];
  let row = [];
  let field = '';
  let inside = false;
  for (let i = 0; i < text.length && out.length < most; i++) {
    const c = text[i];
    if (inside) {
      if (c !== '"') field += c;
      else if (text[i + 1] === '"') {
        field += '"';
        i += 1;
      } else inside = false;
    } else if (c === '"') inside = true;
    else if (c === ',') {
      row.push(field);
      field = '';
    } else if (c === '\n') {
      row.push(field.replace(/\r$/, ''));
      out.push(row);
      row = [];
      field = '';
    } else field += c;
  }
  return out;
}
