import { h, latest } from './dom.js';
import { post } from './api.js';
import { figure } from './plots.js';
import { tellCommand } from './shell.js';
import { moment, number, percent, quoted } from './words.js';

const MOST_EFFECTS = 8;
const MOST_ASKED = 24;

/** A slider or a list per input; the prediction, its spread and every effect move at once. */
export default async function explore({ facts, panel, signal, path, row: place }) {
  const controls = facts.inputs.map(control);
  const state = { label: null, details: false, shown: null, ranges: new Map() };
  const view = facts.targets.map(() => h('section', { class: 'target' }));
  const details = h('details', { ontoggle: (event) => { state.details = event.target.open; ask(); } },
    h('summary', {}, 'Details: the learnt flow'), h('div', { class: 'flows' }));
  const problem = h('p', { class: 'problem', role: 'alert' });
  const ask = latest(async () => {
    const row = Object.fromEntries(controls.map((one) => [one.input.name, one.sent()]));
    const effects = state.shown || facts.inputs.slice(0, MOST_ASKED).map((input) => input.name);
    const answers = await Promise.all(facts.targets.map((target) => post(path + '/explore',
      { row, target: target.name, effects, points: 33, density: 160, flows: state.details }, signal)));
    if (signal.aborted) return;
    problem.textContent = '';
    const targets = answers.map((answer, o) => understood(answer, facts.targets[o], state));
    if (!state.shown) state.shown = strongest(targets[0]);
    targets.forEach((target, o) => paint(view[o], target, { state, controls, ask }));
    if (state.details) paintFlows(details.querySelector('.flows'), targets);
    tellCommand(commandLine(facts, row), 'Writes mean, standard deviation and quantiles; of classes their probabilities.');
  }, (error) => { problem.textContent = error.message; });
  panel.replaceChildren(h('div', { class: 'explore' },
    h('form', { class: 'card controls', 'aria-label': 'Inputs', onsubmit: (event) => event.preventDefault() },
      h('div', { class: 'head' }, h('h2', {}, 'Inputs'),
        h('button', {
          type: 'button', class: 'quiet',
          onclick: () => {
            controls.forEach((one) => one.reset());
            ask();
          },
        }, 'Reset')),
      controls.map((one) => one.box)),
    h('div', { class: 'said' }, problem, view, details)));
  if (place) goTo(controls, JSON.parse(place));
  controls.forEach((one) => { one.onChange = ask; });
  await ask();
}

/** An answer in the words of this page. */
function understood(answer, facts, state) {
  const told = answer.prediction;
  const out = { name: answer.target, whole: facts.whole, labels: facts.labels, flows: answer.flows };
  if (facts.labels) {
    const label = facts.labels.includes(state.label) ? state.label : told.class;
    return {
      ...out, class: told.class, label, probabilities: facts.labels.map((one) => told.probabilities[one]),
      effects: answer.effects.map((effect) => ({ ...steps(effect), middle: effect.probabilities[label] })),
    };
  }
  const q = told.quantiles;
  return {
    ...out, median: q['0.5'], lower: q['0.025'], upper: q['0.975'], density: told.density,
    effects: answer.effects.map(({ quantiles, ...effect }) => ({
      ...steps(effect), lower: quantiles['0.025'], quarter: quantiles['0.25'], middle: quantiles['0.5'], threeQuarters: quantiles['0.75'], upper: quantiles['0.975'],
    })),
  };
}

/** Where an effect was asked for: labels, or numbers, times in seconds since 1970. */
function steps({ input, type, x }) {
  if (type === 'category') return { input, labels: x };
  return { input, values: type === 'time' ? x.map((text) => Date.parse(text) / 1000) : x };
}

