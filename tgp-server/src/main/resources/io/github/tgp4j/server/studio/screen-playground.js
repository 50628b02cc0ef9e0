import { h, latest } from './dom.js';
import { post } from './api.js';
import { figure } from './plots.js';
import { announce, heading, show, tellCommand } from './shell.js';
import { number, some } from './words.js';

const COVARIANCES = [['rbf', 'Smooth'], ['matern52', 'A little rough'], ['matern32', 'Rough'], ['matern12', 'Very rough'], ['periodic', 'Repeats'], ['linear', 'A straight line'], ['rbf + linear', 'Smooth around a line']];
const FLOWS = [['', 'None: symmetric'], ['sal(1)', 'Skewed or heavy-tailed'], ['sal(2)', 'More so'], ['arcsinh-sum(2)', 'In steps'], ['affine > softplus', 'Never below 0']];
const NOISES = [['gaussian', 'The same everywhere'], ['gaussian(noise=gp)', 'Changes with x'], ['student-t(4)', 'With outliers'], ['laplace', 'With some outliers']];
const EXAMPLES = {
  'A wave': (x, u, z) => Math.sin(x) + 0.15 * z,
  'Skewed noise': (x, u) => 0.5 * Math.sin(x) - 0.35 * Math.log(u),
  'Noise that grows': (x, u, z) => 0.2 * x + 0.08 * x * z,
  Outliers: (x, u, z) => Math.cos(x) + (u < 0.1 ? 2.2 : 0.12) * z,
  'A jump': (x, u, z) => (x < 5 ? -0.8 : 0.8) + 0.12 * z,
};
const FROM = 0;
const TO = 10;

/** A few points and one input: click to add, see the band and paths at once. */
export default async function playground({ signal }) {
  const state = { points: example('A wave'), covariance: 'rbf', flow: '', likelihood: 'gaussian', paths: true, answer: null, low: -2, high: 2 };
  const plot = figure('Points and what the model makes of them', '', { class: 'card play', plot: 'tall', untitled: true });
  const said = h('p', { class: 'stage', role: 'status' });
  const list = h('ul', { class: 'points' });
  const ask = latest(async () => {
    paint(plot, state);
    listPoints(list, state, changed);
    if (state.points.length < 3) {
      state.answer = null;
      said.textContent = 'Click into the chart to add points; three are needed.';
      paint(plot, state);
      return;
    }
    try {
      const body = { points: state.points, kernel: state.covariance, likelihood: state.likelihood, from: FROM, to: TO, grid: 161, paths: 6 };
      if (state.flow) body.flow = state.flow;
      state.answer = await post('/v1/playground', body, signal);
      if (signal.aborted) return;
      said.classList.remove('problem');
      said.textContent = some(state.points.length, 'point') + ', fitted in ' + Math.round(1000 * state.answer.seconds) + ' ms, ' + some(state.answer.steps, 'step') + '.';
      tellCommand(state.answer.command, 'with the points as a table of x and y');
    } catch (error) {
      if (signal.aborted) return;
      state.answer = null;
      said.classList.add('problem');
      said.textContent = error.message;
    }
    paint(plot, state);
  }, (error) => { said.textContent = error.message; });
  const changed = () => {
    ask();
  };
  show('Playground',
    heading('Playground', 'One input and a few points: click to add one, click a point to take it away, and see what each part of a model does.'),
    h('div', { class: 'explore' },
      h('form', { class: 'card controls', 'aria-label': 'Model', onsubmit: (event) => event.preventDefault() },
        choice('Function', 'covariance', COVARIANCES, state, changed),
        choice('Flow', 'flow', FLOWS, state, changed),
        choice('Noise', 'likelihood', NOISES, state, changed),
        h('label', { class: 'use' }, h('input', { type: 'checkbox', checked: true, onchange: (event) => { state.paths = event.target.checked; paint(plot, state); } }), ' Show sample paths'),
        h('fieldset', { class: 'examples' }, h('legend', {}, 'Examples'), Object.keys(EXAMPLES).map((name) => h('button', {
          type: 'button', class: 'chip', onclick: () => {
            state.points = example(name);
            [state.low, state.high] = [-2, 2];
            announce(name);
            changed();
          },
        }, name)), h('button', { type: 'button', class: 'chip', onclick: () => { state.points = []; [state.low, state.high] = [-2, 2]; announce('No points'); changed(); } }, 'Clear')),
        byKey(state, changed)),
      h('div', {}, plot.box, said, h('details', {}, h('summary', {}, 'Points'), list))));
  plot.caption('The dark band holds half of all new points, the light one 95% of them; thin lines are functions that the model holds possible.');
  plot.canvas.addEventListener('click', (event) => click(event, plot.canvas, state, changed));
  await ask();
}

