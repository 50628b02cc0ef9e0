import { h } from './dom.js';
import { get } from './api.js';
import { failure, heading, loading, show, tellCommand } from './shell.js';
import { some } from './words.js';
import explore from './tab-explore.js';
import check from './tab-check.js';
import predict from './tab-predict.js';
import about from './tab-about.js';

const TABS = [['explore', 'Explore', explore], ['check', 'Where it errs', check], ['predict', 'Predict a file', predict], ['about', 'Details', about]];

/** One model: explore, check, predict, download. */
export default async function model({ path, signal, reload }) {
  const [name, chosen = 'explore', row] = path;
  const facts = await get('/v1/models/' + encodeURIComponent(name), signal);
  const tab = TABS.find(([key]) => key === chosen) || TABS[0];
  const panel = h('div', { id: 'panel', role: 'region', 'aria-label': tab[1] }, loading('Asking the model …'));
  show(name + ', ' + tab[1],
    heading(name, 'Predicts ' + facts.targets.map((target) => target.name).join(' and ') + ' from ' + some(facts.inputs.length, 'input')
      + ', learnt from ' + some(facts.rows, 'row') + '.'),
    h('nav', { class: 'tabs', 'aria-label': 'Parts of this model' }, h('ul', {}, TABS.map(([key, text]) => h('li', {},
      h('a', { href: '#/model/' + encodeURIComponent(name) + '/' + key, 'aria-current': key === tab[0] ? 'page' : null }, text))))),
    panel);
  document.querySelector('.tabs [aria-current]').scrollIntoView({ block: 'nearest', inline: 'nearest' });
  tellCommand(null);
  try {
    await tab[2]({ facts, panel, signal, reload, row, path: '/v1/models/' + encodeURIComponent(name) });
  } catch (error) {
    if (!signal.aborted) panel.replaceChildren(failure(error));
  }
}