function commandLine(facts, row) {
  const csv = (value) => {
    const word = value === null ? '' : String(value);
    return /[",\n]/.test(word) ? '"' + word.replaceAll('"', '""') + '"' : word;
  };
  const header = facts.inputs.map((input) => csv(input.name)).join(',');
  const values = facts.inputs.map((input) => csv(row[input.name])).join(',');
  return "printf '%s\\n' " + quoted(header) + ' ' + quoted(values) + ' | tgp predict ' + quoted(facts.name + '.tgp') + ' -';
}

// ---- controls

/** Moves all controls to a row, given as values in the order of the inputs. */
function goTo(controls, values) {
  controls.forEach((one, k) => {
    const value = values[k];
    if (value === null || value === undefined) one.forget?.();
    else one.set(one.input.type === 'time' ? Date.parse(value) / 1000 : value);
  });
}

function control(input, k) {
  const out = input.type === 'category' ? listControl(input, k) : sliderControl(input, k);
  out.input = input;
  out.onChange = () => {};
  out.sent = () => {
    const value = out.value();
    if (typeof value !== 'number') return value;
    // Without the last digits, which are the slider's and no one's meaning.
    return input.type === 'time' ? new Date(1000 * Math.round(value)).toISOString().replace('.000', '') : Number(value.toPrecision(12));
  };
  if (!input.missing) return out;
  const box = h('input', {
    type: 'checkbox', id: 'missing-' + k,
    onchange: () => {
      out.box.classList.toggle('unknown', box.checked);
      out.onChange();
    },
  });
  const value = out.value;
  const reset = out.reset;
  out.forget = () => {
    box.checked = true;
    out.box.classList.add('unknown');
  };
  out.value = () => (box.checked ? null : value());
  out.reset = () => {
    box.checked = false;
    out.box.classList.remove('unknown');
    reset();
  };
  out.box.append(h('label', { class: 'unknown', for: box.id }, box, ' not known'));
  return out;
}

function listControl(input, k) {
  const select = h('select', { id: 'input-' + k, onchange: () => out.onChange() }, input.levels.map((level) => h('option', { value: level }, level)));
  const out = {
    box: h('div', { class: 'control' }, h('label', { for: select.id }, input.name), select),
    value: () => select.value,
    set: (value) => { select.value = value; },
    reset: () => { select.selectedIndex = 0; },
  };
  return out;
}

function sliderControl(input, k) {
  const seconds = (value) => (typeof value === 'string' ? Date.parse(value) / 1000 : value);
  const time = input.type === 'time';
  const mean = time ? seconds(input.mean) : input.mean;
  const least = seconds(input.min) ?? mean - 1;
  const most = seconds(input.max) ?? mean + 1;
  const step = time ? niceTime((most - least) / 200) : nice((most - least) / 200);
  const show = (value) => (time ? moment(value) : number(value));
  const start = Math.min(most, Math.max(least, Math.round(mean / step) * step));
  const output = h('output', { for: 'input-' + k }, show(start));
  const slider = h('input', {
    type: 'range', id: 'input-' + k, min: least, max: most, step: 'any', value: start,
    oninput: () => {
      tell();
      out.onChange();
    },
    onkeydown: (event) => {
      const moves = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
      if (!(event.key in moves)) return;
      event.preventDefault();
      out.set(current() + moves[event.key] * step);
      out.onChange();
    },
  });
  const current = () => {
    const value = Number(slider.value);
    return value <= least || value >= most ? value : Math.min(most, Math.max(least, Math.round(value / step) * step));
  };
  const tell = () => {
    output.textContent = show(current());
    slider.setAttribute('aria-valuetext', show(current()));
  };
  const out = {
    box: h('div', { class: 'control' }, h('label', { for: slider.id }, input.name), output, slider,
      h('span', { class: 'ends', 'aria-hidden': 'true' }, h('span', {}, show(least)), h('span', {}, show(most)))),
    value: current,
    set: (value) => {
      slider.value = Math.min(most, Math.max(least, value));
      tell();
    },
    reset: () => out.set(start),
  };
  tell();
  return out;
}

/** 1, 2 or 5 times a power of ten. */
function nice(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= value * 0.999);
}

function niceTime(value) {
  return [60, 600, 3600, 6 * 3600, 86400].filter((step) => step <= value).pop() || 60;
}

// ---- what the model says

/** The inputs that move the prediction most, those first. */
function strongest(target) {
  const reach = (effect) => {
    const values = effect.middle.filter((v) => v !== null);
    return Math.max(...values) - Math.min(...values);
  };
  return target.effects.filter((effect) => effect.middle.length).map((effect) => [effect.input, reach(effect)]).sort((a, b) => b[1] - a[1]).slice(0, MOST_EFFECTS).map(([name]) => name);
}

