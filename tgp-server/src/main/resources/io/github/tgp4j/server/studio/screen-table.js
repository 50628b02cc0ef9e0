import { h, s } from './dom.js';
import { get, post, remove } from './api.js';
import { announce, deleteButton, heading, notes, scrolling, show, tellCommand } from './shell.js';
import { cell, moment, number, percent, quoted, some, whole } from './words.js';

const QUALITIES = [
  ['fast', 'Fast', 'A few models, trained briefly: seconds to a minute.'],
  ['good', 'Good', 'More models, compared with care: a minute or two.'],
  ['best', 'Best', 'Many models and seeds: several times as long.'],
];
const LIMITS = [['', 'none'], ['10s', '10 seconds'], ['1m', '1 minute'], ['5m', '5 minutes'], ['30m', '30 minutes'], ['2h', '2 hours']];
const KINDS = [['', 'Try several, blend the best'], ['svgp', 'Plain GP: quickest'], ['tgp', 'GP with a flow'], ['ba-tgp', 'GP with a flow that depends on the inputs']];
const SHOWN = 60; // cards at first

/** What is in a table, what to predict, and how. */
export default async function table({ path, signal }) {
  const facts = await get('/v1/tables/' + encodeURIComponent(path[0]), signal);
  const state = {
    facts,
    target: lastPossible(facts.columns),
    also: new Set(), // more targets
    excluded: new Set(),
    quality: 'fast',
    limit: '',
    kind: '',
    latest: false,
    calibrate: false,
    model: modelName(facts.name),
  };
  const cards = h('div', { class: 'grid small columns' });
  const form = h('div', {});
  const refresh = () => {
    drawCards(cards, state, refresh);
    drawForm(form, state, refresh);
    tellCommand(commandLine(state));
  };
  show(facts.name,
    heading(facts.name, some(facts.rows, 'row') + ', ' + some(facts.columns.length, 'column') + missingText(facts) + '.',
      deleteButton('Delete this table', facts.name, async () => {
        await remove('/v1/tables/' + facts.table);
        location.hash = '#/';
      })),
    form,
    h('section', { 'aria-labelledby': 'columns' },
      h('h2', { id: 'columns' }, 'What is in it'),
      h('p', {}, 'Each column as it was read, and what a model is given of it. Leave out what is not known before the target is, such as identifiers.'),
      notes('Noticed while reading', facts.notes),
      cards),
    preview(facts));
  refresh();
}

function lastPossible(columns) {
  const possible = columns.filter((column) => column.target.possible);
  return possible.length ? possible[possible.length - 1].name : null;
}

function missingText(facts) {
  const missing = facts.columns.reduce((sum, column) => sum + column.missing, 0);
  return missing ? ', ' + some(missing, 'missing value') : ', no value missing';
}

function modelName(file) {
  return file.replace(/\..*$/, '').toLowerCase().replace(/[^a-z0-9_-]+/g, '-').replace(/^[-_]+|[-_]+$/g, '').slice(0, 40) || 'model';
}

/** All that is to be predicted, in the order of the table but for the first. */
function targets(state) {
  const more = state.facts.columns.filter((column) => state.also.has(column.name) && column.name !== state.target);
  return [state.target, ...more.map((column) => column.name)];
}

function settings(state) {
  const all = targets(state);
  const out = { target: all.length > 1 ? all : state.target };
  if (state.kind) out.model = state.kind;
  else out.quality = state.quality; // which says how long to search
  if (state.limit) out['time-limit'] = state.limit;
  if (state.latest && times(state).length) out.validate = 'time';
  if (state.calibrate && !isClasses(state)) out.calibrate = true;
  const excluded = [...state.excluded].filter((name) => !all.includes(name));
  if (excluded.length) out.exclude = excluded;
  return out;
}

/** Inputs that are times. */
function times(state) {
  return state.facts.columns.filter((column) => column.type === 'time' && !targets(state).includes(column.name) && !state.excluded.has(column.name));
}

function isClasses(state) {
  return state.facts.columns.some((column) => targets(state).includes(column.name) && column.target.classes);
}

function commandLine(state) {
  const all = settings(state);
  return ['tgp fit', quoted(state.facts.name), '--target', quoted([all.target || 'COLUMN'].flat().join(',')),
    all.exclude ? '--exclude ' + quoted(all.exclude.join(',')) : '', all.quality ? '--quality ' + all.quality : '',
    all.model ? '--model ' + all.model : '', all['time-limit'] ? '--time-limit ' + all['time-limit'] : '', all.validate ? '--validate ' + all.validate : '',
    all.calibrate ? '--calibrate' : '', '--out', quoted(state.model + '.tgp'), '--report', quoted(state.model + '.html')].filter(Boolean).join(' ');
}

// ---- what to fit

