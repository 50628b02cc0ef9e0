import { h, put } from './dom.js';
import { get } from './api.js';
import { figure } from './plots.js';
import { answerCard } from './answer.js';
import { announce, empty, failure, loading, scrolling, tellCommand } from './shell.js';
import { dropZone, uploaded } from './dropzone.js';
import { cell, number, percent, quoted, some, whole } from './words.js';

/** Where the model errs: bins, segments and worst rows, and the rows behind them. */
export default async function check({ facts, panel, signal, path }) {
  const [tables, fits] = await Promise.all([
    get('/v1/tables', signal).then((all) => all.tables, () => []),
    get('/v1/fits', signal).then((all) => all.fits, () => []),
  ]);
  const fit = fitOf(fits, facts);
  const view = h('div', {});
  let last = { facts, signal, name: null, path: fit ? '/v1/fits/' + fit.fit + '/judgement' : null, query: '', target: facts.targets[0].name };
  const draw = async (change) => {
    last = { ...last, ...change };
    await paint(view, last);
  };
  const chooser = choose(tables, async (id, name) => {
    view.replaceChildren(loading('The model predicts the rows of ' + name + ' …'));
    await draw({ name, path: path + '/judgement', query: 'table=' + id + '&' });
  });
  put(panel, facts.targets.length > 1 ? targets(facts, draw) : null, view, chooser);
  await draw({});
}

/** Which of several targets. */
function targets(facts, draw) {
  return h('p', { class: 'field inline' }, h('label', { for: 'check-target' }, 'Target'),
    h('select', { id: 'check-target', onchange: (event) => draw({ target: event.target.value }) },
      facts.targets.map((target) => h('option', { value: target.name }, target.name))));
}

/** Another table whose targets are known. */
function choose(tables, onTable) {
  const select = h('select', { id: 'check-table' }, tables.map((table) => h('option', { value: table.table }, table.name)));
  return h('details', {}, h('summary', {}, 'Judge it by another table'),
    h('div', { class: 'card' },
      h('p', {}, 'A table with the same inputs and what was observed: best of all rows that are newer than those it learnt from.'),
      tables.length ? h('p', { class: 'field inline' }, h('label', { for: select.id }, 'Table'), select,
        h('button', { type: 'button', onclick: () => onTable(select.value, select.selectedOptions[0].textContent) }, 'Judge')) : null,
      dropZone({
        title: 'Drop a table', text: 'or choose a file', small: true,
        onFile: async (file, onProgress) => {
          const table = await uploaded(file, onProgress);
          await onTable(table.table, table.name);
        },
      })));
}

async function paint(view, { facts, signal, name, path, query: table, target }) {
  const query = table + 'target=' + encodeURIComponent(target);
  tellCommand('tgp evaluate ' + quoted(facts.name + '.tgp') + ' ' + quoted(name || 'TABLE.csv'));
  let answer;
  try {
    answer = path ? await get(path + '?' + query, signal) : null;
  } catch (error) {
    if (signal.aborted) return;
    if (name || error.status !== 404) {
      view.replaceChildren(failure(error));
      return;
    }
  }
  if (!answer) {
    view.replaceChildren(empty('Nothing to judge it by yet',
      'There are no rows of its fit that it has not learnt from. Choose a table below that has what was observed.'));
    return;
  }
  const rows = h('section', { id: 'rows', class: 'card', tabindex: '-1', hidden: true, 'aria-live': 'polite' });
  const show = async (title, which, anchor) => {
    rows.hidden = false;
    anchor.after(rows);
    rows.replaceChildren(h('h2', {}, title), loading('Fetching rows …'));
    rows.scrollIntoView({ block: 'nearest' });
    try {
      const found = await get(path + '/rows?' + which + '&' + query, signal);
      rows.replaceChildren(h('div', { class: 'head' }, h('h2', {}, title),
        h('button', { type: 'button', class: 'quiet', onclick: () => { rows.hidden = true; } }, 'Close')),
      h('p', {}, some(found.total, 'row') + (found.total > found.rows.length ? ', the ' + found.rows.length + ' predicted worst' : ', the worst first') + '.'),
      rowTable(answer, found, facts));
      rows.focus({ preventScroll: true });
      rows.scrollIntoView({ block: 'nearest' });
      announce(title + ': ' + some(found.total, 'row'));
    } catch (error) {
      if (!signal.aborted) rows.replaceChildren(failure(error));
    }
  };
  put(view,
    answerCard(answer),
    h('div', { class: 'grid pairs' },
      answer.labels.length ? sureness(answer, show) : places(answer, show),
      answer.labels.length ? confusion(answer, show) : coverage(answer)),
    segments(answer, show),
    rows,
    h('section', {}, h('h2', {}, 'Predicted worst'),
      h('p', {}, 'Look here first for mistakes in the data, and for what the inputs do not tell the model.'),
      h('div', { class: 'card' }, rowTable(answer, answer.worst, facts))));
}

