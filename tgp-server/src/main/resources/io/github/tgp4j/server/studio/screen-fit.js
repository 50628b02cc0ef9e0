import { h, put } from './dom.js';
import { follow, get, post, remove } from './api.js';
import { figure } from './plots.js';
import { announce, deleteButton, heading, notes, show, tellCommand } from './shell.js';
import { duration, number, percent, some } from './words.js';
import { answerCard } from './answer.js';

const STATES = {
  queued: 'Waits for its turn', running: 'Under way', done: 'Done', failed: 'Failed', cancelled: 'Cancelled',
};
const MOST_POINTS = 400;
const UNJUDGED = { grade: 'unknown', sentences: ['The model is fitted. No rows were held out to judge it by.'] };

/** A fit: how it goes, who leads, and what came of it. */
export default async function fit({ path, signal, reload }) {
  const address = '/v1/fits/' + encodeURIComponent(path[0]);
  const task = await get(address, signal);
  const view = new FitView(task, address, reload);
  show('Fit of ' + task.model, view.contents());
  tellCommand(task.command);
  view.state(task);
  if (task.state === 'done') await view.done(signal);
  followOn(view, address, signal);
}

/** Listens until the fit is over; comes back when the connection broke. */
async function followOn(view, address, signal) {
  for (let tries = 0; tries < 50 && !signal.aborted; tries++) {
    try {
      view.forget();
      await follow(address + '/events', (type, event) => { if (!signal.aborted) view.on(type, event); }, signal);
      const task = await get(address, signal);
      const before = view.now;
      view.state(task);
      if (['done', 'failed', 'cancelled'].includes(task.state)) {
        if (task.state === 'done' && before !== 'done') {
          announce('The fit is done.');
          await view.done(signal);
        }
        return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (tries === 49) view.problem('The connection is lost: ' + error.message);
    }
    await new Promise((later) => setTimeout(later, 1000));
  }
}

class FitView {
  constructor(task, address, reload) {
    this.task = task;
    this.address = address;
    this.now = null;
    this.begun = performance.now();
    this.reload = reload;
    this.pill = h('span', { class: 'pill' });
    this.tools = h('span', { class: 'tools' });
    this.bar = h('progress', { max: '1', 'aria-label': 'Progress of the fit' });
    this.stage = h('p', { class: 'stage' });
    this.actions = h('p', { class: 'actions' });
    this.result = h('div', {});
    this.remarks = h('div', {});
    this.curve = figure('How training goes', 'The bound on the log likelihood of the fit under way: it rises until the model has learnt what it can.', { plot: 'short' });
    this.board = h('tbody', {});
    this.table = h('table', { class: 'plain board' },
      h('caption', { class: 'unseen' }, 'Models tried so far, the best first'),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Model'), h('th', { scope: 'col', class: 'n' }, 'Score on held-out rows', h('small', {}, 'NLL, less is better')))),
      this.board);
    this.forget();
  }

  forget() {
    this.stages = new Map();
    this.current = null;
    this.trials = new Map();
    this.texts = [];
    this.dirty = false;
  }

  contents() {
    this.live = h('div', { class: 'grid pairs live' }, this.curve.box,
      h('section', { class: 'card', 'aria-label': 'Models tried' }, h('h3', {}, 'Who leads'), this.table));
    return [
      heading('Fit of ' + this.task.model, 'Learns to predict ' + [this.task.settings.target].flat().join(' and ') + ' from ' + this.task.name + '.', this.tools, this.pill),
      h('section', { class: 'card running' }, this.bar, this.stage, this.actions),
      this.result, this.live, this.remarks,
    ];
  }

  state(task) {
    this.task = task;
    this.now = task.state;
    this.pill.textContent = STATES[task.state];
    this.pill.className = 'pill ' + task.state;
    const over = ['done', 'failed', 'cancelled'].includes(task.state);
    this.bar.closest('.running').hidden = task.state === 'done';
    this.bar.hidden = over;
    this.live.hidden = over && task.state !== 'done' && !this.trials.size;
    if (task.progress && task.progress.stage) this.tell(task.progress);
    if (task.state === 'queued') this.stage.textContent = 'Other fits come first.';
    if (task.state === 'failed') this.stage.textContent = task.error || 'It failed.';
    if (task.state === 'cancelled') this.stage.textContent = 'It was cancelled; what it had learnt is kept.';
    this.stage.classList.toggle('problem', task.state === 'failed');
    put(this.tools, over ? this.deletion() : null);
    put(this.actions, over
      ? [task.state !== 'done' ? this.button('Go on', '/resume') : null, h('a', { class: 'button', href: '#/table/' + task.table }, 'Back to the table')]
      : this.button('Cancel', '/cancel'));
  }

  deletion() {
    return deleteButton('Delete this fit', 'the fit of ' + this.task.model, async () => {
      await remove(this.address);
      location.hash = '#/';
    });
  }

  button(text, action) {
    return h('button', {
      type: 'button',
      onclick: async (event) => {
        event.target.disabled = true;
        try {
          await post(this.address + action);
          announce(text === 'Cancel' ? 'Cancelled.' : 'Goes on.');
          this.reload();
        } catch (error) {
          event.target.disabled = false;
          this.problem(error.message);
        }
      },
    }, text);
  }

  problem(text) {
    this.stage.textContent = text;
    this.stage.classList.add('problem');
  }

  on(type, event) {
    if (type === 'step') this.step(event);
    else if (type === 'trial') this.trial(event);
    else if (type === 'state' && event.state === 'running') this.state({ ...this.task, state: 'running' });
    else if (type === 'note' || type === 'warning') this.texts.push(event.text);
    else return;
    if (this.dirty) return;
    this.dirty = true;
    requestAnimationFrame(() => this.paint());
  }

  step(event) {
    this.tell(event);
    if (event.bound === null) return;
    if (!this.stages.has(event.stage)) this.stages.set(event.stage, []);
    this.current = event.stage;
    const bounds = this.stages.get(event.stage);
    bounds.push(event.bound);
    if (bounds.length > MOST_POINTS) bounds.splice(1, 1);
  }

  tell(event) {
    this.bar.value = Math.max(0.01, event.share || 0);
    this.stage.textContent = percent(event.share || 0) + ' – now ' + event.stage + (event.seconds ? ', ' + duration(event.seconds) + ' so far' : '');
  }

  trial(event) {
    const name = event.stage.replace(/, (round|fold|seed|part|trial) .*$/, '');
    const known = this.trials.get(name) || { scores: [] };
    if (event.failure) known.failure = event.failure;
    else if (event.nll !== null) known.scores.push(event.nll);
    this.trials.set(name, known);
  }

  paint() {
    this.dirty = false;
    if (this.now === 'done') return; // its result says more
    put(this.remarks, notes('What was decided about the data', [...new Set(this.texts)]));
    this.paintBoard([...this.trials].map(([name, known]) => [name, mean(known.scores), known.failure]));
    this.paintCurve(this.stages.get(this.current) || [], this.current);
  }

  paintCurve(bounds, name) {
    if (bounds.length < 2) return;
    const x = bounds.map((bound, i) => i + 1);
    this.curve.draw({ plain: true, x: { label: name }, y: { label: 'bound' }, series: [{ kind: 'line', name: 'bound', x, y: bounds }] });
    this.curve.describe('Bound of ' + name + ', from ' + number(bounds[0]) + ' to ' + number(bounds[bounds.length - 1]));
  }

  paintBoard(rows) {
    rows.sort((a, b) => (a[1] ?? Infinity) - (b[1] ?? Infinity));
    this.board.replaceChildren(...rows.map(([name, score, failure], i) => h('tr', { class: i === 0 && score !== null ? 'this' : '' },
      h('th', { scope: 'row' }, titleOf(name), failure && score === null ? h('small', {}, failure) : null),
      h('td', { class: 'n' }, score === null ? 'failed' : i === 0 ? h('span', { class: 'best' }, number(score)) : number(score)))));
    if (!rows.length) this.board.replaceChildren(h('tr', {}, h('td', { colspan: '2', class: 'wait' }, 'The first model is being trained …')));
  }

  /** What came of it. */
  async done(signal) {
    const result = this.task.result || {};
    const name = encodeURIComponent(this.task.model);
    const targets = [this.task.settings.target ?? []].flat();
    const checks = await Promise.all((targets.length > 1 ? targets : [null]).map((target) =>
      get(this.address + '/judgement' + (target ? '?target=' + encodeURIComponent(target) : ''), signal).catch(() => ({ rows: 0 }))));
    const actions = h('p', { class: 'actions' },
      h('a', { class: 'button primary', href: '#/model/' + name }, 'Explore it'),
      h('a', { class: 'button', href: '#/model/' + name + '/check' }, 'See where it errs'),
      h('a', { class: 'button', href: '#/model/' + name + '/predict' }, 'Predict a file'),
      h('a', { class: 'button', href: '#/model/' + name + '/about' }, 'Download'));
    this.result.replaceChildren(
      ...checks.map((check, k) => answerCard({ ...(check.rows ? check : UNJUDGED), title: checks.length > 1 ? targets[k] : null },
        k === checks.length - 1 ? actions : null)),
      h('details', {}, h('summary', {}, 'What was chosen, and why'),
        h('dl', { class: 'card' }, [['Model', result.recipe], ['Why', result.reason], ['Time', result.seconds ? duration(result.seconds) + ' for ' + some(result.rows, 'row') : null]]
          .filter(([, value]) => value).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]))));
    if (result.tried && Object.keys(result.tried).length) {
      this.paintBoard(Object.entries(result.tried).map(([key, score]) => [key, score, null]));
    }
    const facts = await get('/v1/models/' + name, signal).catch(() => null);
    if (facts && facts.curve && facts.curve.steps.length > 1) {
      this.curve.draw({ plain: true, x: { label: 'step' }, y: { label: 'bound' }, series: [{ kind: 'line', name: 'bound', x: facts.curve.steps, y: facts.curve.bound }] });
    }
    if (result.notes) put(this.remarks, notes('What was decided about the data', result.notes));
  }
}

/** Kinds of models as people call them; the same words as in the terminal. */
const TITLES = {
  svgp: 'plain GP', tgp: 'GP with a flow', 'pe-tgp': 'network flow, point estimate', 'ba-tgp': 'network flow', 'vb-tgp': 'network flow, Gaussian weights', etgp: 'one GP for all classes',
  vwgp: 'warped GP', 'warped-tgp': 'warped GP with a flow', 'warped-ba-tgp': 'warped network flow', constant: 'no inputs', blend: 'blend of several',
};

function titleOf(name) {
  return name.replace(/^kernel /, 'covariance ').replace(/^[a-z]+(-[a-z]+)*/, (kind) => (Object.hasOwn(TITLES, kind) ? TITLES[kind] : kind));
}

function mean(values) {
  return values.length ? values.reduce((a, b) => a + b, 0) / values.length : null;
}