function drawForm(box, state, refresh) {
  const chosen = state.facts.columns.find((column) => column.name === state.target);
  if (!chosen) {
    box.replaceChildren(h('div', { class: 'card failure' }, h('h2', {}, 'No column can be predicted'),
      h('p', {}, 'A target needs at least two values that differ. ' + (state.facts.columns[0] ? state.facts.columns[0].target.is : ''))));
    return;
  }
  const focused = document.activeElement && box.contains(document.activeElement) ? document.activeElement.id : null;
  const said = h('div', { role: 'alert' });
  const select = h('select', {
    id: 'target',
    onchange: (event) => {
      state.target = event.target.value;
      state.also.delete(state.target);
      announce(state.target + ' will be predicted.');
      refresh();
    },
  }, state.facts.columns.map((column) => h('option', {
    value: column.name, disabled: !column.target.possible, selected: column.name === state.target,
  }, column.name)));
  const name = h('input', {
    id: 'model-name', type: 'text', value: state.model, maxlength: '64', spellcheck: 'false', pattern: '[A-Za-z0-9][A-Za-z0-9_.\\-]*',
    oninput: (event) => {
      state.model = event.target.value;
      tellCommand(commandLine(state));
    },
  });
  const limit = h('select', {
    id: 'limit',
    onchange: (event) => {
      state.limit = event.target.value;
      tellCommand(commandLine(state));
    },
  }, LIMITS.map(([value, text]) => h('option', { value, selected: value === state.limit }, text)));
  box.replaceChildren(h('form', {
    class: 'card fit-form',
    onsubmit: (event) => {
      event.preventDefault();
      begin(state, said, event.target.querySelector('button.primary'));
    },
  },
  h('div', { class: 'field' }, h('label', { for: 'target' }, 'Predict'), select,
    h('small', {}, targetText(chosen))),
  h('fieldset', { class: 'choices', disabled: Boolean(state.kind) }, h('legend', {}, 'How much effort' + (state.kind ? ' (one kind of model is chosen below)' : '')),
    QUALITIES.map(([value, title, text]) => h('label', {},
      h('input', {
        type: 'radio', name: 'quality', value, id: 'quality-' + value, checked: value === state.quality,
        onchange: () => {
          state.quality = value;
          tellCommand(commandLine(state));
        },
      }), h('span', {}, h('b', {}, title), h('small', {}, text))))),
  h('div', { class: 'field' }, h('label', { for: 'limit' }, 'Time limit'), limit,
    h('small', {}, 'Stops in time and keeps the best model so far.')),
  h('div', { class: 'field' }, h('label', { for: 'model-name' }, 'Name of the model'), name,
    h('small', {}, 'A name that is taken gets a new version.')),
  more(state, refresh),
  h('div', { class: 'go' }, h('button', { class: 'primary', type: 'submit' }, 'Fit a model of ' + targets(state).join(' and ')), said)));
  if (focused) document.getElementById(focused)?.focus();
}

/** What few need to change. */
function more(state, refresh) {
  const changed = () => tellCommand(commandLine(state));
  const box = (key, text) => h('label', { class: 'use' }, h('input', {
    type: 'checkbox', id: 'more-' + key, checked: state[key],
    onchange: (event) => {
      state[key] = event.target.checked;
      changed();
    },
  }), ' ' + text);
  return h('details', { class: 'more', open: state.more, ontoggle: (event) => { state.more = event.target.open; } }, h('summary', {}, 'More settings'),
    h('div', { class: 'field' }, h('label', { for: 'kind' }, 'Kind of model'),
      h('select', {
        id: 'kind',
        onchange: (event) => {
          state.kind = event.target.value;
          refresh();
        },
      }, KINDS.map(([value, text]) => h('option', { value, selected: value === state.kind }, text)))),
    together(state, refresh),
    times(state).length ? box('latest', 'Judge by the latest rows, not by rows at random (for forecasts)') : null,
    isClasses(state) ? null : box('calibrate', 'Set rows aside so that intervals hold what they promise, whatever the model'));
}

/** Other columns that the same model may predict. */
function together(state, refresh) {
  const others = state.facts.columns.filter((column) => column.target.possible && column.name !== state.target);
  if (!others.length) return null;
  return h('fieldset', { class: 'together' }, h('legend', {}, 'Predict together with it'),
    h('small', {}, 'One model of several targets; none of them is an input. Best for numbers that belong together.'),
    h('div', {}, others.slice(0, SHOWN).map((column) => h('label', { class: 'use' }, h('input', {
      type: 'checkbox', id: 'also-' + column.name, checked: state.also.has(column.name),
      onchange: (event) => {
        if (event.target.checked) state.also.add(column.name);
        else state.also.delete(column.name);
        refresh();
      },
    }), ' ' + column.name))));
}