/** Below a chart, the same to reach by key: a button per bin. */
function chips(label, items) {
  return h('div', { class: 'chips', role: 'group', 'aria-label': label }, items.map(([text, unusual, onClick]) =>
    h('button', { type: 'button', class: 'chip' + (unusual ? ' unusual' : ''), onclick: onClick }, text)));
}

function share(bin) {
  return Math.round(100 * bin.from) + '–' + Math.round(100 * bin.to) + '%';
}

function places(answer, show) {
  const plot = figure('Where what happened fell within the predictions',
    'Each prediction is cut into ten parts that are equally likely, from its lowest values (1) to its highest (10). If the intervals are right, every part holds about a tenth of the rows; the dashed lines are as far as chance goes. Click a bar to see its rows.');
  const labels = answer.bins.map((bin) => String(bin.bin + 1));
  const open = (k) => show('Rows in part ' + labels[k] + ' of 10 of their prediction', 'bin=' + answer.bins[k].bin, plot.box.parentElement);
  const of = (unusual) => answer.bins.map((bin) => (bin.unusual === unusual ? bin.count : null));
  plot.draw({
    plain: true, x: { label: 'part of the prediction', labels }, y: { label: 'rows', whole: true, min: 0 },
    series: [
      { kind: 'bars', name: 'rows', y: of(false), stack: 'a' },
      { kind: 'bars', name: 'rows, more or fewer than chance explains', y: of(true), stack: 'a', colour: 'other' },
      { kind: 'line', name: 'least by chance', x: labels, y: answer.bins.map((bin) => bin.lower), colour: 'muted', dash: true, stack: 'least' },
      { kind: 'line', name: 'most by chance', x: labels, y: answer.bins.map((bin) => bin.upper), colour: 'muted', dash: true, stack: 'most' },
    ],
  }, open);
  plot.describe('Rows per tenth of their prediction: ' + answer.bins.map((bin) => bin.count).join(', '));
  plot.box.append(chips('Rows of a part', answer.bins.map((bin, k) => ['part ' + labels[k] + ': ' + bin.count, bin.unusual, () => open(k)])));
  return plot.box;
}

function coverage(answer) {
  const plot = figure('How often intervals held',
    'If the intervals are right, 95% of unseen rows lie inside the 95% interval, and so on: the line follows the dashed one.');
  const { levels, inside } = answer.coverage;
  plot.draw({
    plain: true, x: { label: 'promised', percent: true, min: 0, max: 1 }, y: { label: 'held', percent: true, min: 0, max: 1 },
    series: [
      { kind: 'line', name: 'as promised', x: [0, 1], y: [0, 1], colour: 'muted', dash: true },
      { kind: 'line', name: 'held', x: levels, y: inside, dots: true },
    ],
  });
  plot.describe('Share of rows inside intervals: ' + levels.map((level, k) => percent(level) + ' held ' + percent(inside[k])).join(', '));
  return plot.box;
}

function sureness(answer, show) {
  const plot = figure('How often it was right when it was so sure',
    'Rows by the probability of the class that was called most likely. If the probabilities are right, the points follow the dashed line. Click a point to see its rows.');
  const open = (k) => show('Rows where it was ' + share(answer.bins[k]) + ' sure', 'bin=' + answer.bins[k].bin, plot.box.parentElement);
  const x = answer.bins.map((bin) => bin.said);
  const y = answer.bins.map((bin) => bin.right);
  plot.draw({
    plain: true, x: { label: 'how sure', percent: true, min: 0, max: 1 }, y: { label: 'right', percent: true, min: 0, max: 1 },
    series: [
      { kind: 'points', name: 'right', x, y, names: answer.bins.map((bin) => share(bin) + ' sure: right in ' + percent(bin.right) + '\n' + some(bin.count, 'row')) },
      { kind: 'line', name: 'as promised', x: [0, 1], y: [0, 1], colour: 'muted', dash: true },
    ],
  }, (k, item) => { if (item.datasetIndex === 0) open(k); });
  plot.describe('Share that was right: ' + answer.bins.map((bin) => share(bin) + ' sure, right in ' + percent(bin.right)).join('; '));
  plot.box.append(chips('Rows by how sure it was', answer.bins.map((bin, k) => [share(bin) + ': ' + bin.count, bin.unusual, () => open(k)])));
  return plot.box;
}