function paint(box, target, context) {
  if (!box.parts) {
    box.parts = { lead: h('p', { class: 'lead', 'aria-live': 'polite' }), density: null, effects: new Map(), grid: h('div', { class: 'grid small' }) };
    box.parts.top = h('div', { class: 'card answer-now' }, box.parts.lead);
    box.append(box.parts.top, h('h2', {}, 'What each input does, with the others as they stand'), box.parts.grid);
    if (target.labels) addClasses(box, target, context);
    else addDensity(box, target);
  }
  if (target.labels) paintClasses(box, target);
  else paintNumbers(box, target, context);
  const order = context.state.shown;
  for (const effect of [...target.effects].sort((a, b) => order.indexOf(a.input) - order.indexOf(b.input))) {
    if (order.includes(effect.input)) paintEffect(box, target, effect, context);
  }
}

function addDensity(box, target) {
  box.parts.density = figure('Which values of ' + target.name + ' are likely', '', { class: 'plain', untitled: true });
  box.parts.top.append(box.parts.density.box);
}

function paintNumbers(box, target, { state }) {
  box.parts.lead.replaceChildren(target.name + ': about ', h('b', {}, number(target.median)), ', with 95% between ', h('b', {}, number(target.lower)), ' and ', h('b', {}, number(target.upper)));
  const { y, p } = target.density;
  const known = state.ranges.get(target.name) || [Infinity, -Infinity];
  const ends = target.effects.flatMap((effect) => [...effect.lower, ...effect.upper]).filter(Number.isFinite).sort((a, b) => a - b);
  const low = Math.min(known[0], y[0] ?? Infinity, ends[0] ?? Infinity);
  const high = Math.max(known[1], y[y.length - 1] ?? -Infinity, ends[ends.length - 1] ?? -Infinity);
  state.ranges.set(target.name, [low, high]);
  const inside = y.map((v, i) => (v >= target.lower && v <= target.upper ? p[i] : null));
  const zero = y.map(() => 0);
  const top = Math.max(...p.filter(Number.isFinite));
  const series = target.whole
    ? [{ kind: 'bars', name: 'probability', x: y, y: p }]
    : [
      { kind: 'band', name: '95% of the probability', x: y, lower: zero, upper: inside, alpha: 0.28 },
      { kind: 'line', name: 'density', x: y, y: p },
    ];
  series.push({ kind: 'line', name: 'median', x: [target.median, target.median], y: [0, top], colour: 'other', dash: true });
  box.parts.density.draw({ plain: true, x: { label: target.name, min: low, max: high }, y: { label: target.whole ? 'probability' : 'density', min: 0 }, series });
  box.parts.density.describe('Predicted distribution of ' + target.name + ': median ' + number(target.median) + ', 95% between ' + number(target.lower) + ' and ' + number(target.upper));
}

function addClasses(box, target, { state, ask }) {
  const bars = h('ul', { class: 'levels large', 'aria-label': 'Probability of each class' });
  const select = h('select', {
    id: 'label-of-interest',
    onchange: (event) => {
      state.label = event.target.value;
      ask();
    },
  }, target.labels.map((label) => h('option', { value: label, selected: label === target.label }, label)));
  state.label = target.label;
  box.parts.bars = bars;
  box.parts.top.append(bars);
  box.parts.grid.before(h('p', { class: 'field inline' }, h('label', { for: select.id }, 'Probability of'), select));
}

function paintClasses(box, target) {
  const best = Math.max(...target.probabilities);
  box.parts.lead.replaceChildren(target.name + ': most likely ', h('b', {}, '“' + target.class + '”'), ', with a probability of ', h('b', {}, percent(best)));
  box.parts.bars.replaceChildren(...target.labels.map((label, k) => {
    const bar = h('i', { 'aria-hidden': 'true' });
    bar.style.width = 100 * target.probabilities[k] + '%';
    return h('li', { class: target.probabilities[k] === best ? 'first' : '' }, bar, h('span', {}, label), h('b', {}, percent(target.probabilities[k])));
  }));
}