function targetText(column) {
  return column.target.is + (column.target.classes ? ': a probability for each' : '') + (column.missing ? '; ' + some(column.missing, 'row') + ' without it are left out' : '');
}

async function begin(state, said, button) {
  button.disabled = true;
  said.replaceChildren();
  try {
    const fit = await post('/v1/fits', { table: state.facts.table, model: state.model, settings: settings(state) });
    location.hash = '#/fit/' + fit.fit;
  } catch (error) {
    button.disabled = false;
    said.replaceChildren(h('p', { class: 'problem' }, error.message));
  }
}

// ---- columns

function drawCards(box, state, refresh) {
  const columns = state.facts.columns;
  const most = box.dataset.all ? columns.length : SHOWN;
  const shown = columns.slice(0, most).map((column) => card(column, state, refresh));
  if (columns.length > most) {
    shown.push(h('button', {
      type: 'button',
      onclick: () => {
        box.dataset.all = 'yes';
        refresh();
      },
    }, 'Show all ' + whole(columns.length) + ' columns'));
  }
  box.replaceChildren(...shown);
}

function card(column, state, refresh) {
  const target = targets(state).includes(column.name);
  const left = !target && (!column.used || state.excluded.has(column.name));
  const share = column.missing / Math.max(1, state.facts.rows);
  return h('article', { class: 'card column' + (target ? ' target' : left ? ' left' : '') },
    h('div', { class: 'head' }, h('h3', {}, column.name),
      h('span', { class: 'pill ' + column.type }, target ? 'target' : column.type)),
    picture(column),
    h('p', { class: 'range' }, rangeText(column)),
    h('p', {}, target ? 'Will be predicted: ' + column.target.is + '.' : left && state.excluded.has(column.name) ? 'Left out by you.' : useText(column)),
    column.missing ? h('p', { class: share > 0.2 ? 'problem' : '' }, percent(share) + ' missing') : null,
    column.notes.length && !target ? h('ul', { class: 'remarks' }, column.notes.map((text) => h('li', {}, text))) : null,
    target || !column.used ? null : h('label', { class: 'use' }, h('input', {
      type: 'checkbox', checked: !state.excluded.has(column.name), 'aria-label': 'Use ' + column.name,
      onchange: (event) => {
        if (event.target.checked) state.excluded.delete(column.name);
        else state.excluded.add(column.name);
        refresh();
        [...document.querySelectorAll('.use input')].find((box) => box.getAttribute('aria-label') === 'Use ' + column.name)?.focus();
      },
    }), ' Use it'));
}

function useText(column) {
  return column.used ? 'Used ' + column.use + '.' : 'Left out.';
}

function rangeText(column) {
  if (column.type === 'category') return some(column.distinct, 'different text');
  if (column.min === undefined || column.min === null) return 'no values';
  const show = column.type === 'time' ? moment : number;
  if (column.min === column.max) return 'always ' + show(column.min);
  return show(column.min) + ' to ' + show(column.max) + ', half of them below ' + show(column.median);
}

/** A histogram, or bars of the most frequent texts. */
function picture(column) {
  if (column.levels) {
    const most = Math.max(1, ...column.levels.map((level) => level.count));
    return h('ul', { class: 'levels', 'aria-label': 'Most frequent' }, column.levels.slice(0, 5).map((level) => {
      const bar = h('i', { 'aria-hidden': 'true' });
      bar.style.width = (100 * level.count) / most + '%';
      return h('li', {}, bar, h('span', {}, level.text), h('b', {}, whole(level.count)));
    }));
  }
  if (!column.histogram) return h('div', { class: 'nothing' });
  const counts = column.histogram.counts;
  const top = Math.max(1, ...counts);
  const width = 240 / counts.length;
  return s('svg', { class: 'histogram', viewBox: '0 0 240 56', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'How often which values occur' },
    counts.map((count, k) => {
      const height = count ? Math.max(1.5, (54 * count) / top) : 0;
      return s('rect', { x: (k * width + 0.5).toFixed(2), y: (56 - height).toFixed(2), width: (width - 1).toFixed(2), height: height.toFixed(2), rx: 1 });
    }));
}

function preview(facts) {
  return h('details', {}, h('summary', {}, 'The first rows'),
    h('div', { class: 'card' }, scrolling('First rows', h('table', { class: 'plain rows' },
      h('thead', {}, h('tr', {}, facts.columns.map((column) => h('th', { scope: 'col', class: column.type === 'number' ? 'n' : '' }, column.name)))),
      h('tbody', {}, facts.first.map((row) => h('tr', {}, row.map((value, c) => h('td', { class: facts.columns[c].type === 'number' ? 'n' : '' }, cell(value, facts.columns[c].type))))))))));
}