function confusion(answer, show) {
  const most = Math.max(1, ...answer.confusion.flat());
  return h('section', { class: 'card' }, h('h3', {}, 'What was taken for what'),
    scrolling('What was taken for what', h('table', { class: 'confusion' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'observed'), answer.labels.map((label) => h('th', { scope: 'col' }, label)))),
      h('tbody', {}, answer.confusion.map((row, i) => h('tr', {}, h('th', { scope: 'row' }, answer.labels[i]),
        row.map((count, j) => h('td', { class: (i === j ? 'hit ' : '') + (count ? 'heat' + Math.ceil((5 * count) / most) : '') },
          count ? h('button', {
            type: 'button', class: 'link', 'aria-label': count + ' rows of ' + answer.labels[i] + ' called ' + answer.labels[j],
            onclick: (event) => show('“' + answer.labels[i] + '” called “' + answer.labels[j] + '”', 'observed=' + i + '&predicted=' + j, event.target.closest('.grid')),
          }, whole(count)) : '0'))))))),
    h('p', { class: 'caption' }, 'Columns are what was called most likely. Click a number to see its rows.'));
}

function segments(answer, show) {
  if (!answer.segments.length) return null;
  const classes = answer.labels.length > 0;
  return h('section', {}, h('h2', {}, 'Parts of the data'),
    h('p', {}, 'Rows by the value of one input; those whose predictions differ most from the rest come first.'),
    h('div', { class: 'card' }, scrolling('Parts of the data', h('table', { class: 'plain' },
      h('thead', {}, h('tr', {}, ['Rows where', 'Rows', classes ? 'Probability missed' : 'Typical error', 'Beside all rows', classes ? 'Right' : '95% intervals held']
        .map((text, k) => h('th', { scope: 'col', class: k ? 'n' : '' }, text)), h('td', {}))),
      h('tbody', {}, answer.segments.map((segment) => {
        const name = segmentName(segment);
        return h('tr', {},
          h('th', { scope: 'row' }, name),
          h('td', { class: 'n' }, whole(segment.rows)),
          h('td', { class: 'n' }, classes ? percent(segment.error) : number(segment.error)),
          h('td', { class: 'n' }, beside(segment)),
          h('td', { class: 'n' }, percent(segment.accuracy ?? segment.coverage95)),
          h('td', { class: 'n' }, h('button', { type: 'button', class: 'quiet', 'aria-label': 'See rows where ' + name, onclick: (event) => show('Rows where ' + name, 'segment=' + segment.segment, event.target.closest('section')) }, 'See rows')));
      }))))));
}

function segmentName(segment) {
  return segment.input + (segment.part.includes(' to ') ? ' from ' : ' is ') + segment.part;
}

function beside(segment) {
  const ratio = segment.relative;
  if (!Number.isFinite(ratio) || Math.abs(segment.deviations) < 2) return 'as usual';
  const text = percent(Math.abs(ratio - 1)) + (ratio > 1 ? ' worse' : ' better');
  return h('span', { class: ratio > 1 ? 'problem' : 'fine' }, text);
}

/** What was observed and predicted first, then the inputs, and a way to explore from there. */
function rowTable(answer, found, facts) {
  const said = answer.labels.length ? 3 : 4;
  const inputs = found.columns.length - said;
  const order = (row) => [...row.slice(inputs), ...row.slice(0, inputs)];
  const numbers = found.rows.length ? order(found.rows[0]).map((value) => typeof value === 'number') : [];
  const shown = (value, k) => (answer.labels.length && k === 2 ? percent(value) : cell(value));
  return scrolling('Rows', h('table', { class: 'plain rows' },
    h('thead', {}, h('tr', {}, order(found.columns).map((text, k) => h('th', { scope: 'col', class: numbers[k] ? 'n' : '' }, text)), h('td', {}))),
    h('tbody', {}, found.rows.map((row) => h('tr', {}, order(row).map((value, k) => h('td', { class: numbers[k] ? 'n' : '' }, k === 0 ? h('b', {}, shown(value, k)) : shown(value, k))),
      h('td', {}, h('a', {
        href: '#/model/' + encodeURIComponent(facts.name) + '/explore/' + encodeURIComponent(JSON.stringify(row.slice(0, inputs))),
        'aria-label': 'Explore from the row whose ' + answer.target + ' is ' + shown(row[inputs], 0),
      }, 'Explore')))))));
}

/** The fit that this version of a model came of. */
export function fitOf(fits, facts) {
  return fits.find((one) => one.model === facts.name && one.result && one.result.version === facts.version);
}