function paintEffect(box, target, effect, { state, controls }) {
  let plot = box.parts.effects.get(effect.input);
  if (!plot) {
    plot = figure(effect.input, '');
    box.parts.effects.set(effect.input, plot);
    box.parts.grid.append(plot.box);
  }
  const input = controls.find((one) => one.input.name === effect.input);
  const label = target.labels ? 'probability of ' + target.label : target.name;
  const range = state.ranges.get(target.name);
  const y = target.labels ? { label, percent: true, min: 0, max: 1 } : { label, min: range[0], max: range[1] };
  if (!effect.labels && !effect.values.length) return;
  if (effect.labels) {
    const here = effect.labels.map((text, k) => (text === input.value() ? effect.middle[k] : null));
    const now = { kind: 'dots', name: 'now', y: here, colour: 'other' }; // what comes first is drawn on top
    const series = target.labels
      ? [now, { kind: 'bars', name: label, y: effect.middle }]
      : [now, { kind: 'ranges', name: '95%', lower: effect.lower, upper: effect.upper, width: 0.5, alpha: 0.18 },
        { kind: 'ranges', name: '50%', lower: effect.quarter, upper: effect.threeQuarters, width: 0.5, alpha: 0.34 },
        { kind: 'dots', name: 'median', y: effect.middle }];
    plot.draw({ plain: true, x: { label: '', labels: effect.labels }, y, series });
  } else {
    const x = effect.values;
    const at = input.value();
    const series = target.labels ? [] : [
      { kind: 'band', name: '95%', x, lower: effect.lower, upper: effect.upper, alpha: 0.16 },
      { kind: 'band', name: '50%', x, lower: effect.quarter, upper: effect.threeQuarters, alpha: 0.28 },
    ];
    series.unshift({ kind: 'line', name: target.labels ? label : 'median', x, y: effect.middle });
    if (at !== null) series.unshift({ kind: 'line', dots: true, name: 'now', x: [at], y: [between(x, effect.middle, at)], colour: 'other' });
    plot.draw({ plain: true, x: { label: '', min: x[0], max: x[x.length - 1], time: input.input.type === 'time' }, y, series });
  }
  const values = effect.middle.filter(Number.isFinite);
  const show = target.labels ? percent : number;
  plot.describe('Effect of ' + effect.input + ': ' + label + ' between ' + show(Math.min(...values)) + ' and ' + show(Math.max(...values)));
}

function between(x, y, at) {
  const k = Math.max(1, x.findIndex((v) => v >= at));
  const share = (at - x[k - 1]) / (x[k] - x[k - 1]);
  return y[k - 1] + Math.min(1, Math.max(0, share)) * (y[k] - y[k - 1]);
}

// ---- the flow

function paintFlows(box, targets) {
  const panels = targets.flatMap((target) => target.flows || []);
  if (!panels.length) {
    box.replaceChildren(h('p', {}, 'This model has no flow: the latent function is used as it is.'));
    return;
  }
  if (box.plots?.length !== panels.length) {
    box.plots = panels.map((one) => figure(one.title, ''));
    box.replaceChildren(h('p', {}, 'A flow or a warp bends the scale of the Gaussian process, so that predictions may be skewed or heavy-tailed. '
      + 'The point is where the latent function is now' + (panels.every((one) => one.title.includes('warp ')) ? '.' : '; the dashed line is no bend at all.')),
    h('div', { class: 'grid small' }, box.plots.map((plot) => plot.box)));
  }
  panels.forEach((one, i) => {
    const series = [{ kind: 'line', name: 'no bend', x: [one.x[0], one.x[one.x.length - 1]], y: [one.x[0], one.x[one.x.length - 1]], colour: 'muted', dash: true }];
    if (one.title.includes('warp ')) series.pop();
    if (one.lower) series.push({ kind: 'band', name: '90% of draws', x: one.x, lower: one.lower, upper: one.upper });
    series.push({ kind: 'line', name: 'flow', x: one.x, y: one.y });
    series.unshift({ kind: 'line', dots: true, name: 'now', x: [one.at], y: [between(one.x, one.y, one.at)], colour: 'other' });
    box.plots[i].draw({ plain: true, x: { label: 'before' }, y: { label: 'after' }, series });
  });
}
