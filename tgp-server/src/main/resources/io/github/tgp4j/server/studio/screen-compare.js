import { h } from './dom.js';
import { get, post } from './api.js';
import { figure } from './plots.js';
import { announce, empty, heading, loading, scrolling, show, tellCommand } from './shell.js';
import { dropZone, uploaded } from './dropzone.js';
import { number, percent, quoted, whole } from './words.js';

const COLOURS = ['main', 'other', 'third', 'muted'];
const MEASURES = [
  ['nll', 'NLL', 'log score, less is better', number, 'less'],
  ['mae', 'Typical error', 'mean distance from the median', number, 'less'],
  ['rmse', 'RMSE', 'root mean squared error', number, 'less'],
  ['r2', 'R²', 'variation explained', number, 'more'],
  ['crps', 'CRPS', 'distance of the whole distribution', number, 'less'],
  ['coverage95', '95% intervals held', 'near 95% is right', percent, 'near'],
  ['accuracy', 'Right', 'share of rows', percent, 'more'],
];
const GRADES = { good: 'good', fair: 'fair', guess: 'no better than guessing', unknown: 'too few rows to tell' };

/** Models side by side on the same rows. */
export default async function compare({ signal }) {
  const [{ models }, tables] = await Promise.all([get('/v1/models', signal), get('/v1/tables', signal).then((all) => all.tables, () => [])]);
  if (!models.length) {
    show('Compare', heading('Compare models'),
      empty('There is no model to compare yet', 'Drop a table and fit one; a second one with more effort, or without a column, is worth comparing.',
        h('a', { class: 'button primary', href: '#/' }, 'Drop a table')));
    tellCommand('tgp evaluate MODEL.tgp TABLE.csv');
    return;
  }
  const state = { chosen: new Set(models.filter((model) => model.targets[0] === models[0].targets[0]).slice(0, 8).map((model) => model.name)), tables: [...tables].reverse() };
  const result = h('div', { 'aria-live': 'polite' });
  const select = h('select', { id: 'compare-table', onchange: () => tell() }, state.tables.map((table) => h('option', { value: table.table }, table.name)));
  const go = h('button', { type: 'button', class: 'primary', onclick: () => run() }, 'Compare');
  const tell = () => {
    const table = select.selectedOptions[0]?.textContent || 'TABLE.csv';
    tellCommand([...state.chosen].map((name) => 'tgp evaluate ' + quoted(name + '.tgp') + ' ' + quoted(table)).join(' ; ') || 'tgp evaluate MODEL.tgp ' + quoted(table));
    go.disabled = !state.chosen.size || !select.value;
  };
  async function run() {
    result.replaceChildren(loading('The models predict the rows …'));
    try {
      const answer = await post('/v1/compare', { models: [...state.chosen], table: select.value }, signal);
      result.replaceChildren(...table(answer));
      announce('Best: ' + answer.models[0].name);
    } catch (error) {
      if (!signal.aborted) result.replaceChildren(h('div', { class: 'card failure', role: 'alert' }, h('h2', {}, 'These cannot be compared'), h('p', {}, error.message)));
    }
  }
  show('Compare',
    heading('Compare models', 'On the same rows, with what was observed. Rows that no model has learnt from say most.'),
    h('div', { class: 'grid pairs' },
      h('fieldset', { class: 'card checks' }, h('legend', {}, 'Models'),
        models.map((model) => h('label', {}, h('input', {
          type: 'checkbox', checked: state.chosen.has(model.name), value: model.name,
          onchange: (event) => {
            if (event.target.checked) state.chosen.add(model.name);
            else state.chosen.delete(model.name);
            tell();
          },
        }), h('span', {}, h('b', {}, model.name), h('small', {}, 'predicts ' + model.targets.join(', ')))))),
      h('section', { class: 'card' }, h('h2', {}, 'Rows'),
        state.tables.length ? h('p', { class: 'field' }, h('label', { for: select.id }, 'Table'), select) : null,
        dropZone({
          title: 'Drop a table', text: 'with the inputs and what was observed', small: true,
          onFile: async (file, onProgress) => {
            const facts = await uploaded(file, onProgress);
            select.prepend(h('option', { value: facts.table, selected: true }, facts.name));
            select.value = facts.table;
            tell();
            await run();
          },
        }))),
    h('p', { class: 'actions' }, go),
    result);
  tell();
}

function table(answer) {
  const shown = MEASURES.filter(([key]) => answer.models.some((model) => model.scores[key] !== undefined));
  const best = new Map(shown.map(([key, , , , better]) => [key, bestOf(answer.models.map((model) => model.scores[key]), better)]));
  const out = [h('section', {}, h('h2', {}, verdict(answer)),
    h('p', {}, 'On ' + whole(answer.rows) + ' rows whose ' + answer.target + ' is known.'),
    h('div', { class: 'card' }, scrolling('Scores', h('table', {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Model'), shown.map(([, title, meaning]) => h('th', { scope: 'col' }, title, h('small', {}, meaning))))),
      h('tbody', {}, answer.models.map((model, i) => h('tr', { class: i === 0 ? 'this' : '' },
        h('th', { scope: 'row' }, h('a', { href: '#/model/' + encodeURIComponent(model.name) }, model.name), h('small', {}, GRADES[model.grade] + behind(model))),
        shown.map(([key, , , format]) => h('td', {}, model.scores[key] === undefined ? '–'
          : model.scores[key] === best.get(key) && answer.models.length > 1 ? h('span', { class: 'best' }, format(model.scores[key])) : format(model.scores[key])))))))))) ];
  const curves = answer.models.filter((model) => model.inside).slice(0, COLOURS.length);
  if (curves.length) {
    const plot = figure('How often intervals held', 'If the intervals are right, a line follows the dashed one; below it, intervals are too narrow.');
    plot.draw({
      x: { label: 'promised', percent: true, min: 0, max: 1 }, y: { label: 'held', percent: true, min: 0, max: 1 },
      series: [{ kind: 'line', name: 'as promised', x: [0, 1], y: [0, 1], colour: 'muted', dash: true },
        ...curves.map((model, k) => ({ kind: 'line', name: model.name, x: answer.levels, y: model.inside, colour: COLOURS[k], dots: true }))],
    });
    plot.describe('Share of rows inside intervals, by model: ' + curves.map((model) => model.name + ' 95% held ' + percent(model.inside[9])).join(', '));
    out.push(plot.box);
  }
  return out;
}

function bestOf(values, better) {
  const known = values.filter((value) => value !== undefined && value !== null);
  const loss = { less: (v) => v, more: (v) => -v, near: (v) => Math.abs(v - 0.95) }[better];
  return known.sort((a, b) => loss(a) - loss(b))[0];
}

function behind(model) {
  if (model.behind === undefined) return '';
  return model.clear ? ', clearly behind (average log score −' + number(model.behind) + ')' : ', hardly different';
}

function verdict(answer) {
  const [first, second] = answer.models;
  if (!second) return first.name + ': ' + GRADES[first.grade];
  return second.clear ? first.name + ' is clearly best' : first.name + ' and ' + second.name + ' are hardly different';
}