function choice(title, key, options, state, changed) {
  return h('div', { class: 'field' }, h('label', { for: 'play-' + key }, title),
    h('select', { id: 'play-' + key, onchange: (event) => { state[key] = event.target.value; changed(); } },
      options.map(([value, text]) => h('option', { value }, text))));
}

/** The same without a pointer. */
function byKey(state, changed) {
  const x = h('input', { type: 'number', id: 'play-x', step: 'any', min: FROM, max: TO, value: 5 });
  const y = h('input', { type: 'number', id: 'play-y', step: 'any', value: 0 });
  return h('fieldset', { class: 'add' }, h('legend', {}, 'Add a point'),
    h('label', { for: 'play-x' }, 'x'), x, h('label', { for: 'play-y' }, 'y'), y,
    h('button', { type: 'button', onclick: () => {
      const point = [Number(x.value), Number(y.value)];
      if (!point.every(Number.isFinite)) return;
      state.points.push(point);
      announce('Point at ' + number(point[0]) + ', ' + number(point[1]));
      changed();
    } }, 'Add'));
}

function listPoints(list, state, changed) {
  list.replaceChildren(...state.points.map((point, i) => h('li', {}, 'x ' + number(point[0]) + ', y ' + number(point[1]), ' ',
    h('button', { type: 'button', class: 'quiet', 'aria-label': 'Remove the point at x ' + number(point[0]), onclick: () => { state.points.splice(i, 1); changed(); } }, 'Remove'))));
}

function click(event, canvas, state, changed) {
  const chart = Chart.getChart(canvas);
  if (!chart) return;
  const { x, y } = chart.scales;
  const near = state.points.findIndex((point) => Math.hypot(x.getPixelForValue(point[0]) - event.offsetX, y.getPixelForValue(point[1]) - event.offsetY) < 9);
  if (near >= 0) state.points.splice(near, 1);
  else {
    const area = chart.chartArea;
    if (event.offsetX < area.left || event.offsetX > area.right || event.offsetY < area.top || event.offsetY > area.bottom) return;
    state.points.push([x.getValueForPixel(event.offsetX), y.getValueForPixel(event.offsetY)]);
  }
  changed();
}

function paint(plot, state) {
  const values = state.points.map((point) => point[1]);
  state.low = Math.min(state.low, ...values.map((v) => v - 0.6));
  state.high = Math.max(state.high, ...values.map((v) => v + 0.6));
  const series = [{ kind: 'points', name: 'points', x: state.points.map((p) => p[0]), y: values, colour: 'other' }];
  const a = state.answer;
  if (a) {
    const q = a.quantiles; // what comes first is drawn on top
    series.push({ kind: 'line', name: 'median', x: a.x, y: q['0.5'] });
    if (state.paths) a.paths.forEach((path) => series.push({ kind: 'line', x: a.x, y: path, colour: 'third', thin: true }));
    series.push({ kind: 'band', name: '50%', x: a.x, lower: q['0.25'], upper: q['0.75'], alpha: 0.26 });
    series.push({ kind: 'band', name: '95%', x: a.x, lower: q['0.025'], upper: q['0.975'], alpha: 0.16 });
  }
  plot.draw({ plain: true, x: { label: 'x', min: FROM, max: TO }, y: { label: 'y', min: state.low, max: state.high }, series });
  plot.describe(some(state.points.length, 'point') + ' and the band that a model predicts around them');
}

/** The same points every time. */
function example(name) {
  let seed = 7;
  const uniform = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed + 0.5) / 4294967296;
  };
  return Array.from({ length: 40 }, () => {
    const x = Math.round(1000 * (FROM + (TO - FROM) * uniform())) / 1000;
    const u = uniform();
    const z = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return [x, EXAMPLES[name](x, u, z)];
  });
}
